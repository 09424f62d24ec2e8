/** Everything that may happen, in the proportion in which it does, and the lies that are told meanwhile. */
import fc from "fast-check";

import { newId } from "../../../crypto/testing/account.ts";
import { PASSPHRASE } from "../people.ts";
import { cross, intrude, replace } from "./adversaries.ts";
import { clientOf, command, doing, holds, isMember, keyringOf, ready, scripted, stateOf, type Act, type Counts, type Doing } from "./command.ts";
import { archive, draw, edit, erase, list, ownersOnly, toDocument, toItem, write } from "./documents.ts";
import { pay } from "./debts.ts";
import { attach, openingFile } from "./files.ts";
import { aHistory, type Doc } from "./history.ts";
import { ABOUT, LIES, PAIRS, type Lie, type LieKind } from "./lies.ts";
import { compare, join, people, remove, settle } from "./people.ts";
import { addTask, completing, editing, EDITS } from "./tasks.ts";
import { isReady, start, under, type Client, type Name, type World } from "./world.ts";

const lies: fc.Arbitrary<Lie> = fc.record({
  kind: fc.constantFrom(...LIES), about: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...ABOUT) }, { weight: 1, arbitrary: fc.constant("" as const) }),
  after: fc.nat(2), times: fc.integer({ min: 1, max: 3 }), choice: fc.nat(100_000),
});
/** Half of the time the truth, so that there is something to lie about. */
const lie = fc.option(lies, { freq: 2 });
const itemLie: fc.Arbitrary<Lie | null> = fc.option(lies.chain((one) => fc.constantFrom<Lie>({ ...one, about: "item" }, { ...one, about: "item" }, one)), { freq: 2 });
const [LETTING_IN, ...TASK_PAIRS] = PAIRS;
const paired = ([one, other]: (typeof PAIRS)[number], choices: readonly [number, number]): Lie => ({
  kind: "forged", about: one, after: 0, times: 50, choice: choices[0], also: { kind: "forged", about: other, after: 0, times: 50, choice: choices[1] },
});
const pairs = (among: readonly (typeof PAIRS)[number][]): fc.Arbitrary<Lie> =>
  fc.record({ pair: fc.constantFrom(...among), choice: fc.tuple(fc.nat(1), fc.nat(1)) }).map(({ pair, choice }) => paired(pair, choice));
/** About people and invitations also both at once, and about tasks what is said beside them. */
const lieOrPair: fc.Arbitrary<Lie | null> = fc.oneof({ weight: 3, arbitrary: lie }, { weight: 1, arbitrary: pairs([LETTING_IN]) });
const taskLie: fc.Arbitrary<Lie | null> = fc.oneof({ weight: 2, arbitrary: itemLie }, { weight: 1, arbitrary: pairs(TASK_PAIRS) });
const who = fc.constantFrom<Name[]>("clara", "jonas", "tom");
const pick = fc.nat(1000);
const lookingAtPeople: Doing = ready(people);
const reading = (pick: number): Doing => toItem(pick, draw);
const comparing: Doing = {
  can: (w, c) => isReady(c) && isMember(w, clientOf(w, "tom")) && stateOf(clientOf(w, "tom")) === "unconfirmed", does: doing((w, c) => compare(w, c, clientOf(w, "tom"))),
};
const tryingAgain: Doing = { can: (_world, client) => stateOf(client) === "alarm", does: (_world, client) => under(client, null, () => settle(client)) };

const joining = (byLink: boolean): Doing => ({
  can: (_world, client) => client.browser === null || stateOf(client) === "new", does: (world, client, lie) => under(client, lie, () => join(world, client, byLink ? world.link : null)),
});
const hearing: Doing = { can: (_world, client) => client.browser !== null && stateOf(client) !== "alarm" && stateOf(client) !== "closed", does: doing((_world, client) => keyringOf(client).news()) };
/** Each way in which a head that is signed may be false. */
const EVERY_HEAD = [0, 1, 2, 3, 4];

