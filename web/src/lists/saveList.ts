/** What a list holds as a file on this computer: of what this device has proven, and nothing else. */
import { failureOf } from "../api/failure";
import { tellFailure } from "../components/notices";
import { useSay } from "../i18n/say";
import type { RecordKind } from "../keyring/contract";
import { useKeyring } from "../keyring/react";
import { useToday } from "../session/useSession";
import { onlyProven, tellLeft } from "./leaving";
import type { MoreProps, PlainRow } from "./plain/screen";

export interface SavedAs<Payload> {
  /** Of the file, with the day behind it. */
  name: string;
  ending: "csv" | "vcf";
  /** What is said when there is no file. */
  failed: string;
  write: (payloads: readonly Payload[]) => Promise<string>;
}

const TYPES = { csv: "text/csv", vcf: "text/vcard" } as const;

/** Nobody is given out of this device what it has not verified. */
export const openIn = <Payload>(rows: readonly PlainRow<Payload>[]) =>
  rows.flatMap(({ id, item, opening, settled }) => (settled && opening.name === "open" ? [{ id, item, payload: opening.payload }] : []));

export function useSaveList<Payload>(kind: RecordKind, read: MoreProps<Payload>["read"]): (as: SavedAs<Payload>) => Promise<void> {
  const say = useSay();
  const today = useToday();
  const keyring = useKeyring();

  async function save({ name, ending, write }: SavedAs<Payload>) {
    const { saveBlob } = await import("../browser/saveBlob");
    const { proven, left } = await onlyProven(keyring, kind, openIn(await read("listed")));
    tellLeft(say, left);
    if (proven.length === 0) return;
    const written = await write(proven.map(({ payload }) => payload));
    saveBlob(new Blob([written], { type: `${TYPES[ending]};charset=utf-8` }), `${name}-${today}.${ending}`);
  }
  return (as) => save(as).catch((reason: unknown) => void tellFailure(as.failed, failureOf(reason)));
}
