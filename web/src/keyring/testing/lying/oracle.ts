/**
 * The second oracle: every statement, wrap and grant that leaves a browser is decoded here, past the code that made it,
 * and compared with what its person wished, with what was signed before, and with who holds which key.
 */
import { fromBase64Url, toBase64Url } from "../../../crypto/base64url.ts";
import { concat, utf8 } from "../../../crypto/bytes.ts";
import { openContentSeal } from "../../../crypto/contentSeal.ts";
import { openContentWrap } from "../../../crypto/contentWrap.ts";
import { idBytes, type Id } from "../../../crypto/ids.ts";
import { openRecordBody } from "../../../crypto/record.ts";
import { grantObjectId, isContentStatement, parseStatement, statementHash, type Signed, type Statement } from "../../../crypto/statements.ts";
import type { Wrap } from "../../../crypto/wraps.ts";
import type { Sealed, SealedItem } from "../../contract.ts";
import type { DeviceWrap } from "../../worker/wire.ts";
import { everHeld, noteHeld, type Doc, type Revision, type Values } from "./history.ts";
import { noteKeys, type Client, type World } from "./world.ts";

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null;

/** Everything signed in a body, with the members beside it. */
function signedIn(value: unknown): (Members & Signed)[] {
  if (!isObject(value)) return [];
  const here = typeof value["statementB64u"] === "string" ? [value as Members & Signed] : [];
  return [...here, ...Object.values(value).flatMap(signedIn)];
}

/** A statement as the click that it answers; other ones have no click. */
function wishOf(statement: Statement): string {
  switch (statement.type) {
    case "device.add": return `join ${statement.user}`;
    case "user.vouch": return `let in ${statement.user} ${statement.addHash} ${statement.method}`;
    case "role.assign": return `give ${statement.user} ${statement.role}`;
    case "role.unassign": return `take ${statement.user} ${statement.role}`;
    case "user.remove": return `remove ${statement.user}`;
    case "invite.create": return `invite to ${statement.role}`;
    case "role.roll": return `renew ${statement.role}`;
    default: return statement.type;
  }
}

/** What a device may sign without a click, of all that its person has not wished. */
function mayByItself({ history: { server } }: Client, statement: Statement): boolean {
  if (statement.type === "role.roll") return server.state().roles[statement.role]?.rollDue ?? false;
  return statement.type === "view.seen";
}

async function judgeGrant({ devices }: World, { history }: Client, wrap: Members & Signed): Promise<string | null> {
  const { roleId, deviceId, userId, generation, devicePublicKeyB64u } = wrap as unknown as DeviceWrap;
  const statement = parseStatement(fromBase64Url(wrap.statementB64u));
  if (statement.type !== "role.grant" || statement.id !== grantObjectId(roleId, deviceId)) return "a grant of something else than its wrap";
  if (devices.get(deviceId) !== userId || statement.user !== userId) return `a key for a device that is not that of ${userId}`;
  if (history.server.state().devices[deviceId]?.ecdhPublic !== devicePublicKeyB64u) return "a key for another public key";
  await noteHeld(history);
  const holds = history.server.state().roles[roleId]?.holders.includes(userId) ?? false;
  return holds || everHeld(history, userId, roleId) >= generation ? null : `a key of ${roleId} for ${userId}, to whom nobody gave it`;
}

/** What a browser sends to the server. */
export async function judgeSent(world: World, client: Client, body: unknown): Promise<void> {
  for (const signed of signedIn(body)) {
    const bytes = fromBase64Url(signed.statementB64u);
    const statement = parseStatement(bytes);
    if (statement.authorUser !== client.person.id || statement.account !== world.account) world.fault(client, "a statement of somebody else");
    if (statement.type === "role.grant") {
      const fault = await judgeGrant(world, client, signed);
      if (fault) world.fault(client, fault);
    } else if (!client.wishes.has(wishOf(statement)) && !mayByItself(client, statement)) {
      world.fault(client, `signed without a wish: ${wishOf(statement)}`);
    }
    if (statement.type !== "device.add") continue;
    if (statement.device !== client.watched.vault()?.device?.key.device) world.fault(client, "brought in another device than its own");
    world.joined(client, statement.device, await statementHash(bytes));
  }
}

export interface Wish {
  readonly payload: object;
  /** What its person has set; null takes it away. */
  readonly changed: Readonly<Record<string, string | readonly string[] | null>>;
  /** For something new; otherwise the audience in force stays. */
  readonly audience?: readonly Id[];
}

/** Attributes of one id; a list is one of ids. */
const IDS: readonly string[] = ["statusId"];

