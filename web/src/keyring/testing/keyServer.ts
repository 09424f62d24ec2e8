/** A server for tests that stores and serves key material and knows no key; it can be told to lie. */
import { fromBase64Url, toBase64, toBase64Url } from "../../crypto/base64url.ts";
import { concat, u8, utf8, type Bytes } from "../../crypto/bytes.ts";
import { personCommitment } from "../../crypto/commitments.ts";
import { sha256 } from "../../crypto/derive.ts";
import { builtInRoleId, builtInRoleIds, personalRoleId, type Id } from "../../crypto/ids.ts";
import { replay } from "../../crypto/keyLog/replay.ts";
import { emptyKeyState, type KeyState } from "../../crypto/keyLog/state.ts";
import { hashLeaf, objectTag, signedHash, type Leaf } from "../../crypto/leaves.ts";
import { append, emptyTree, rootOf, treeSize, type Tree } from "../../crypto/merkle.ts";
import { isContentStatement, objectIdBytes, parseStatement, type Signed } from "../../crypto/statements.ts";
import { newId } from "../../crypto/testing/account.ts";
import type { InviteBody } from "../calls.ts";
import type { AttachBody, DeviceWrap, PendingDevice, RollBody } from "../worker/wire.ts";
import { consistencyProof } from "./proofs.ts";

const LOG_NAME = "coffer.test";

export interface TestMember {
  readonly id: Id;
  readonly email: string;
  readonly name: string;
  readonly roleId: Id;
  readonly readsRoleIds: readonly Id[];
  readonly lastSeenAt: null;
  readonly personSaltB64u?: string;
}

interface Attached extends AttachBody {
  readonly deviceId: Id;
  readonly userId: Id;
}

class Refused extends Error {
  readonly failure: { readonly status: number; readonly code: string; readonly reason?: string };

  constructor(status: number, code: string, reason?: string) {
    super(code);
    this.failure = { status, code, ...(reason === undefined ? {} : { reason }) };
  }
}

/** Wraps for a file that came after it. */
interface Paid extends Signed {
  readonly add: readonly { readonly roleId: Id }[];
}

export interface Request {
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly query?: Record<string, unknown>;
}

const permissionsOf = (role: string) =>
  ({ document: ["read"], ...(role === "member" ? {} : { invitation: ["list", "cancel"] }) });

/** What a log says of itself, and by which name and key. */
interface NoteText {
  readonly account: Id;
  readonly size: number;
  readonly root: Bytes;
  readonly keySeq: number;
  readonly keyHead: string;
  readonly time: number;
  readonly name?: string;
}

/** A signed note in the form of public logs, as whoever has the key of a log can make it of anything. */
export async function aNote(keys: CryptoKeyPair, { account, size, root, keySeq, keyHead, time, name = LOG_NAME }: NoteText): Promise<string> {
  const lines = [`${name}/e2ee.v1/${account}`, size, toBase64(root), `key ${keySeq} ${toBase64(fromBase64Url(keyHead))}`, `time ${time}`];
  const text = lines.map((line) => `${line}\n`).join("");
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
  const number = (await sha256(utf8(name), u8(10), u8(1), publicKey)).slice(0, 4);
  const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", keys.privateKey, utf8(text)));
  return `${text}\n\u2014 ${name} ${toBase64(concat(number, signature))}\n`;
}

/** Everything that such a server keeps but its sessions; a copy of it goes on as a second history. */
interface Kept {
  readonly logKeys: CryptoKeyPair;
  state: KeyState;
  readonly entries: Signed[];
  readonly hashes: string[];
  readonly leaves: Leaf[];
  readonly chains: Map<string, Signed[]>;
  readonly tree: Tree;
  readonly members: TestMember[];
  readonly devices: Attached[];
  readonly wraps: DeviceWrap[];
  readonly links: { readonly roleId: Id; readonly generation: number; readonly link: string }[];
  readonly invitations: (InviteBody & { state: string; invitedBy: Id })[];
  readonly gone: Set<Id>;
  readonly shares: Map<string, string>;
  readonly nameSalts: Map<Id, string>;
}

