/** An entry passes only as what stands in the signed log, and a log only as the one that was seen. */
import { expect, test } from "vitest";

import type { AuditEntry } from "../../api/oversight";
import type { AuditProofs } from "../../api/typesOnly.generated";
import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import { BrokenLog, checkProofs, type LogPin } from "./check.ts";
import { aLog, newKeys, word } from "./testing/log.ts";

const NOW = new Date("2026-03-02T00:00:00Z");
/** When the entries of a test have just been written. */
const JUST_THEN = new Date("2026-03-01T12:00:01Z");
const OTHER = "00000000-0000-4000-8000-00000000ffff";

const standings = async (answer: AuditProofs, entries: readonly AuditEntry[], now = NOW) => {
  const { entries: found } = await checkProofs(answer, entries, null, null, now);
  return entries.map(({ id }) => found.get(id)?.standing);
};

test("every entry of an honest log is proved, under every size, and what comes later waits", async () => {
  const log = await aLog(9);
  for (let size = 1; size <= 9; size++) {
    const wanted = log.entries.map(({ position }) => (position <= size ? "proved" : "waiting"));
    expect(await standings(await log.answer(size), log.entries, JUST_THEN)).toEqual(wanted);
  }
});

test("what is older than ten minutes and not signed is overdue, also where its time is none", async () => {
  const log = await aLog(4);
  const at = (...times: (string | undefined)[]) => log.entries.map((entry, place) => ({ ...entry, recordedAt: times[place] ?? entry.recordedAt }));
  const minutes = (count: number) => new Date(JUST_THEN.getTime() - count * 60_000).toISOString();
  expect(await standings(await log.answer(1), at(minutes(99), minutes(11), minutes(9), minutes(-1)), JUST_THEN)).toEqual(["proved", "overdue", "waiting", "waiting"]);
  expect(await standings(await log.answer(3), at(undefined, undefined, undefined, "later"), JUST_THEN)).toEqual(["proved", "proved", "proved", "overdue"]);
});

test("a log that grows is gone on from, from every size to every later one", async () => {
  const log = await aLog(9);
  for (let from = 1; from <= 9; from++) {
    const { pin } = await checkProofs(await log.answer(from), [], null, null, NOW);
    for (let to = from; to <= 9; to++) {
      const then = await checkProofs(await log.answer(to, from), [], pin, null, new Date("2026-04-01"));
      expect(then.pin).toMatchObject({ size: to, since: NOW.toISOString() });
    }
  }
});

const flipped = (text: string) => {
  const bytes = fromBase64Url(text);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return toBase64Url(bytes);
};

/** What a server may say of an entry instead of what stands in the log. */
const LIES: [string, (entry: AuditEntry) => AuditEntry][] = [
  ["another actor", (entry) => ({ ...entry, actor: { ...entry.actor, id: OTHER } })],
  ["no actor", (entry) => ({ ...entry, actor: { ...entry.actor, id: null } })],
  ["another kind of actor", (entry) => ({ ...entry, actor: { ...entry.actor, type: "system" } })],
  ["an impersonator", (entry) => ({ ...entry, actor: { ...entry.actor, impersonatorId: OTHER } })],
  ["another action", (entry) => ({ ...entry, action: "contact.deleted" })],
  ["another time", (entry) => ({ ...entry, at: "2026-03-01T12:00:00.124Z" })],
  ["another thing", (entry) => ({ ...entry, targets: [{ kind: "contact", id: OTHER, version: 1 }] })],
  ["another kind of thing", (entry) => ({ ...entry, targets: entry.targets.map((target) => ({ ...target, kind: "vendor" })) })],
  ["another account", (entry) => ({ ...entry, accountId: OTHER })],
  ["another event", (entry) => ({ ...entry, id: OTHER })],
  ["another session", (entry) => ({ ...entry, context: { ...entry.context, sessionId: OTHER } })],
  ["another device", (entry) => ({ ...entry, context: { ...entry.context, deviceId: OTHER } })],
  ["another request", (entry) => ({ ...entry, context: { ...entry.context, requestId: word(OTHER) } })],
  ["another correlation", (entry) => ({ ...entry, context: { ...entry.context, correlationId: OTHER } })],
  ["another hash", (entry) => ({ ...entry, leafHashB64u: flipped(entry.leafHashB64u) })],
];