function encoded(name: string, value: string | readonly string[]): string {
  if (typeof value !== "string") return toBase64Url(concat(...[...value].sort().map(idBytes)));
  return toBase64Url(IDS.includes(name) ? idBytes(value) : utf8(value));
}
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const sorted = (members: object) => Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1));

/** The attributes of what was signed before with those that were wished, as bytes. */
export function expectedAttributes(base: Revision | null, { changed }: Pick<Wish, "changed">): Readonly<Record<string, string>> {
  const set = Object.entries(changed).flatMap(([name, value]) => (value === null || value.length === 0 ? [] : [[name, encoded(name, value)] as const]));
  const kept = Object.entries(base?.item.sealed.attrs ?? {}).filter(([name]) => !Object.hasOwn(changed, name));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(set) };
}

/** The same as values. */
export const applied = (values: Values, changed: Wish["changed"]): Values =>
  Object.fromEntries(Object.entries<string | readonly string[] | null>({ ...values, ...changed }).filter((entry): entry is [string, string | readonly string[]] => entry[1] !== null && entry[1].length > 0));

/** The state that a new statement goes on from: one that was signed, whatever was served. */
export function baseOf({ revisions }: Doc, { prevHash }: { readonly prevHash: string }): Revision | null {
  return revisions.find(({ hash }) => hash === prevHash) ?? null;
}

/** What a browser has signed about the attributes of a document. Answers the state that it goes on from. */
export function judgeAttributes(world: World, client: Client, doc: Doc, wish: Pick<Wish, "changed">, signed: Signed & { readonly attrs?: Readonly<Record<string, string>> }): Revision | null {
  const statement = parseStatement(fromBase64Url(signed.statementB64u));
  const base = baseOf(doc, statement);
  if (!isContentStatement(statement) || statement.kind !== doc.kind || statement.id !== doc.id) world.fault(client, "signed about another item");
  if (!base || statement.seq !== base.seq + 1) world.fault(client, "signed on top of what nobody has signed");
  else if (signed.attrs && !same(sorted(signed.attrs), sorted(expectedAttributes(base, wish)))) world.fault(client, "signed attributes that nobody has set");
  return base;
}

/** What a browser has sealed: the wished contents, for those who were meant, under keys that they hold. */
export async function judgeSealed(world: World, client: Client, doc: Doc, wish: Wish, sealed: Sealed): Promise<Revision | null> {
  const statement = parseStatement(fromBase64Url(sealed.statementB64u));
  if (statement.type !== "record.put") {
    world.fault(client, "sealed something else");
    return null;
  }
  let base: Revision | null = null;
  if (doc.revisions.length > 0) base = judgeAttributes(world, client, doc, wish, sealed);
  else if (!same(sorted(sealed.attrs), sorted(expectedAttributes(null, wish)))) world.fault(client, "signed attributes that nobody has set");
  const audience = [...(wish.audience ?? base?.audience ?? [])].sort();
  if (!same(statement.audience, audience)) world.fault(client, `sealed for ${statement.audience.join()} in place of ${audience.join()}`);
  await judgeWraps(world, client, { doc, base: { item: { sealed }, payload: wish.payload }, wraps: sealed.wraps, audience });
  return base;
}

interface Given {
  readonly doc: Doc;
  /** What the wraps open, and what that is. */
  readonly base: { readonly item: Pick<SealedItem, "sealed">; readonly payload: object };
  readonly wraps: readonly Wrap[];
  /** Who may be given one. */
  readonly audience: readonly Id[];
}

/** Each wrap is for a role that is meant, under a key that somebody of the account has, and opens what was written. */
export async function judgeWraps(world: World, client: Client, { doc, base: { item: { sealed }, payload }, wraps, audience }: Given): Promise<void> {
  const put = parseStatement(fromBase64Url(sealed.statementB64u));
  if (put.type !== "record.put") return;
  const revision = { account: world.account, kind: doc.kind, id: doc.id, contentRevision: put.contentRevision };
  noteKeys(world);
  for (const wrap of wraps) {
    const keys = world.keys.filter(({ role, generation }) => role === wrap.roleId && generation === wrap.generation);
    if (keys.length === 0 || !audience.includes(wrap.roleId)) {
      world.fault(client, "wrapped for a role that was not meant, or a key that nobody holds");
      continue;
    }
    const tries = keys.map((key) => (wrap.mode === "wrap" ? openContentWrap(key, revision, wrap) : openContentSeal(key, revision, wrap))
      .then((dek) => openRecordBody(dek, { ...revision, schema: put.schema }, sealed)));
    const opened = await Promise.any(tries).catch(() => null);
    if (!same(sorted(opened ?? {}), sorted(payload))) world.fault(client, "sealed other contents than those that were written");
  }
}
