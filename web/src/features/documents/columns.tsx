/** The columns of the document list. */

import { topicsOf } from "../../lists/boards/topicTree";
import { Aside } from "../../components/Border";
import { FileTile, Pill, SealedBar } from "../../components/Marks";
import type { CellEdit, Column } from "../../components/collection/columns";
import { part } from "../../components/part";
import { TITLE, UPDATED } from "../../desk/kind";
import { formatDay, relativeDay, type DateSettings, type Day } from "../../dates/days";
import { SignedTime } from "../../lists/SignedTime";
import type { Say } from "../../i18n/say";
import { Audience, ItemName, Nothing, titleOf } from "../../lists/marks";
import styles from "./Documents.module.css";
import { CATEGORIES, tileOf } from "../../payloads/document";
import { ProfileNames } from "../../lists/profiles/ProfileNames";
import { profilesOf } from "../../lists/profiles/names";
import type { Filing } from "./filing";
import { cellValue, type CellName } from "./cells";
import type { DocumentRow } from "./rows";
import { sealedLabel } from "../../lists/sealedLabel";
import type { RoleNames } from "../../lists/people/people";
import { categoryWord, STAGE_TONES, stageWord } from "./words";

export const loadCellControl = () => import("./CellControl");
const CellControl = part(loadCellControl);
const TopicNames = part(() => import("../../lists/boards/TopicNames"));

export interface ColumnContext {
  say: Say;
  dates: DateSettings;
  today: Day;
  roles: RoleNames;
  filing: Filing;
}

/** In the order in which they are named. */
const ranksOf = (ids: readonly string[]) => Object.fromEntries(ids.map((id, place) => [id, place]));

export function documentColumns({ say, dates, today, roles, filing: { topics, profiles } }: ColumnContext): Column<DocumentRow>[] {
  const words = new Intl.Collator(dates.language, { numeric: true, sensitivity: "base" });
  const edit = (cell: CellName): CellEdit<DocumentRow> => ({
    allows: ({ settled }) => settled,
    value: (row) => cellValue(row, cell),
    control: (control) => <CellControl {...control} cell={cell} say={say} dates={dates} today={today} />,
  });

  return [
    {
      id: "name",
      header: say("documents.name", "Name"),
      width: 200,
      grows: true,
      fixed: true,
      edit: edit("name"),
      field: TITLE,
      cell: (row) => <ItemName opening={row.opening} title={rowTitle(row, say, roles)} tile={<FileTile kind={tileOf(row.mime)} />} />,
    },
    {
      id: "profile",
      header: say("documents.profile", "Profile"),
      width: 148,
      // Where there are none it would be an empty column.
      hidden: profiles.length === 0,
      field: "profileIds",
      ranks: ranksOf(profiles.map(({ id }) => id)),
      cell: ({ item }) => <ProfileNames profiles={profilesOf(profiles, item.profileIds)} />,
    },
    {
      id: "category",
      header: say("documents.category", "Category"),
      width: 124,
      wideOnly: true,
      edit: edit("category"),
      field: "category",
      ranks: ranksOf([...CATEGORIES].sort((a, b) => words.compare(categoryWord(say, a), categoryWord(say, b)))),
      cell: ({ opening }) =>
        opening.name === "sealed" ? (
          <SealedBar label={sealedLabel(opening.locked, say)} />
        ) : opening.name === "open" && opening.payload.category ? (
          <span className="quiet clip">{categoryWord(say, opening.payload.category)}</span>
        ) : (
          <Nothing />
        ),
    },
    {
      id: "number",
      header: say("documents.number", "Number"),
      width: 148,
      hidden: true,
      edit: edit("number"),
      field: "number",
      cell: ({ opening }) =>
        opening.name === "sealed" ? (
          <SealedBar label={sealedLabel(opening.locked, say)} />
        ) : opening.name === "open" && opening.payload.number ? (
          <bdi className="mono clip">{opening.payload.number}</bdi>
        ) : (
          <Nothing />
        ),
    },
    {
      id: "status",
      header: say("documents.status", "Status"),
      width: 120,
      field: "standing",
      cell: (row) => <Status row={row} say={say} />,
    },
    {
      id: "expires",
      header: say("documents.expires", "Expires"),
      width: 188,
      edit: edit("expires"),
      field: "expiresOn",
      cell: (row) => <Expires row={row} dates={dates} today={today} />,
    },
    {
      id: "topics",
      header: say("settings.topics", "Topics"),
      width: 160,
      hidden: true,
      field: "topicIds",
      ranks: ranksOf(topics.map(({ id }) => id)),
      cell: ({ item }) => {
        const named = topicsOf(topics, item.topicIds);
        if (named.length === 0) return <Nothing />;
        return (
          <Aside>
            <TopicNames topics={named} />
          </Aside>
        );
      },
    },
    {
      id: "role",
      header: say("documents.role", "Role"),
      width: 132,
      wideOnly: true,
      cell: ({ item }) => <Audience ids={item.audience} roles={roles} />,
    },
    {
      id: "changed",
      header: say("documents.changed", "Changed"),
      width: 120,
      hidden: true,
      field: UPDATED,
      cell: ({ item }) => <SignedTime at={item.updatedAt} language={dates.language} />,
    },
  ];
}

export const rowTitle = (row: DocumentRow, say: Say, roles: RoleNames): string =>
  titleOf(row, row.title, say("documents.broken", "This document cannot be opened"), say, roles);

export function Status({ row, say }: { row: DocumentRow; say: Say }) {
  if (row.opening.name === "sealed") return <Pill dot={false}>{sealedLabel(row.opening.locked, say)}</Pill>;
  if (row.opening.name === "broken" || row.opening.name === "alarm") return <Nothing />;
  return <Pill tone={STAGE_TONES[row.stage]}>{stageWord(say, row.stage)}</Pill>;
}

export function Expires({ row, dates, today }: { row: DocumentRow; dates: DateSettings; today: Day }) {
  if (!row.expiresOn) return <Nothing />;
  return (
    <span className={styles["expires"]} data-stage={row.stage}>
      <time dateTime={row.expiresOn}>
        <bdi>{formatDay(row.expiresOn, dates)}</bdi>
      </time>
      <span>{relativeDay(row.expiresOn, today, dates.language)}</span>
    </span>
  );
}
