/** The cells that lists of plain items share. */
import { SealedBar } from "../../components/Marks";
import { TITLE, UPDATED } from "../../desk/kind";
import type { CellEdit, Column } from "../../components/collection/columns";
import { SignedTime } from "../SignedTime";
import type { Say } from "../../i18n/say";
import type { BasePayload } from "../../payloads/base";
import { TextCell } from "../TextCell";
import { Audience, ItemName, Nothing, titleOf } from "../marks";
import type { Around, PlainCell, PlainRow, PlainScreen } from "./screen";

export interface SaidColumn<Payload> {
  id: string;
  header: string;
  width: number;
  hidden?: boolean;
  wideOnly?: boolean;
  mono?: boolean;
  /** The column of the desk that it is sorted by. */
  field: string;
  said: (payload: Payload) => string | undefined;
}

/** Name, whatever the kind says in further columns, who can read it and when it changed. */
export function plainColumns<Payload extends BasePayload>(
  screen: PlainScreen<Payload>,
  { say, dates, roles }: Around,
  further: readonly (SaidColumn<Payload> | Column<PlainRow<Payload>>)[],
): Column<PlainRow<Payload>>[] {
  type Row = PlainRow<Payload>;
  const broken = screen.words(say).broken;

  const said = ({ said: of, mono, ...rest }: SaidColumn<Payload>): Column<Row> => {
    const text = ({ opening }: Row) => (opening.name === "open" ? of(opening.payload) : undefined);
    const cell = screen.cells[rest.id];
    return {
      ...rest,
      ...(cell && { edit: edit(cell, say) }),
      cell: (row) =>
        row.opening.name === "sealed" ? (
          <SealedBar label={say("sealed.label", "No access")} />
        ) : text(row) ? (
          <bdi className={mono ? "mono clip" : "quiet clip"}>{text(row)}</bdi>
        ) : (
          <Nothing />
        ),
    };
  };
  const name = screen.cells["name"];

  return [
    {
      id: "name",
      header: say("documents.name", "Name"),
      width: 200,
      grows: true,
      fixed: true,
      ...(name && { edit: edit(name, say) }),
      field: TITLE,
      cell: ({ id, item, opening, title }) => (
        <ItemName
          opening={opening}
          title={titleOf({ item, opening }, title, broken, say, roles)}
          tile={opening.name === "open" && <screen.Tile id={id} payload={opening.payload} />}
        />
      ),
    },
    ...further.map((column) => ("said" in column ? said(column) : column)),
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

function edit<Payload>({ value, isRequired = false, fault }: PlainCell<Payload>, say: Say): CellEdit<PlainRow<Payload>> {
  return {
    allows: ({ settled }) => settled,
    value: ({ opening }) => (opening.name === "open" ? value(opening.payload) : ""),
    control: (control) => <TextCell {...control} isRequired={isRequired} check={fault && ((text) => fault(say, text))} />,
  };
}
