// @vitest-environment node
/** What a device does by itself is one table, and every place that signs, seals, wraps or reveals is reached from a click or from a line of it. */
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import ts from "typescript";
import { afterEach, describe, expect, it } from "vitest";

import type { AudienceWish } from "./contract.ts";
import type { Context } from "./context.ts";
import { byItself, LINES, type LineName } from "./deputies.ts";
import { anOpenAccount, closeBrowsers } from "./testing/people.ts";
import { ACTS } from "./worker/acts.ts";
import { PERMITS } from "./worker/permits.ts";

afterEach(closeBrowsers);

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "../..");

function program(): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), (path) => ts.sys.readFile(path)) as { config: unknown };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  return ts.createProgram(fileNames.filter((name) => name.startsWith(HERE) && !/\.test\.tsx?$|\/testing\//.test(name)), { ...options, noEmit: true });
}

/** Where a click of a person becomes the right to act. */
const MINTS = ["click", "sign", "change", "enrol"];

const nameOf = (node: ts.Expression): string => (ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : "");

function enclosing(node: ts.Node, stop: (node: ts.Node) => boolean): ts.Node | null {
  for (let at: ts.Node = node.parent; !ts.isSourceFile(at); at = at.parent) if (stop(at)) return at;
  return null;
}

/** In a node; `own`: not in the functions that it declares. */
function calls(of: ts.Node, own = false): ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(node);
    ts.forEachChild(node, (child) => { if (!own || !ts.isFunctionDeclaration(child)) look(child); });
  };
  look(of);
  return found;
}

/** Which clicks and lines lead to each call of an operation that acts. */
function origins(): Record<string, string[]> {
  const made = program();
  const checker = made.getTypeChecker();
  const files = made.getSourceFiles().filter(({ fileName }) => fileName.startsWith(HERE) && !fileName.includes("/worker/"));
  const every = files.flatMap((file) => calls(file));
  const meaning = (node: ts.Expression) => {
    const symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node);
    const declared = symbol?.valueDeclaration;
    if (declared && ts.isShorthandPropertyAssignment(declared)) return checker.getShorthandAssignmentValueSymbol(declared);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  };
  const callersOf = new Map<ts.Symbol, ts.CallExpression[]>();
  for (const call of every) {
    const symbol = meaning(call.expression);
    if (symbol) callersOf.set(symbol, [...(callersOf.get(symbol) ?? []), call]);
  }
  const isMinted = (call: ts.Node) => enclosing(call, (node) => ts.isCallExpression(node) && MINTS.includes(nameOf(node.expression))) !== null;
  const functionOf = (call: ts.Node) => enclosing(call, (node) => ts.isFunctionDeclaration(node)) as ts.FunctionDeclaration | null;
  const linesIn = (node: ts.Node) => calls(node, true).flatMap(({ expression, arguments: given }) => {
    const line = given[1];
    return nameOf(expression) === "byItself" && line && ts.isStringLiteral(line) ? [`line ${line.text}`] : [];
  });

  function reached(call: ts.Node, seen: ReadonlySet<ts.Node>): string[] {
    if (isMinted(call)) return ["a click"];
    const inside = functionOf(call);
    if (!inside?.name || seen.has(inside)) return inside ? [] : [`nothing: ${call.getText().slice(0, 60)}`];
    const lines = linesIn(inside);
    if (lines.length > 0) return lines;
    const symbol = checker.getSymbolAtLocation(inside.name);
    const from = (symbol && callersOf.get(symbol)) ?? [];
    // A closure that is handed out acts with the right of the function around it; without a right nothing is done.
    const ways = from.length > 0 ? from.filter(({ arguments: given }) => !given.some(({ kind }) => kind === ts.SyntaxKind.NullKeyword)) : [inside];
    return ways.flatMap((one) => reached(one, new Set([...seen, inside])));
  }

  const acts: readonly string[] = ACTS;
  const places = every.filter(({ expression }) => ts.isPropertyAccessExpression(expression) && acts.includes(expression.name.text)
    && /worker$/.test(expression.expression.getText()));
  return Object.fromEntries(places.map((place) => {
    const name = `${relative(HERE, place.getSourceFile().fileName)} ${functionOf(place)?.name?.text ?? ""} ${nameOf(place.expression)}`;
    return [name, [...new Set(reached(place, new Set()))].sort()];
  }));
}