async function anEmptyStore(account: Id): Promise<Kept> {
  return {
    logKeys: await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]), state: emptyKeyState(account, await builtInRoleIds(account)),
    entries: [], hashes: [], leaves: [], chains: new Map(), tree: emptyTree(), members: [], devices: [], wraps: [], links: [], invitations: [], gone: new Set(),
    shares: new Map(), nameSalts: new Map(),
  };
}

export async function aKeyServer(account: Id = newId(), kept?: Kept) {
  const store = kept ?? (await anEmptyStore(account));
  const { logKeys, entries, hashes, leaves, chains, tree, members, devices, wraps, links, invitations, gone, shares, nameSalts } = store;
  let { state } = store;
  const logKey = new Uint8Array(await crypto.subtle.exportKey("raw", logKeys.publicKey));
  const [owner, admin, member] = await Promise.all((["owner", "admin", "member"] as const).map((role) => builtInRoleId(account, role)));
  const roles = { owner: owner ?? "", admin: admin ?? "", member: member ?? "" };

  async function leaf(signed: Signed): Promise<void> {
    const statement = parseStatement(fromBase64Url(signed.statementB64u));
    const tagB64u = isContentStatement(statement) ? await objectTag(account, statement.kind, objectIdBytes(statement)) : "";
    const one = { tagB64u, seq: statement.seq, hashB64u: await signedHash(signed) };
    leaves.push(one);
    if (isContentStatement(statement)) linksOf(statement).push({ statementB64u: signed.statementB64u, signatureB64u: signed.signatureB64u });
    await append(tree, await hashLeaf(one));
  }

  /** The statements of an object in the order in which they were committed. */
  function linksOf({ kind, id }: { readonly kind: string; readonly id: string }): Signed[] {
    const found = chains.get(`${kind} ${id}`) ?? [];
    chains.set(`${kind} ${id}`, found);
    return found;
  }

  /** Appends key statements as a server does: in their places, valid, or not at all. */
  async function appendKeys(items: readonly Signed[]): Promise<void> {
    const bare = items.map(({ statementB64u, signatureB64u, deviceSignatureB64u, rollProofB64u }) => ({
      statementB64u, signatureB64u, ...(deviceSignatureB64u ? { deviceSignatureB64u } : {}), ...(rollProofB64u ? { rollProofB64u } : {}),
    }));
    const replayed = await replay(state, bare);
    if (replayed.some(({ verdict }) => verdict.is === "broken")) throw new Refused(409, "KEY_LOG_MOVED");
    if (replayed.some(({ verdict }) => verdict.is !== "valid")) throw new Refused(403, "NO_AUTHORITY");
    state = replayed.at(-1)?.after ?? state;
    for (const [i, signed] of bare.entries()) {
      entries.push(signed);
      hashes.push(replayed[i]?.entry.hash ?? "");
      await leaf(signed);
    }
  }

  async function head(from: number | null, over: Tree = tree) {
    if (entries.length === 0) throw new Refused(404, "NOT_FOUND");
    const size = treeSize(over);
    const note = await aNote(logKeys, { account, size, root: await rootOf(over), keySeq: entries.length - 1, keyHead: state.head, time: Date.now() });
    return { note, consistency: from === null ? [] : await consistencyProof(over, from, size), logKeyB64u: toBase64Url(logKey) };
  }

  function changeMember(user: Id, change: Partial<TestMember>): void {
    const at = members.findIndex(({ id }) => id === user);
    const found = members[at];
    if (found) members.splice(at, 1, { ...found, ...change });
  }

  async function attach(userId: Id, body: AttachBody) {
    const { statementB64u, signatureB64u, deviceSignatureB64u } = body;
    const { deviceIdOf } = await import("../../crypto/deviceKey.ts");
    const deviceId = await deviceIdOf({ account, user: userId, ecdhPublic: body.devicePublicKeyB64u, ecdsaPublic: body.signPublicKeyB64u });
    if (statementB64u !== undefined && signatureB64u !== undefined) await appendKeys([{ statementB64u, signatureB64u, deviceSignatureB64u }]);
    if (body.personSaltB64u !== undefined) {
      const said = state.devices[deviceId]?.personCommitment;
      const member = members.find(({ id }) => id === userId);
      if (!member || (await personCommitment(account, userId, body.personSaltB64u, member)) !== said) throw new Refused(400, "STATEMENT_INVALID");
      changeMember(userId, { personSaltB64u: body.personSaltB64u });
    }
    devices.push({ ...body, deviceId, userId });
    return { deviceId, seq: entries.length - 1, pending: statementB64u === undefined };
  }

  /** What its card is made of is said of a device that no statement names. */
  function waiting({ deviceId, deviceName, personSaltB64u, pairingIdB64u, pairingMacB64u, ...device }: Attached, isNamed: boolean): PendingDevice {
    const { devicePublicKeyB64u, signPublicKeyB64u, recovery, authenticator, deviceSignatureB64u } = device;
    return {
      deviceId, ...(personSaltB64u && { personSaltB64u }), ...(pairingIdB64u && { pairingIdB64u }), ...(pairingMacB64u && { pairingMacB64u }),
      ...(isNamed ? {} : { devicePublicKeyB64u, signPublicKeyB64u, recovery, authenticator, deviceSignatureB64u }),
      word: { deviceName, at: "2026-11-20T09:00:00.000Z" },
    };
  }

  function pending(userId: Id): PendingDevice[] {
    return devices.flatMap((device) => {
      const known = state.devices[device.deviceId];
      const waits = known ? known.state === "waiting" : device.userId === userId;
      return waits ? [waiting(device, known !== undefined)] : [];
    });
  }

  function refusePending(userId: Id, id: Id) {
    const at = devices.findIndex(({ deviceId, userId: user }) => deviceId === id && user === userId && !state.devices[id]);
    if (at < 0) throw new Refused(404, "NOT_FOUND");
    devices.splice(at, 1);
    return { success: true };
  }

  async function putWraps(items: readonly DeviceWrap[]): Promise<void> {
    for (const wrap of items) {
      const there = wraps.some(({ roleId, deviceId, generation }) => roleId === wrap.roleId && deviceId === wrap.deviceId && generation === wrap.generation);
      if (there) throw new Refused(409, "already_exists", "wrap_exists");
      if (state.roles[wrap.roleId]?.keys.length !== wrap.generation) throw new Refused(400, "failed_precondition", "stale_generation");
      wraps.push(wrap);
      const { statementB64u, signatureB64u } = wrap;
      await leaf({ statementB64u, signatureB64u });
    }
  }

  async function roll(body: RollBody): Promise<void> {
    if ((state.roles[body.roleId]?.keys.length ?? 0) !== body.expectedGeneration) throw new Refused(409, "aborted", "stale_generation");
    await appendKeys([body]);
    const role = state.roles[body.roleId];
    const wanted = Object.entries(state.devices).filter(([, device]) => device.state === "active" && role?.holders.includes(device.user));
    if (wanted.some(([id]) => !body.wraps.some(({ deviceId }) => deviceId === id))) throw new Refused(400, "failed_precondition", "wraps_incomplete");
    if (body.saltB64u !== undefined) nameSalts.set(body.roleId, body.saltB64u);
    if (body.previousSealedB64u !== undefined) links.push({ roleId: body.roleId, generation: body.expectedGeneration + 1, link: body.previousSealedB64u });
    await putWraps(body.wraps);
  }

  function bundle(devicePublicKeyB64u: string, roleId: Id) {
    const mine = wraps.filter((wrap) => wrap.roleId === roleId && wrap.devicePublicKeyB64u === devicePublicKeyB64u).at(-1);
    if (!mine) throw new Refused(404, "not_found");
    const previousSealedB64u = links.filter((one) => one.roleId === roleId && one.generation <= mine.generation)
      .sort((left, right) => right.generation - left.generation).map(({ link }) => link);
    return { ...mine, previousSealedB64u };
  }

  function missing() {
    return Object.entries(state.roles).flatMap(([roleId, role]) => Object.entries(state.devices).flatMap(([deviceId, device]) => {
      const wanted = device.state === "active" && role.holders.includes(device.user) && !role.rollDue
        && !wraps.some((wrap) => wrap.roleId === roleId && wrap.deviceId === deviceId && wrap.generation === role.keys.length);
      return wanted ? [{ roleId, userId: device.user, deviceId }] : [];
    }));
  }

  /** A member as the list has them: what was committed to, and beside it what nobody has signed. */
  const told = ({ roleId, readsRoleIds, lastSeenAt, ...member }: TestMember) => ({ ...member, word: { roleId, readsRoleIds, lastSeenAt } });

  /** The log comes first: what it does not assign is not noted, and what it still assigns is not dropped. */
  function setRole({ userId, roleId, readsRoleIds }: { userId: Id; roleId: Id; readsRoleIds: Id[] }) {
    const member = members.find(({ id }) => id === userId);
    if (!member) throw new Refused(404, "not_found");
    const { owner, admin, member: plain } = roles;
    const own = roleId === owner ? [owner, admin, plain] : roleId === admin ? [admin, plain] : state.roles[roleId] ? [roleId] : [];
    const reads = [...new Set([...own, ...readsRoleIds])];
    const assigned = (role: Id) => state.roles[role]?.holders.includes(userId) ?? false;
    if (!reads.every(assigned)) throw new Refused(400, "failed_precondition", "not_assigned");
    if (Object.values(roles).some((role) => assigned(role) && !reads.includes(role))) throw new Refused(400, "failed_precondition", "still_assigned");
    const capabilities = roleId === owner ? 7 : roleId === admin ? 3 : 0;
    if ((state.users[userId]?.capabilities ?? 0) !== capabilities) throw new Refused(400, "failed_precondition", "capabilities");
    const changed = { ...member, roleId, readsRoleIds: reads };
    members.splice(members.indexOf(member), 1, changed);
    return changed;
  }

  async function invite(invitedBy: Id, body: InviteBody) {
    if ("pairing" in body) await appendKeys([{ statementB64u: body.statementB64u, signatureB64u: body.signatureB64u }]);
    else if (state.roles[body.roleId] !== undefined) throw new Refused(400, "invalid_argument", "pairing");
    invitations.push({ ...body, invitedBy, state: "pending" });
    return { id: body.inviteId };
  }

  function share(key: string, body: { shareB64u: string } | null) {
    if (body) shares.set(key, body.shareB64u);
    const shareB64u = shares.get(key);
    if (shareB64u === undefined) throw new Refused(404, "NOT_FOUND");
    return { shareB64u, expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
  }

  async function cancel(id: Id, signed: Signed) {
    await appendKeys([signed]);
    const at = invitations.findIndex(({ inviteId }) => inviteId === id);
    const found = invitations[at];
    if (found) invitations.splice(at, 1, { ...found, state: "cancelled" });
  }

  /** Somebody with a device leaves by a statement only, and the last owner does not leave at all. */
  async function endMembership(id: Id, signed: Partial<Signed>) {
    const leaving = members.find((one) => one.id === id);
    if (!leaving) throw new Refused(404, "not_found");
    const owners = members.filter(({ roleId }) => roleId === roles.owner);
    if (owners.length === 1 && owners[0] === leaving) throw new Refused(400, "failed_precondition", "last_owner");
    const known = Object.values(state.devices).some((device) => device.user === id && device.state !== "revoked");
    if (known && signed.statementB64u === undefined) throw new Refused(400, "invalid_argument", "signed");
    if (signed.statementB64u !== undefined) await appendKeys([signed as Signed]);
    members.splice(members.indexOf(leaving), 1);
    gone.add(id);
  }

  async function answer(userId: Id, { path, method = "GET", body, query = {} }: Request): Promise<unknown> {
    if (gone.has(userId)) throw new Refused(403, "permission_denied", "not_member");
    const number = (name: string) => Number(query[name]);
    switch (`${method} ${path}`) {
      case "GET /api/auth/keys/log": return { data: entries.slice(number("after") + 1, number("after") + 501) };
      case "POST /api/auth/keys/log": {
        const { items } = body as { items: Signed[] };
        const [first] = items;
        if (first && parseStatement(fromBase64Url(first.statementB64u)).type === "view.seen") await leaf(first);
        else await appendKeys(items);
        for (const { statementB64u, saltB64u } of items) {
          const statement = parseStatement(fromBase64Url(statementB64u));
          if (statement.type === "user.person" && saltB64u !== undefined) changeMember(statement.user, { personSaltB64u: saltB64u });
        }
        return { seq: entries.length - 1 };
      }
      case "GET /api/auth/keys/head": return head(query["from"] === undefined ? null : number("from"));
      case "GET /api/auth/keys/leaves": return { data: leaves.slice(number("from"), number("to")) };
      case "POST /api/auth/keys/chain": {
        const { objects } = body as { objects: readonly { kind: string; id: string; after: number }[] };
        return { data: objects.map((one) => ({ ...one, statements: linksOf(one).slice(one.after) })), more: false };
      }
      case "POST /api/auth/device/attach": return attach(userId, body as AttachBody);
      case "GET /api/auth/device/pending": return { data: pending(userId) };
      case "DELETE /api/auth/device/pending": return refusePending(userId, String(query["deviceId"]));
      case "GET /api/auth/device/recovery":
        return { data: devices.filter((device) => device.userId === userId).map(({ deviceId, recovery }) => ({ deviceId, recovery })) };
      case "GET /api/auth/device/unlock-share": return share(`${userId} ${String(query["deviceId"])}`, null);
      case "PUT /api/auth/device/unlock-share":
        if (state.devices[(body as { deviceId: string }).deviceId]?.state !== "active") throw new Refused(404, "NOT_FOUND", "no_share");
        return share(`${userId} ${(body as { deviceId: string }).deviceId}`, body as { shareB64u: string });
      case "DELETE /api/auth/device/unlock-share": return { success: shares.delete(`${userId} ${String(query["deviceId"])}`) };
      case "GET /roles/bundle": return { data: bundle(String(query["devicePublicKeyB64u"]), String(query["roleId"])) };
      case "GET /roles/wraps": return { data: wraps.filter((wrap) => wrap.devicePublicKeyB64u === query["devicePublicKeyB64u"]) };
      case "POST /roles/wrap": return { data: await putWraps((body as { items: DeviceWrap[] }).items) };
      case "POST /roles/roll-wrap": return { data: await roll(body as RollBody) };
      case "GET /roles/missing-wraps": return { data: missing() };
      case "GET /devices/public-keys":
        return { data: devices.map(({ userId: user, deviceId, deviceName }) => ({ userId: user, deviceId, word: { deviceName, attachedAt: "" } })) };
      case "GET /api/roles":
        return { data: Object.entries(roles).map(([name, id]) => ({ id, name, nameSaltB64u: nameSalts.get(id), word: { permissions: permissionsOf(name) } })) };
      case "GET /users": return { data: members.map(told) };
      case "PUT /users/role": return { data: setRole(body as { userId: Id; roleId: Id; readsRoleIds: Id[] }) };
      case "GET /api/invitations": return { data: invitations.map((one) => ({ id: one.inviteId, pairing: "pairing" in one ? one.pairing : null, word: { email: one.email, state: one.state, invitedBy: one.invitedBy } })) };
      case "POST /api/auth/invite": return invite(userId, body as InviteBody);
      default: break;
    }
    const file = /^\/(?:api\/uploads|files)\/([^/]+)\/(?:bundle|wraps)$/.exec(path)?.[1];
    if (file !== undefined && method === "GET") return { data: bundles.get(file) };
    if (file !== undefined && method === "POST") return { data: paid.push({ file, ...(body as Paid) }) };
    if (method === "GET" && path.startsWith("/users/")) return { data: members.filter(({ id }) => path.endsWith(id)).map(told)[0] };
    if (method === "DELETE" && path.startsWith("/users/")) return endMembership(path.split("/")[2] ?? "", body as Partial<Signed>);
    if (method === "DELETE" && path.startsWith("/api/invitations/")) return cancel(path.split("/")[3] ?? "", body as Signed);
    throw new Refused(404, "not_found");
  }

  const bundles = new Map<Id, object>();
  const paid: (Paid & { readonly file: Id })[] = [];

  /** What the server refuses for now, however right it is. */
  const troubles: { readonly what: string; readonly fits: (request: Request) => boolean }[] = [];

  /** Why something was refused, in the order in which it was. */
  const refusals: string[] = [];

  return {
    account,
    roles,
    members,
    invitations,
    refusals,
    refuse: (what: string, fits: (request: Request) => boolean = () => true) => {
      const trouble = { what, fits };
      troubles.push(trouble);
      return { end: () => { troubles.splice(troubles.indexOf(trouble), 1); } };
    },
    member: (user: Id) => members.find(({ id }) => id === user),
    leaves,
    state: () => state,
    entries,
    tree,
    /** Of the key statements, in their order. */
    hashes,
    /** A second server that goes on from here by itself, with the same log key: what one that forks an account keeps. */
    fork: () => aKeyServer(account, { ...structuredClone({ ...store, state, logKeys: null }), logKeys }),
    /** The key statement that was appended last. */
    newest: () => parseStatement(fromBase64Url(entries.at(-1)?.statementB64u ?? "")),
    hasShare: (user: Id): boolean => [...shares.keys()].some((key) => key.startsWith(user)),
    /** A head over other leaves than the true ones, signed all the same. */
    headOver: async (others: readonly Leaf[], from: number | null) => {
      const forked = emptyTree();
      for (const one of others) await append(forked, await hashLeaf(one));
      return head(from, forked);
    },
    /** Appends a key statement that an honest server would refuse. */
    force: async (signed: Signed): Promise<void> => {
      const [replayed] = await replay(state, [signed]);
      state = replayed?.after ?? state;
      entries.push(signed);
      hashes.push(replayed?.entry.hash ?? "");
      await leaf(signed);
    },
    /** Bundles of files by their id, and the wraps that came for them later. */
    bundles,
    paid,
    /** Puts a content statement into the tree, as an append of the product does. */
    leaf,
    /** Takes the wraps of a person's devices away, and answers how many there were. */
    loseWraps: (user: Id): number => {
      const theirs = wraps.filter(({ deviceId }) => state.devices[deviceId]?.user === user);
      wraps.splice(0, wraps.length, ...wraps.filter((wrap) => !theirs.includes(wrap)));
      return theirs.length;
    },
    personalRoleOf: (user: Id) => personalRoleId(account, user),
    join: (email: string, roleId: Id): TestMember => {
      const joined = { id: newId(), email, name: email.split("@")[0] ?? "", roleId, readsRoleIds: [], lastSeenAt: null };
      members.push(joined);
      return joined;
    },
    http: (userId: Id, lie: (request: Request, answer: unknown) => unknown = (_request, told) => told, latencyMs = 0) =>
      async <Data>(request: Request): Promise<{ data: Data }> => {
        const trouble = troubles.some(({ what, fits }) => what === `${request.method ?? "GET"} ${request.path}` && fits(request));
        if (trouble) throw new Refused(503, "unavailable", "trouble");
        const answered = await answer(userId, request).catch((error: unknown) => {
          if (error instanceof Refused) refusals.push(error.failure.reason ?? error.failure.code);
          throw error;
        });
        const told = structuredClone(await lie(request, answered)) as Data;
        if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
        return { data: told };
      },
  };
}

export type KeyServer = Awaited<ReturnType<typeof aKeyServer>>;
