/** What a browser draws is what was signed, for those who were given the key, and never older than what it has drawn before. */
import type { Id } from "../../../crypto/ids.ts";
import type { SealedItem, ShownRecord } from "../../contract.ts";
import { mayHaveRead, newest, type Doc, type History } from "./history.ts";
import { withOneChanged, type Lie } from "./lies.ts";
import type { Client, World } from "./world.ts";

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const sorted = (values: object) => Object.entries(values).filter(([, value]) => value !== undefined).sort(([one], [other]) => (one < other ? -1 : 1));

/** The item that is answered in place of a document, and whether it is another one than the true one. */
export function served(world: World, { history }: Client, doc: Doc, lie: Lie | null): { readonly item: SealedItem; readonly lied: boolean } {
  const { item } = newest(doc);
  const others = [...history.docs.values()].filter(({ id }) => id !== doc.id).flatMap(({ revisions }) => revisions);
  const instead = lie?.about === "item" ? insteadOf(world, item, doc, others.map((one) => one.item), lie) : null;
  return { item: structuredClone(instead ?? item), lied: instead !== null && !same(instead, item) };
}

function insteadOf({ elsewhere }: World, item: SealedItem, { revisions }: Doc, others: readonly SealedItem[], { kind, choice }: Lie): SealedItem | null {
  const other = others[choice % Math.max(others.length, 1)];
  const first = revisions[choice % Math.max(revisions.length - 1, 1)]?.item;
  switch (kind) {
    case "older": return first ?? null;
    case "another account": return { ...elsewhere, id: item.id };
    case "swapped": return other ? { ...other, id: item.id } : null;
    case "empty": return choice % 2 === 0 ? { ...item, later: [] } : { ...item, sealed: { ...item.sealed, attrs: {} } };
    // Contents of one state under the statement of another.
    case "lost": return first ? { ...item, sealed: { ...first.sealed, statementB64u: item.sealed.statementB64u, signatureB64u: item.sealed.signatureB64u } } : null;
    // Attributes of one state beside the statements of another.
    case "failing": return first ? { ...item, sealed: { ...item.sealed, attrs: first.sealed.attrs, attrsSaltB64u: first.sealed.attrsSaltB64u } } : null;
    case "not found": return { ...item, sealed: { ...item.sealed, wraps: item.sealed.wraps.slice(1) } };
    case "changed": return withOneChanged(item, choice);
    // A wrap more than its author has signed.
    case "forged": return { ...item, sealed: { ...item.sealed, wraps: [...item.sealed.wraps, ...item.sealed.wraps.slice(0, 1)] } };
  }
}

/** Whatever was answered, one of the states that somebody has signed was drawn, with all that belongs to it. */
export function judgeDrawn(world: World, client: Client, doc: Doc, { item, contents }: ShownRecord): void {
  const { history, person, seen, proven } = client;
  const revision = doc.revisions.find(({ hash }) => hash === item.hash);
  if (!revision) return world.fault(client, "drew what nobody has signed");
  const drawn = [item.id, item.kind, item.revision, item.author, [...item.audience].sort(), sorted(item.attributes), item.deleted];
  const signed = [doc.id, doc.kind, revision.seq, revision.author, [...revision.audience].sort(), sorted(revision.values), revision.deleted];
  if (!same(drawn, signed)) world.fault(client, `drew ${JSON.stringify(drawn)} in place of ${JSON.stringify(signed)}`);
  if ("payload" in contents) {
    if (!same(sorted(contents.payload as object), sorted(revision.payload))) world.fault(client, "drew other contents than those that were sealed");
    if (!mayHaveRead(history, person.id, revision.audience)) world.fault(client, "read what was sealed for others");
  }
  if (revision.seq < (seen.get(doc.id) ?? 0)) world.fault(client, "drew an older state than it had drawn");
  seen.set(doc.id, Math.max(revision.seq, seen.get(doc.id) ?? 0));
  if (item.grade === "proven") proven.set(doc.id, revision.seq);
  return undefined;
}

/** What a person reads now, by the true log. */
export function readable({ docs, server }: History, user: Id): Doc[] {
  const holds = (role: Id) => server.state().roles[role]?.holders.includes(user) ?? false;
  return [...docs.values()].filter((doc) => !newest(doc).deleted && newest(doc).audience.some(holds));
}
