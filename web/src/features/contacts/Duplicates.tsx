/** Contacts that say they are the same: found on this device, which alone can read them. */
import { useMemo } from "react";

import { Banner } from "../../components/Layout";
import { TITLE } from "../../desk/kind";
import type { View } from "../../desk/messages";
import { useView } from "../../desk/react";
import { useSay } from "../../i18n/say";
import { identities, type ContactPayload } from "../../payloads/contact";
import { contactDesk } from "./desk";

interface DuplicatesProps {
  id: string;
  payload: ContactPayload;
  onOpen: (id: string) => void;
}

const MOST = 10;
const TITLE_CELL = contactDesk.cells.indexOf(TITLE);

/** Those in use that share an identity; the contact itself is among them. */
export const alike = (payload: ContactPayload): View => ({
  kind: "contact",
  where: { all: [{ field: "identities", op: "hasAny", value: identities(payload) }, { field: "state", op: "ne", value: "archived" }] },
  text: "", sort: [{ field: TITLE, dir: "asc" }], group: null,
});

export function Duplicates({ id, payload, onOpen }: DuplicatesProps) {
  const say = useSay();
  const view = useMemo(() => alike(payload), [payload]);
  const { window } = useView(view, 0, MOST);
  const others = (window?.ids ?? []).flatMap((other) => (other === id ? [] : (window?.rows.get(other) ?? [])));
  if (others.length === 0) return null;
  return (
    <Banner tone="info" title={say("contacts.alike", "This may be the same contact as")}>
      {others.map((other) => (
        <button key={other.id} type="button" className="link" onClick={() => onOpen(other.id)}>
          <bdi>{String(other.cells[TITLE_CELL] ?? "")}</bdi>
        </button>
      ))}
    </Banner>
  );
}