/** Stories in which each lie is told once to Clara, followed by the truth. Each step of them is taken: what could not be done fails. */
export function eachLie(counts: Counts): Readonly<Record<string, fc.AsyncCommand<World, World>[]>> {
  const by = (name: string, lie: Lie | null, how: Doing, who: Name = "clara") => scripted(command({ name, who, lie, ...how }, counts));
  const told = (kind: LieKind, about: Lie["about"], choice = 1): Lie => ({ kind, about, after: 0, times: 50, choice });
  // Before there are two answers none of them is an older one.
  const each = (name: string, about: Lie["about"], how: Doing) => [
    by(name, null, how), by(name, null, how), ...LIES.flatMap((kind) => [by(name, told(kind, about), how), by(name, null, how)]),
  ];
  return {
    "about people": each("looks at people", "/users", lookingAtPeople),
    "about an item": each("reads", "item", reading(1)),
    "about a task": each("reads", "item", reading(2)),
    "about a file": each("opens a file", "item", openingFile(0)),
    // Whoever has seen the newest one has an alarm of each other, or nothing to try again after.
    "with a head that is signed": EVERY_HEAD.flatMap((choice) => [
      by("hears of news", null, hearing), by("hears of news", told("forged", "keys/head", choice), hearing), by("tries again", null, tryingAgain),
    ]),
    // The server takes no dates, and says another next date: neither gets into what is signed.
    "about a task, two at once": [
      ...[0, 1, 2].map((task) => by("completes a task", paired(TASK_PAIRS[0], [0, 0]), completing(task, paired(TASK_PAIRS[0], [0, 0])))),
      ...TASK_PAIRS.flatMap((pair, at) => EDITS.flatMap((how, n) => {
        const lie = paired(pair, [0, 0]);
        // A day that was hidden stays so; the next pair has a task of its own.
        const lied = by("edits a task", lie, editing(at, lie, how));
        return n % 2 === 0 ? [lied] : [lied, by("edits a task", null, editing(at, null, "title"))];
      })),
    ],
    // Somebody has come without a link: no invitation, says the server, and the role of an owner.
    "about somebody who waits, two at once": [
      by("joins", null, joining(false), "tom"),
      ...[0, 1].flatMap((role) => [0, 1].map((box) => paired(LETTING_IN, [role, box]))).flatMap((lie) => [by("looks at people", lie, lookingAtPeople), by("hears of news", lie, hearing)]),
      by("compares codes", paired(LETTING_IN, [0, 0]), comparing),
      by("looks at people", null, lookingAtPeople), by("hears of news", null, hearing),
    ],
    // Somebody waits, and the server says that he is to have everything.
    "about somebody who waits": [
      by("joins", null, joining(true), "tom"),
      ...[0, 1].flatMap((choice) => [by("looks at people", told("forged", "/users", choice), lookingAtPeople), by("hears of news", told("forged", "/users", choice), hearing)]),
      by("hears of news", null, hearing),
    ],
  };
}

