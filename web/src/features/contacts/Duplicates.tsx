/** Contacts that say they are the same: found on this device, which alone can read them. */
import { useMemo } from "react";

import { Banner } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import type { PlainRow } from "../../items/plain/screen";
import { identities, type ContactPayload } from "../../payloads/contact";

type Row = PlainRow<ContactPayload>;

export function alike(row: Row, rows: readonly Row[]): Row[] {
  if (row.opening.name !== "open") return [];
  const own = new Set(identities(row.opening.payload));
  return rows.filter(
    ({ id, opening, item }) =>
      id !== row.id &&
      item.lifecycle !== "archived" &&
      opening.name === "open" &&
      identities(opening.payload).some((identity) => own.has(identity)),
  );
}

interface DuplicatesProps {
  row: Row;
  rows: readonly Row[];
  onOpen: (id: string) => void;
}

export function Duplicates({ row, rows, onOpen }: DuplicatesProps) {
  const say = useSay();
  const others = useMemo(() => alike(row, rows), [row, rows]);
  if (others.length === 0) return null;
  return (
    <Banner tone="info" title={say("contacts.alike", "This may be the same contact as")}>
      {others.map(({ id, title }) => (
        <button key={id} type="button" className="link" onClick={() => onOpen(id)}>
          <bdi>{title}</bdi>
        </button>
      ))}
    </Banner>
  );
}
