/** The cells that lists of plain items share. */
import { SealedBar } from "../../components/Marks";
import { TITLE, UPDATED } from "../../desk/kind";
import type { CellEdit, Column } from "../../components/collection/columns";
import { SignedTime } from "../SignedTime";
import { inList, type InList } from "../fields/inList";
import type { BasePayload } from "../../payloads/base";
import { TextCell } from "../TextCell";
import { Audience, ItemName, Nothing, titleOf } from "../marks";
import type { Around, PlainRow, PlainScreen } from "./screen";

/** A column for one of the fields. */
export interface SaidColumn {
  /** That of the field in a list. */
  id: string;
  width: number;
  hidden?: boolean;
  wideOnly?: boolean;
  mono?: boolean;
  /** The column of the desk that it is sorted by, where it has another name. */
  field?: string;
}

/** Name, whatever the kind says in further columns, who can read it and when it changed. */
export function plainColumns<Payload extends BasePayload>(
  screen: PlainScreen<Payload>,
  { say, dates, roles }: Around,
  further: readonly (SaidColumn | Column<PlainRow<Payload>>)[],
): Column<PlainRow<Payload>>[] {
  type Row = PlainRow<Payload>;
  const broken = screen.words(say).broken;

  const shown = new Map(inList(screen.fields(say), say).map((field) => [field.id, field]));

  const said = ({ mono, ...column }: SaidColumn): Column<Row> => {
    const field = shown.get(column.id);
    if (!field) throw new Error(`No field of ${screen.path} stands in a list as ${column.id}.`);
    return {
      header: field.label,
      field: column.id,
      ...column,
      edit: edit(field),
      cell: ({ opening }) => {
        if (opening.name === "sealed") return <SealedBar label={say("sealed.label", "No access")} />;
        const text = opening.name === "open" ? field.read(opening.payload) : "";
        return text ? <bdi className={mono ? "mono clip" : "quiet clip"}>{text}</bdi> : <Nothing />;
      },
    };
  };
  const name = shown.get("name");

  return [
    {
      id: "name",
      header: say("documents.name", "Name"),
      width: 200,
      grows: true,
      fixed: true,
      ...(name && { edit: edit(name) }),
      field: TITLE,
      cell: ({ id, item, opening, title }) => (
        <ItemName
          opening={opening}
          title={titleOf({ item, opening }, title, broken, say, roles)}
          tile={opening.name === "open" && <screen.Tile id={id} payload={opening.payload} />}
        />
      ),
    },
    ...further.map((column) => ("cell" in column ? column : said(column))),
    {
      id: "role",
      header: say("documents.role", "Role"),
      width: 132,
      wideOnly: true,
      hidden: true,
      cell: ({ item }) => <Audience ids={item.audience} roles={roles} />,
    },
    {
      id: "changed",
      header: say("documents.changed", "Changed"),
      width: 120,
      wideOnly: true,
      field: UPDATED,
      cell: ({ item }) => <SignedTime at={item.updatedAt} language={dates.language} />,
    },
  ];
}

function edit<Payload>({ read, isRequired, fault }: InList<Payload>): CellEdit<PlainRow<Payload>> {
  return {
    allows: ({ settled }) => settled,
    value: ({ opening }) => (opening.name === "open" ? read(opening.payload) : ""),
    control: (control) => <TextCell {...control} isRequired={isRequired} check={fault} />,
  };
}