test.each(LIES)("%s is not what stands in the log", async (_, lie) => {
  const log = await aLog(5);
  const entries = log.entries.map((entry) => (entry.position === 3 ? lie(entry) : entry));
  expect(await standings(await log.answer(5), entries)).toEqual(["proved", "proved", "differs", "proved", "proved"]);
});

type Proof = AuditProofs["proofs"][number];
const PROOFS: [string, (proof: Proof, others: readonly Proof[]) => Proof | null, string][] = [
  ["none", () => null, "withheld"],
  ["that of another", (proof, [first]) => ({ ...(first ?? proof), position: proof.position }), "differs"],
  ["another leaf", (proof) => ({ ...proof, leafB64u: flipped(proof.leafB64u) }), "differs"],
  ["another header", (proof) => ({ ...proof, headerB64u: flipped(proof.headerB64u ?? "") }), "differs"],
  ["another state", (proof) => ({ ...proof, stateB64u: flipped(proof.stateB64u ?? "") }), "differs"],
  ["another hash on the way", (proof) => ({ ...proof, path: proof.path.map((hash, at) => (at === 1 ? flipped(hash) : hash)) }), "differs"],
  ["a shorter way", (proof) => ({ ...proof, path: proof.path.slice(1) }), "differs"],
  ["a longer way", (proof) => ({ ...proof, path: [...proof.path, proof.leafB64u] }), "differs"],
  ["no Base64", (proof) => ({ ...proof, path: ["*"] }), "differs"],
  ["the event of a person", (proof) => ({ ...proof, headerB64u: null, stateB64u: null }), "hash"],
];

test.each(PROOFS)("of %s comes what it is worth", async (_, lie, standing) => {
  const log = await aLog(5);
  const answer = await log.answer(5);
  const proofs = answer.proofs.flatMap((proof) => (proof.position === 3 ? (lie(proof, answer.proofs) ?? []) : proof));
  expect(await standings({ ...answer, proofs }, log.entries)).toEqual(["proved", "proved", standing, "proved", "proved"]);
});

async function faultOf(answer: AuditProofs, pin: LogPin | null, signer: { name: string; key: string } | null = null) {
  return checkProofs(answer, [], pin, signer, NOW).then(
    () => null,
    (reason: unknown) => (reason instanceof BrokenLog ? reason.fault : reason),
  );
}

test("a log that is not the one that was seen is told", async () => {
  const keys = await newKeys();
  const log = await aLog(6, {}, keys);
  const { pin } = await checkProofs(await log.answer(4), [], null, null, NOW);
  expect(await faultOf(await log.answer(6, 4), pin)).toBe(null);
  expect(await faultOf(await log.answer(3), pin)).toBe("shorter");
  const anew = await aLog(6, { 2: '{"another":"past"}' }, keys);
  expect(await faultOf(await anew.answer(6, 4), pin)).toBe("other");
  expect(await faultOf(await anew.answer(4), pin)).toBe("other");
  expect(await faultOf({ ...(await log.answer(6, 4)), consistency: [] }, pin)).toBe("other");
  // Also what was seen by another way: the key that signs the heads of the account.
  const theirs = await aLog(6);
  expect(await faultOf(await theirs.answer(6, 4), pin)).toBe("otherKey");
  expect(await faultOf(await theirs.answer(6), null, { name: log.name, key: log.key })).toBe("otherKey");
  expect(await faultOf(await log.answer(6, 4), { ...pin, key: theirs.key }, { name: log.name, key: log.key })).toBe("otherKey");
  expect(await faultOf(await log.answer(6), null, { name: "another.example", key: log.key })).toBe("notSigned");
});

test("a checkpoint that the key did not sign is none", async () => {
  const log = await aLog(6);
  const answer = await log.answer(6);
  const other = await (await aLog(6)).answer(6);
  for (const note of [
    "", "x", answer.note.replace("\n6\n", "\n7\n"), answer.note.replace("time 1", "time 2"), other.note,
    answer.note.replaceAll("events.v1/0", "events.v1/1"), answer.note.split("\n\n")[0] ?? "",
  ])
    expect(await faultOf({ ...answer, note }, null)).toBe("notSigned");
});