/** Everything that may happen, in the proportion in which it does. */
export function allActs(counts: Counts): { readonly names: readonly string[]; readonly acts: fc.Arbitrary<fc.AsyncCommand<World, World>>[] } {
  const names: string[] = [];
  const act = <T extends object>(name: string, weight: number, given: fc.Arbitrary<T & { who: Name; lie: Lie | null }>, how: (given: T) => Pick<Act, "can" | "does">) => {
    names.push(name);
    return Array.from({ length: weight }, () => given.map((one) => command({ name, who: one.who, lie: one.lie, ...how(one) }, counts)));
  };
  const clara = fc.constant<Name>("clara");
  const jonas = fc.constant<Name>("jonas");
  const tom = fc.constant<Name>("tom");
  const audiences = (world: World, { name }: Client, n: number): string[] => {
    const { owner, admin, member } = world.truth.server.roles;
    const choices = { clara: [[owner], [member, owner], [admin, member, owner]], jonas: [[member], [member, owner], [admin, member]], tom: [[member]] }[name];
    return choices[n % choices.length] ?? [];
  };
  const acts = [
    ...act("hears of news", 2, fc.record({ who, lie: lieOrPair }), () => hearing),
    ...act("adds a task", 1, fc.record({ who, lie, n: pick }), ({ n }) => ready((w, c) => addTask(w, c, audiences(w, c, n), n))),
    ...act("edits a task", 2, fc.record({ who, lie: taskLie, n: pick, how: fc.constantFrom(...EDITS) }), ({ n, lie: told, how }) => editing(n, told, how)),
    ...act("completes a task", 1, fc.record({ who, lie: taskLie, n: pick }), ({ n, lie: told }) => completing(n, told)),
    ...act("writes", 2, fc.record({ who, lie, n: pick }), ({ n }) => ready((w, c) => write(w, c, audiences(w, c, n)))),
    ...act("reads", 3, fc.record({ who, lie: itemLie, n: pick }), ({ n }) => reading(n)),
    ...act("edits", 2, fc.record({ who, lie: itemLie, n: pick }), ({ n }) => toDocument(n, (w, c, doc, item) => edit(w, c, doc, item, `Passport ${String(n)}`, n % 2 === 0 ? "2032-01-01" : null))),
    ...act("archives", 1, fc.record({ who, lie: itemLie, n: pick }), ({ n }) => toDocument(n, (w, c, doc, item) => archive(w, c, doc, item, n % 2 === 0 ? "archived" : "active"))),
    ...act("deletes", 1, fc.record({ who, lie: itemLie, n: pick }), ({ n }) => toItem(n, erase)),
    ...act("attaches a file", 1, fc.record({ who, lie, n: pick }), ({ n }) => ready((w, c) => attach(w, c, audiences(w, c, n)))),
    ...act("opens a file", 2, fc.record({ who, lie: itemLie, n: pick }), ({ n }) => openingFile(n)),
    ...act("pays what is owed", 2, fc.record({ who, lie: itemLie, n: pick }), ({ n }) => toItem(n, pay)),
    ...act("lists", 1, fc.record({ who, lie, n: pick }), ({ n }) => ready((w, c, lied) => list(w, c, n, lied))),
    ...act("looks at people", 1, fc.record({ who, lie: lieOrPair }), () => lookingAtPeople),
    ...act("reloads", 1, fc.record({ who, lie }), () => ({ can: (_w, c) => c.browser !== null, does: (w, c, lied) => under(c, lied, () => start(w, c)) })),
    ...act("locks and unlocks", 1, fc.record({ who, lie }), () => ({
      can: (_w, c) => isReady(c),
      does: doing(async (_w, c) => { await keyringOf(c).lock(); await keyringOf(c).unlock(PASSPHRASE.passphrase); }),
    })),
    ...act("tries again", 3, fc.record({ who, lie: fc.constant(null) }), () => tryingAgain),
    ...act("invites", 1, fc.record({ who: clara, lie }), () => ({
      can: (_w, c) => isReady(c),
      does: doing((w, c) => { c.wishes.add(`invite to ${w.truth.server.roles.member}`); return keyringOf(c).invite({ email: `${newId()}@example.test`, roleId: w.truth.server.roles.member }); }),
    })),
    ...act("joins", 3, fc.record({ who: tom, lie, byLink: fc.boolean() }), ({ byLink }) => joining(byLink)),
    ...act("compares codes", 2, fc.record({ who: clara, lie: lieOrPair }), () => comparing),
    ...act("gives a role", 1, fc.record({ who: clara, lie }), () => ({
      can: (w, c) => isReady(c) && !holds(c, clientOf(w, "jonas"), w.truth.server.roles.admin),
      does: doing((w, c) => {
        const [{ person }, role] = [clientOf(w, "jonas"), w.truth.server.roles.admin];
        c.wishes.add(`give ${person.id} ${role}`);
        return keyringOf(c).giveRole(person.id, role);
      }),
    })),
    ...act("takes a role", 1, fc.record({ who: clara, lie }), () => ({
      can: (w, c) => isReady(c) && holds(c, clientOf(w, "jonas"), w.truth.server.roles.admin),
      does: doing((w, c) => {
        const [{ person }, role] = [clientOf(w, "jonas"), w.truth.server.roles.admin];
        c.wishes.delete(`give ${person.id} ${role}`);
        c.wishes.add(`take ${person.id} ${role}`);
        return keyringOf(c).takeRole(person.id, role);
      }),
    })),
    ...act("renews a key", 1, fc.record({ who: clara, lie }), () => ({
      can: (_w, c) => isReady(c), does: doing((w, c) => { c.wishes.add(`renew ${w.truth.server.roles.member}`); return keyringOf(c).roll(w.truth.server.roles.member); }),
    })),
    ...act("removes a member", 1, fc.record({ who: clara, lie }), () => ({
      can: (w, c) => isReady(c) && holds(c, clientOf(w, "tom"), w.truth.server.roles.member), does: doing((w, c) => remove(w, c, clientOf(w, "tom"))),
    })),
    ...act("meets an intruder", 3, fc.record({ who: clara, lie: fc.constant(null) }), () => ({
      can: (w, c) => isReady(c) && !w.intruded && clientOf(w, "tom").browser === null, does: async (w, c) => { w.intruded = true; await intrude(w); return under(c, null, () => keyringOf(c).news()); },
    })),
    ...act("is shown a replacement", 1, fc.record({ who: clara, lie: fc.constant(null), n: pick }), ({ n }) => ({
      can: (w, c) => isReady(c) && isReady(clientOf(w, "jonas")) && !w.branch && ownersOnly(w).length > 0,
      does: doing((w, c) => replace(w, c, clientOf(w, "jonas"), ownersOnly(w)[n % ownersOnly(w).length] as Doc)),
    })),
    ...act("is shown a history of his own", 1, fc.record({ who: jonas, lie: fc.constant(null) }), () => ({
      can: (w, c) => isReady(c) && !w.branch && w.truth.docs.size > 1,
      does: async (w, c) => {
        const history = await aHistory(await w.truth.server.fork(), w.truth);
        w.branch = { from: w.truth.server.leaves.length, history };
        c.history = history;
        return under(c, null, () => keyringOf(c).news());
      },
    })),
    ...act("reads what was written in the other history", 2, fc.record({ who: clara, lie: fc.constant(null) }), () => ({
      can: (w, c) => isReady(c) && w.branch !== null && isReady(clientOf(w, "jonas")), does: doing((w, c) => cross(w, c, clientOf(w, "jonas"))),
    })),
  ];
  return { names, acts };
}
