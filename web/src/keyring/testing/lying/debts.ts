/** What is owed: wraps for roles that an audience names and that could take none when it was written. Nothing else is ever shared. */
import { fromBase64Url } from "../../../crypto/base64url.ts";
import { parseStatement } from "../../../crypto/statements.ts";
import type { SealedItem } from "../../contract.ts";
import { clientOf, keyringOf } from "./command.ts";
import { write } from "./documents.ts";
import { newest, type Doc } from "./history.ts";
import { baseOf, judgeWraps } from "./oracle.ts";
import { under, type Client, type World } from "./world.ts";

/** Asks the keyring to pay for every role that there is, as an answer may ask it to. Answers whether anything was shared. */
export async function pay(world: World, client: Client, doc: Doc, lied: SealedItem): Promise<boolean> {
  const { owner, admin, member } = world.truth.server.roles;
  const share = await keyringOf(client).payOwed(doc.kind, lied, [owner, admin, member]);
  if (!share) return false;
  const statement = parseStatement(fromBase64Url(share.statementB64u));
  const base = statement.type === "content.share" && statement.id === doc.id ? baseOf(doc, statement) : null;
  if (!base || statement.type !== "content.share" || statement.seq !== base.seq + 1) {
    world.fault(client, "shared what nobody has signed");
    return true;
  }
  const given = new Set(base.item.sealed.wraps.map(({ roleId }) => roleId));
  const owed = base.audience.filter((role) => !given.has(role));
  if (JSON.stringify([...statement.audience].sort()) !== JSON.stringify(base.audience)) world.fault(client, "shared with another audience than the one that was signed");
  await judgeWraps(world, client, { doc, base, wraps: share.wraps, audience: owed });
  return true;
}

/** A document for a role that could take no wrap, because its key was due to be renewed; by now it was. */
export async function aDebt(world: World): Promise<void> {
  const { server } = world.truth;
  const { admin, member } = server.roles;
  const [clara, jonas] = [clientOf(world, "clara"), clientOf(world, "jonas")];
  const give = `give ${jonas.person.id} ${admin}`;
  clara.wishes.add(give);
  await under(clara, null, () => keyringOf(clara).giveRole(jonas.person.id, admin));
  clara.wishes.delete(give);
  clara.wishes.add(`take ${jonas.person.id} ${admin}`);
  const trouble = server.refuse("POST /roles/roll-wrap");
  await under(clara, null, () => keyringOf(clara).takeRole(jonas.person.id, admin).catch(() => undefined));
  await under(jonas, null, () => keyringOf(jonas).news());
  await under(jonas, null, () => write(world, jonas, [admin, member]));
  trouble.end();
  await under(clara, null, () => keyringOf(clara).news());
  await under(clara, null, () => keyringOf(clara).rollDue());
  await under(jonas, null, () => keyringOf(jonas).news());
  const doc = owing(world)[0];
  if (!doc) throw new Error("Nothing is owed.");
  // Asked for what no audience names, and with wraps left out, nothing more is given than is owed.
  const { item } = newest(doc);
  const [, none] = [...world.truth.docs.values()];
  if (none) await under(jonas, null, () => pay(world, jonas, none, newest(none).item).catch(() => undefined));
  await under(jonas, null, () => pay(world, jonas, doc, { ...item, sealed: { ...item.sealed, wraps: [] } }).catch(() => undefined));
  const { came } = await under(jonas, null, () => pay(world, jonas, doc, item));
  if (!("value" in came) || !came.value) throw new Error("What was owed was not paid.", { cause: came });
}

const owing = ({ truth: { docs } }: World): Doc[] => [...docs.values()].filter((doc) => {
  const { item, audience, deleted } = newest(doc);
  return !deleted && audience.some((role) => !item.sealed.wraps.some(({ roleId }) => roleId === role));
});
