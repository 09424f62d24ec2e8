/** The decisions of the format are those of the vectors: key statements, chains, newcomers and states, each by its own function. */
import { beforeAll, describe, expect, it } from "vitest";

import vectors from "../../../../tests/contracts/crypto-vectors.json" with { type: "json" };
import { fromBase64Url, toBase64Url } from "../base64url.ts";
import { foldEmail, personCommitment } from "../commitments.ts";
import { builtInRoleIds, idText } from "../ids.ts";
import { encodeStatement, parseStatement, type Signed, type StatementOf } from "../statements.ts";
import { newId } from "../testing/account.ts";
import { readChain, type ServedChain } from "./chain.ts";
import { clientState, type Anchor, type ClientFacts } from "./clientState.ts";
import { letInByItself, type NewcomerFacts } from "./letIn.ts";
import { replay } from "./replay.ts";
import { activeDevice, emptyKeyState, type KeyState, type RoleState, type UserState } from "./state.ts";

const id = (hex: string) => idText(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
const account = id(vectors.ids.account);
const statements = vectors.statements as Record<string, { bytes: string; signatures: string[]; type: string }>;

/** A statement with its signatures where they travel. */
function signedOf(name: string): Signed {
  const { bytes, signatures, type } = statements[name] ?? { bytes: "", signatures: [], type: "" };
  const [signatureB64u = "", second] = signatures;
  const more = type === "role.roll" ? { rollProofB64u: second ?? "" } : { deviceSignatureB64u: second ?? "" };
  return { statementB64u: bytes, signatureB64u, ...(second === undefined ? {} : more) };
}

async function logState(): Promise<KeyState> {
  const replayed = await replay(emptyKeyState(account, await builtInRoleIds(account)), vectors.keyLog.map(signedOf));
  expect(replayed.map(({ verdict }) => verdict)).toEqual(vectors.keyLog.map(() => ({ is: "valid" })));
  return replayed.at(-1)?.after ?? emptyKeyState(account, []);
}

interface RoleVector {
  readonly generation: number;
  readonly capabilities: number;
  readonly holders: readonly string[];
  readonly rollDue: boolean;
  readonly personalOf: string | null;
}

/** The key state that the vectors describe, at the end of their log: further people and roles, nobody removed, no roll due. */
async function ruleState(): Promise<KeyState> {
  const given = vectors.rules.keyState;
  const before = await logState();
  const keys = vectors.keys as Record<string, { public: string }>;
  const owner = (person: string): UserState => ({ method: "genesis", capabilities: given.capabilities[person as "ce6cbf447484cf12e35b4bd2f62664fa"], personCommitment: null, addHash: null });
  const device = ([name, [user = "", key = ""]]: [string, string[]]) => [id(name), {
    user: id(user), ecdhPublic: "", ecdsaPublic: keys[key]?.public ?? "", how: "first", recoveryHash: "", protection: "passphrase",
    personCommitment: null, addHash: "", addedAt: 0, state: "active",
  }] as const;
  const published = { rolePublic: vectors.keys.roleG1.public, signPublic: vectors.keys.roleSignG1.public, seedCommitment: "" };
  const role = ([name, { generation, capabilities, holders, rollDue, personalOf }]: [string, RoleVector]): [string, RoleState] => [id(name), {
    keys: Array.from({ length: generation }, () => published), nameCommitment: "", capabilities, holders: holders.map(id), rollDue,
    personalOf: personalOf === null ? null : id(personalOf), restartedAt: null,
  }];
  return {
    ...before,
    users: Object.fromEntries(Object.keys(given.capabilities).map((user) => [id(user), owner(user)])),
    devices: Object.fromEntries(Object.entries(given.devices).map(device)),
    roles: Object.fromEntries(Object.entries(given.roles).map(role)),
    defaults: Object.fromEntries(Object.entries(given.defaults).map(([key, roles]) => [`${id(key.split("/")[0] ?? "")}/${key.split("/")[1] ?? ""}`, roles.map(id)])),
    policy: { ...before.policy, version: given.policyVersion, allowPersonal: given.allowPersonal === 1 },
  };
}

/** The statements of the vectors all stand at one place, behind a log of which the vectors give the state only. */
function atTheEnd(before: KeyState): KeyState {
  const { seq, prevHash } = parseStatement(fromBase64Url(vectors.rules.authority[0]?.bytes ?? ""));
  return { ...before, nextSeq: seq, head: prevHash };
}

let state: KeyState;
beforeAll(async () => { state = atTheEnd(await ruleState()); });

describe("the log of the vectors", () => {
  it("is valid, and gives the people, the default and the policy that it says", async () => {
    const after = await logState();
    const user1 = id(vectors.ids.user1);
    expect(after.users[user1]).toMatchObject({ method: "genesis", capabilities: 7, personCommitment: vectors.hashes.persons.genesis.commitment });
    expect(after.defaults).toEqual({ [`${account}/`]: [id(vectors.ids.role), id(vectors.ids.custodianRole)] });
    expect(after.policy).toMatchObject({ version: 1, letInByItself: true });
  });

  it("makes a person's commitment that of the device which was vouched for, until a newer one", async () => {
    const user2 = id(vectors.ids.user2);
    const start = emptyKeyState(account, await builtInRoleIds(account));
    const upTo = async (name: string) => (await replay(start, vectors.keyLog.slice(0, vectors.keyLog.indexOf(name) + 1).map(signedOf))).at(-1)?.after;
    expect((await upTo("vouch"))?.users[user2]?.personCommitment).toBe(vectors.hashes.persons.first.commitment);
    expect((await upTo("person"))?.users[user2]?.personCommitment).toBe(vectors.hashes.persons.person.commitment);
  });
});

describe("a key statement", () => {
  it.each(vectors.rules.authority.map((one) => [one.name, one] as const))("%s", async (_name, { bytes, signature, is }) => {
    const [replayed] = await replay(state, [{ statementB64u: bytes, signatureB64u: signature }]);
    const found = replayed?.entry.is === "malformed" ? "malformed" : replayed?.verdict.is;
    expect(found).toBe(is);
    if (is === "unknown") expect(replayed?.after.stopped).toBe("unknown");
    else expect(replayed?.after.stopped).toBeNull();
    if (is !== "valid") {
      expect({ ...replayed?.after, nextSeq: state.nextSeq, head: state.head, stopped: null }).toEqual(state);
    }
  });
});

describe("a chain", () => {
  interface ChainVector {
    name: string; asked: { kind: string; id: string }; floor: number; leaves: [string, number, string][]; chain: [string, string][];
    wraps: Record<string, [string, number, string][]>; attrs: [string, string][]; attrsSalt: string; is: string;
    audience?: string[]; owed?: string[]; known?: { seq: number; hash: string; audience: string[] };
  }
  const chains = vectors.rules.chains as unknown as ChainVector[];

  const servedOf = (given: ChainVector): ServedChain => ({
    account, asked: { kind: given.asked.kind, id: id(given.asked.id) },
    statements: given.chain.map(([statementB64u, signatureB64u]) => ({ statementB64u, signatureB64u })),
    wraps: new Map(Object.entries(given.wraps).map(([at, wraps]) => [
      Number(at), wraps.map(([role, generation, boxHash]) => ({ roleId: id(role), generation, boxHash }))])),
    attributes: { values: Object.fromEntries(given.attrs), salt: given.attrsSalt },
    known: given.known ? { ...given.known, audience: given.known.audience.map(id) } : null,
    floor: given.floor,
    leaves: given.leaves.map(([tagB64u, seq, hashB64u]) => ({ tagB64u, seq, hashB64u })),
    stateAt: () => state,
  });

  it.each(chains.map((one) => [one.name, one] as const))("%s", async (_name, given) => {
    const found = await readChain(servedOf(given));
    expect(found.is, JSON.stringify(found)).toBe(given.is);
    if (found.is !== "verified") return;
    expect(found).toMatchObject({ audience: given.audience?.map(id), owed: given.owed?.map(id), proven: true });
    expect(found.deleted).toBe(given.name.startsWith("deleted"));
  });

  /** A chain of four statements, all of them in the tree. */
  const whole = (): ServedChain => servedOf(chains.find(({ name }) => name === "made, changed, shared, rewritten") as ChainVector);
  const without = (seq: number) => { const served = whole(); return { ...served, leaves: served.leaves.filter((leaf) => leaf.seq !== seq) }; };

  it("is not proven while the tree does not reach its newest link", async () => {
    expect(await readChain(without(4))).toMatchObject({ is: "verified", proven: false });
  });

  it("is foreign when a link has no place in the tree and a later one has", async () => {
    expect(await readChain(without(2))).toMatchObject({ is: "foreign" });
  });

  // A tree without a leaf of what was asked says nothing about it: what was asked is asked of the statements themselves.
  it.each<[string, (served: ServedChain) => Partial<ServedChain>]>([
    ["account", () => ({ account: newId() })],
    ["kind", ({ asked }) => ({ asked: { ...asked, kind: "contact" } })],
    ["id", ({ asked }) => ({ asked: { ...asked, id: newId() } })],
  ])("of another %s is none of what was asked for", async (_what, change) => {
    const served = whole();
    expect(await readChain({ ...served, ...change(served), leaves: [] })).toEqual({ is: "foreign", reason: "It is not what was asked for." });
  });

  it.each([["invoice", "foreign"], ["role-wrap", "altered"], ["No word", "altered"]])("of the kind %j is %s", async (kind, word) => {
    const served = whole();
    const [{ statementB64u, signatureB64u } = { statementB64u: "", signatureB64u: "" }] = served.statements;
    const { type, ...values } = parseStatement(fromBase64Url(statementB64u)) as StatementOf<"record.put">;
    const other = toBase64Url(encodeStatement(type, values, { ...values, kind }));
    expect(await readChain({ ...served, statements: [{ statementB64u: other, signatureB64u }] })).toMatchObject({ is: word });
  });
});

describe("a newcomer", () => {
  it.each(vectors.rules.grants.map((one) => [one.name, one] as const))("%s", async (_name, given) => {
    const add = parseStatement(fromBase64Url(vectors.statements.first.bytes)) as StatementOf<"device.add">;
    const person = { email: given.email, name: given.fullName };
    const facts: NewcomerFacts = {
      letInByItself: given.policy === 1, inviteIsOpen: given.open, invited: id(given.invited), capabilities: given.capabilities,
      mac: given.mac as NewcomerFacts["mac"], emailIsInvited: foldEmail(given.boxEmail) === foldEmail(given.email),
      personFits: (await personCommitment(account, add.user, given.saltB64u, person)) === add.personCommitment,
      mayManageMembers: given.mayManage, holdsRole: given.holdsRole, holdsCustodianRole: given.holdsCustodian,
    };
    const found = letInByItself(facts);
    const { does } = given;
    if (typeof does === "string") expect(found).toEqual({ does });
    else expect(found).toEqual({ does: "let in", method: does.vouch, assign: does.assign.map(id) });
  });
});

describe("a client", () => {
  const HEADS: Readonly<Record<string, ClientFacts["head"]>> = { fits: "fits", missing: "missing", unreachable: "unreachable" };

  it.each(vectors.rules.states.map((one) => [one.name, one] as const))("%s", (_name, given) => {
    const facts: ClientFacts = {
      anchor: given.anchor as Anchor, anchorFits: given.anchorFits, sameAccount: given.sameAccount, log: given.log as ClientFacts["log"],
      // Every check that a head can fail is one fact here: it was refused.
      head: HEADS[given.head] ?? "refused",
      // No age says that no head was taken yet.
      headAgeMinutes: given.headAgeMinutes === 0 ? null : given.headAgeMinutes,
    };
    expect(clientState(facts)).toBe(given.is);
  });
});

describe("the key state of the vectors", () => {
  it("has its devices active, so that the rules are asked and not the devices", () => {
    for (const [device, [user]] of Object.entries(vectors.rules.keyState.devices)) {
      expect(activeDevice(state, id(user ?? ""), id(device))).not.toBeNull();
    }
  });
});
