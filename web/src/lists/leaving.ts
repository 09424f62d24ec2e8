/** What leaves this app is proven first. What is not stays, and its person is told how much that is. */
import { tellFailure } from "../components/notices";
import type { Say } from "../i18n/say";
import type { Keyring, RecordKind, SealedItem } from "../keyring/contract";

export async function onlyProven<Row extends { readonly item: SealedItem }>(
  keyring: Pick<Keyring, "proveEach">,
  kind: RecordKind,
  rows: readonly Row[],
): Promise<{ proven: Row[]; left: number }> {
  if (rows.length === 0) return { proven: [], left: 0 };
  const refusals = await keyring.proveEach(kind, rows.map(({ item }) => item));
  const proven = rows.filter((_row, place) => refusals[place] === null);
  return { proven, left: rows.length - proven.length };
}

export function tellLeft(say: Say, left: number): void {
  if (left === 0) return;
  tellFailure(
    say("proving.left", "{count, plural, one {# item was left out} other {# items were left out}}", { count: left }),
    say("proving.leftHow", "Coffer could not check them yet, or the server showed them wrongly. Try again in a moment."),
  );
}