describe("every place that acts", () => {
  const found = origins();

  it("is reached from a click or from a line of the table, and from nothing else", () => {
    expect(found).toMatchInlineSnapshot(`
      {
        "audiences.ts changeAudience changeAudience": [
          "line audience",
        ],
        "audiences.ts changeAudience shareFile": [
          "line audience",
        ],
        "departures.ts leave signKeys": [
          "a click",
        ],
        "departures.ts removeMember signKeys": [
          "a click",
        ],
        "enrolment.ts prepareDevice createDevice": [
          "a click",
        ],
        "enrolment.ts prepareDevice signCard": [
          "a click",
        ],
        "enrolment.ts withStatement signKeys": [
          "a click",
        ],
        "files.ts seal sealPart": [
          "a click",
        ],
        "files.ts sealFile finishFile": [
          "a click",
        ],
        "files.ts sealFile startFile": [
          "a click",
        ],
        "grants.ts codeToRead codeToRead": [
          "a click",
        ],
        "grants.ts pairDevice makePairing": [
          "a click",
        ],
        "invitations.ts cancelInvitation signKeys": [
          "a click",
        ],
        "invitations.ts invitationLink invitationFragment": [
          "a click",
        ],
        "invitations.ts invite makeInvitation": [
          "a click",
        ],
        "keyring.ts createKeyring agreeToDisclose": [
          "a click",
        ],
        "keyring.ts createKeyring sealRecord": [
          "a click",
        ],
        "keyring.ts createKeyring signAttributes": [
          "a click",
        ],
        "keyring.ts createKeyring signDelete": [
          "a click",
        ],
        "keyring.ts createKeyring signEnd": [
          "a click",
        ],
        "owed.ts payOwed payFile": [
          "line debt",
        ],
        "owed.ts payOwed payRecord": [
          "line debt",
        ],
        "protection.ts protectByPasskey protectAnew": [
          "a click",
        ],
        "recovery.ts openRecoveryKey recover": [
          "a click",
        ],
        "recovery.ts takeOverRoles openRecoveredWraps": [
          "line take over",
        ],
        "recovery.ts takeOverRoles wrapForDevices": [
          "line take over",
        ],
        "recovery.ts takeOwnWord takeOwnWord": [
          "a click",
        ],
        "roleKeys.ts personalRole createRole": [
          "a click",
        ],
        "roleKeys.ts rollOne rollRole": [
          "a click",
          "line roll",
        ],
        "roleKeys.ts serveMissingWraps wrapForDevices": [
          "line wrap",
        ],
        "roleKeys.ts setUpFirstRoles createRole": [
          "line first roles",
        ],
        "roleKeys.ts trustRestart trustRestart": [
          "a click",
        ],
        "roleKeys.ts wrapFor wrapForDevices": [
          "line wrap",
        ],
        "unlocking.ts keepOpen sealCache": [
          "a click",
          "line cache",
        ],
        "views.ts tellView signView": [
          "line view",
        ],
        "writing.ts appendDrafts signKeys": [
          "a click",
          "line first roles",
          "line let in",
          "line take over",
        ],
      }
    `);
  });

  it("is known by its operation: none is called in another way", () => {
    const called = new Set(Object.keys(found).map((place) => place.split(" ").at(-1)));
    expect(ACTS.filter((operation) => !called.has(operation))).toEqual([]);
  });

  it("gives each line of the table something to permit", () => {
    const lines = new Set(Object.values(found).flat().filter((origin) => origin.startsWith("line ")).map((origin) => origin.slice(5)));
    expect(Object.keys(LINES).filter((line) => !lines.has(line))).toEqual([]);
  });

  it("has its right from the life of the keyring or from the table: nobody else makes one", () => {
    const makers = program().getSourceFiles()
      .filter(({ fileName }) => fileName.startsWith(HERE) && /\bas Acting\b|\bas unknown as Acting\b|\bbyClick\(/.test(ts.sys.readFile(fileName) ?? ""))
      .map(({ fileName }) => relative(HERE, fileName));
    expect(makers.sort()).toEqual(["acting.ts", "deputies.ts", "life.ts"]);
  });

  it("acts in a verified client only, but for what brings the own device in", () => {
    const early = ACTS.filter((operation) => PERMITS[operation].some((state) => state !== "verified"));
    expect(early.sort()).toEqual(["createDevice", "protectAnew", "recover", "sealCache", "signCard", "signKeys", "takeOwnWord"]);
  });
});

const NOW = Date.parse("2026-11-20T09:00:00Z");
const ME = "me";
const headTime = { time: Date.now(), askedAt: Date.now() };
const verified = { anchor: "pin", anchorFits: true, sameAccount: true, log: "some", head: "fits", headTime };

/** A context in which only what a line looks at is there. */
function aContext({ standing = verified, ...parts }: { standing?: object; state?: object; record?: object | null; worker?: object; cacheWaits?: boolean } = {}): Context {
  const state = { account: "hawthorne", users: {}, devices: {}, roles: {}, policy: { version: 1, allowCache: true }, ...parts.state };
  const asked: unknown[] = [];
  const answer = (argument: unknown) => Promise.resolve(asked.push(argument));
  const worker = { lastSigned: () => Promise.resolve(0), ...Object.fromEntries(ACTS.map((name) => [name, answer])), ...parts.worker };
  return {
    account: { id: "hawthorne" }, person: { userId: ME }, record: parts.record ?? null, cacheWaits: parts.cacheWaits ?? false, worker,
    report: { state, standing, pin: { logSize: 4 } },
  } as unknown as Context;
}

const device = (user: string, more: object = {}) => ({ user, state: "active", how: "first", addHash: `hash of ${user}`, ...more });
const people = {
  users: { [ME]: { capabilities: 7 }, jonas: { capabilities: 0 } },
  devices: { mine: device(ME), theirs: device("jonas"), gone: device("jonas", { state: "revoked" }), waits: device("mara", { state: "waiting" }) },
  roles: {
    member: { holders: [ME, "jonas"], rollDue: false, keys: [1] }, admin: { holders: [ME], rollDue: false, keys: [1] },
    due: { holders: [ME], rollDue: true, keys: [1] }, other: { holders: ["jonas"], rollDue: true, keys: [1] },
  },
};
const mara = { deviceId: "waits", userId: "mara", inviteId: "invite", byItself: { does: "let in", method: "pairing", assign: ["member"] } } as const;
const vouch = { type: "user.vouch", fields: { user: "mara", addHash: "hash of mara", method: "pairing", invite: "invite" } } as const;
const assign = { type: "role.assign", fields: { role: "member", user: "mara" } } as const;

describe("a line whose facts do not hold", () => {
  const cases: [LineName, string, Context, never][] = ([
    ["let in", "the policy or the proof asks for a person", aContext({ state: people }), { ...mara, byItself: { does: "ask" } }],
    ["let in", "the device does not wait", aContext({ state: people }), { ...mara, deviceId: "theirs" }],
    ["let in", "the own user does not manage members", aContext({ state: { ...people, users: { [ME]: { capabilities: 0 } } } }), mara],
    ["wrap", "the own user does not hold the role", aContext({ state: people }), { role: "other" }],
    ["wrap", "a roll is due", aContext({ state: people }), { role: "due" }],
    ["roll", "no roll is due", aContext({ state: people }), { role: "member" }],
    ["roll", "the own user does not hold the role", aContext({ state: people }), { role: "other" }],
    ["take over", "this device was not brought in by a recovery key", aContext({ state: people, record: { deviceId: "mine", anchor: "pin" } }), { old: "theirs" }],
    ["take over", "nothing vouches for the account", aContext({ state: people, record: { deviceId: "mine", anchor: null, recovered: "theirs" } }), { old: "theirs" }],
    ["first roles", "statement 0 is not the own one", aContext({ state: people }), { ids: [] }],
    ["debt", "nothing is owed", aContext(), { item: "deed", roles: [] }],
    ["audience", "the role is in no log", aContext({ state: people }), { item: "deed", wish: { role: "unknown", reads: true } }],
    ["view", "six days have passed", aContext({ record: { lastView: { at: NOW - 6 * 86_400_000 } } }), { now: NOW }],
    ["view", "something else was signed in between", aContext({ record: {}, worker: { lastSigned: () => Promise.resolve(NOW - 86_400_000) } }), { now: NOW }],
    ["cache", "the halves are young", aContext({ record: { cache: { createdAt: Date.now() } } }), {}],
    ["cache", "the policy has switched it off", aContext({ state: { policy: { allowCache: false } }, record: { cache: { createdAt: 0 } } }), {}],
  ] as const) as unknown as [LineName, string, Context, never][];

  it.each(cases)("%s: %s", async (line, _why, context, subject) => {
    expect(await byItself(context, line, subject)).toBeNull();
  });

  it.each(["unconfirmed", "late", "alarm"])("nothing at all while the client is %s", async (is) => {
    const standing = { unconfirmed: { ...verified, anchor: "none" }, late: { ...verified, headTime: { time: 1, askedAt: 1 } }, alarm: { ...verified, anchorFits: false } }[is];
    expect(await byItself(aContext({ state: people, standing: standing ?? {} }), "wrap", { role: "member" })).toBeNull();
  });
});

describe("a line", () => {
  it("lets a newcomer in with one vouch and the one role of the invitation", async () => {
    const acting = await byItself(aContext({ state: people }), "let in", mara);
    const sign = (drafts: readonly object[]) => acting?.worker.signKeys({ drafts: drafts as never });
    await sign([vouch, assign]);
    const refused = [
      [vouch], [assign], [vouch, assign, { ...assign, fields: { role: "admin", user: "mara" } }], [vouch, { ...assign, fields: { role: "admin", user: "mara" } }],
      [{ ...vouch, fields: { ...vouch.fields, method: "code" } }, assign], [{ ...vouch, fields: { ...vouch.fields, method: "unverified" } }, assign],
      [{ ...vouch, fields: { ...vouch.fields, invite: "another" } }, assign], [{ ...vouch, fields: { ...vouch.fields, addHash: "another" } }, assign],
      [vouch, { type: "capability.set", fields: { user: "mara", capabilities: 1 } }, assign], [vouch, { ...assign, fields: { role: "member", user: "jonas" } }],
    ];
    for (const drafts of refused) await expect(sign(drafts), JSON.stringify(drafts)).rejects.toThrow("No device does this by itself");
    await expect(acting?.worker.wrapForDevices({ role: "member", devices: ["theirs"] })).rejects.toThrow("No device does this by itself");
  });

  it("wraps its role, for devices of those who hold it", async () => {
    const acting = await byItself(aContext({ state: people }), "wrap", { role: "member" });
    await acting?.worker.wrapForDevices({ role: "member", devices: ["mine", "theirs"] });
    for (const wish of [{ role: "admin", devices: ["mine"] }, { role: "member", devices: ["gone"] }, { role: "member", devices: ["waits"] }, { role: "member", devices: ["unknown"] }]) {
      await expect(acting?.worker.wrapForDevices(wish), JSON.stringify(wish)).rejects.toThrow("No device does this by itself");
    }
    const narrow = await byItself(aContext({ state: people }), "wrap", { role: "admin" });
    await expect(narrow?.worker.wrapForDevices({ role: "admin", devices: ["theirs"] })).rejects.toThrow("No device does this by itself");
  });

  it("renews its role and no other", async () => {
    const acting = await byItself(aContext({ state: people }), "roll", { role: "due" });
    await acting?.worker.rollRole({ role: "due", reason: "member-removed" });
    await expect(acting?.worker.rollRole({ role: "member", reason: "member-removed" })).rejects.toThrow("No device does this by itself");
    await expect(acting?.worker.createRole({ role: "due", name: "Due", capabilities: 0 })).rejects.toThrow("No device does this by itself");
  });

  it("ends the recovered device and those that it signed in, and no other", async () => {
    const state = { ...people, devices: { ...people.devices, old: device(ME), left: device(ME, { how: "recovery" }) } };
    const acting = await byItself(aContext({ state, record: { deviceId: "mine", anchor: "comparison", recovered: "old" } }), "take over", { old: "old" });
    const revoke = (id: string, user = ME, reason = "recovered") => ({ type: "device.revoke" as const, fields: { user, device: id, reason } });
    await acting?.worker.signKeys({ drafts: [revoke("left"), revoke("old")] });
    for (const draft of [revoke("mine"), revoke("theirs", "jonas"), revoke("old", ME, "revoked"), { type: "user.remove" as const, fields: { user: ME, reason: "left" } }]) {
      await expect(acting?.worker.signKeys({ drafts: [draft] }), JSON.stringify(draft)).rejects.toThrow("No device does this by itself");
    }
    await expect(acting?.worker.wrapForDevices({ role: "member", devices: ["theirs"] })).rejects.toThrow("No device does this by itself");
  });

  it("pays what is owed to the roles that the worker found, for the one item", async () => {
    const acting = await byItself(aContext(), "debt", { item: "deed", roles: ["member"] });
    const wish = (id: string, roles: string[]) => acting?.worker.payRecord({ kind: "document", item: { id } as never, roles });
    await wish("deed", ["member"]);
    await expect(wish("will", ["member"])).rejects.toThrow("No device does this by itself");
    await expect(wish("deed", ["member", "admin"])).rejects.toThrow("No device does this by itself");
  });

  it("gives the one item the audience that its person named, and no other", async () => {
    const named = { role: "admin", reads: true } as const;
    const acting = await byItself(aContext({ state: people }), "audience", { item: "deed", wish: named });
    const wish = (id: string, wished: AudienceWish) => acting?.worker.changeAudience({ kind: "document", item: { id } as never, wish: wished });
    await wish("deed", { ...named });
    await acting?.worker.shareFile({ fileId: "page", bundle: {} as never, role: "admin" });
    for (const [id, wished] of [["will", named], ["deed", { role: "member", reads: true }], ["deed", { role: "admin", reads: false }], ["deed", "same"]] as const) {
      await expect(wish(id, wished), JSON.stringify(wished)).rejects.toThrow("No device does this by itself");
    }
    await expect(acting?.worker.shareFile({ fileId: "page", bundle: {} as never, role: "member" })).rejects.toThrow("No device does this by itself");
    for (const wished of [{ role: "admin", reads: false }, "same"] as const) {
      const narrow = await byItself(aContext({ state: people }), "audience", { item: "deed", wish: wished });
      await expect(narrow?.worker.shareFile({ fileId: "page", bundle: {} as never, role: "admin" })).rejects.toThrow("No device does this by itself");
    }
  });

  it("signs a view after seven days, and nothing else with it", async () => {
    const acting = await byItself(aContext({ record: { lastView: { at: NOW - 7 * 86_400_000 } } }), "view", { now: NOW });
    await acting?.worker.signView({ previous: null });
    await expect(acting?.worker.signKeys({ drafts: [] })).rejects.toThrow("No device does this by itself");
  });

  it("leaves what only looks as it is", async () => {
    const acting = await byItself(aContext({ state: people }), "wrap", { role: "member" });
    expect(await acting?.worker.lastSigned()).toBe(0);
  });
});

it("the first roles of an account are those of the client's table", async () => {
  const { server } = await anOpenAccount();
  expect(server.state().policy).toMatchObject({ version: 1, requireVerified: true, letInByItself: true });
  expect(Object.values(server.state().roles).map(({ capabilities }) => capabilities).sort()).toEqual([0, 3, 7]);
});
