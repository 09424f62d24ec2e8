/** Addresses leave this device, so what they come from is proven first: a server could show an older state with another address. */
import { REACHED } from "../../app/kindItems";
import type { Keyring } from "../../keyring/contract";
import { onlyProven } from "../../lists/leaving";
import type { LeftOut, Recipient } from "./recipients";
import type { Book } from "./useBook";

/** Those who may be written to, in their order, and those of whom nobody has proven the address. */
export async function onlyProvenOf(keyring: Pick<Keyring, "proveEach">, book: Book, recipients: readonly Recipient[]): Promise<{ proven: Recipient[]; leftOut: LeftOut[] }> {
  const refused = new Set<string>();
  for (const { kind } of REACHED) {
    const asked = recipients.filter(({ source }) => source === kind);
    const rows = asked.flatMap((recipient) => {
      const found = book[kind]?.items.get(recipient.id);
      return found?.settled ? [{ recipient, item: found.item }] : [];
    });
    const { proven } = await onlyProven(keyring, kind, rows);
    const kept = new Set(proven.map(({ recipient }) => recipient.key));
    for (const { key } of asked) if (!kept.has(key)) refused.add(key);
  }
  return {
    proven: recipients.filter(({ key }) => !refused.has(key)),
    leftOut: recipients.filter(({ key }) => refused.has(key)).map(({ key, called }) => ({ key, called, why: "unproven" })),
  };
}
