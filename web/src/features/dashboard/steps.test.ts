/** Each of the first steps is done when it is so, and by nothing that only the server says. */
import { expect, test } from "vitest";

import type { KeyDevice } from "../../keyring/contract";
import { begunOf, stepsOf, type Known, type StepId } from "./steps";

const device = (more: Partial<KeyDevice> = {}) => ({ mine: true, revoked: false, vouched: "genesis", ...more }) as KeyDevice;
const overview = { recovery: { savedAt: null, testedAt: null, remindAt: null, reminders: 0 }, devices: [device()], invitations: [] };
const fresh: Known = { keys: "ready", overview, documents: 0, dated: 0, others: 0, mayAdd: true, mayInvite: true };

const done = (known: Partial<Known>): StepId[] => (stepsOf({ ...fresh, ...known }) ?? []).flatMap(({ id, done: isDone }) => (isDone ? [id] : []));
const ids = (known: Partial<Known>): StepId[] | undefined => stepsOf({ ...fresh, ...known })?.map(({ id }) => id);

test("a new account has set up its browser and nothing else", () => {
  expect(done({})).toEqual(["unlock"]);
  expect(ids({})).toEqual(["unlock", "save", "upload", "device", "invite", "test"]);
});

test.each<[StepId, Partial<Known>]>([
  ["save", { overview: { ...overview, recovery: { ...overview.recovery, savedAt: "2026-11-26" } } }],
  ["test", { overview: { ...overview, recovery: { ...overview.recovery, testedAt: "2026-11-26" } } }],
  ["upload", { documents: 1 }],
  ["device", { overview: { ...overview, devices: [device(), device({ vouched: "device" })] } }],
  ["invite", { others: 1 }],
  ["invite", { overview: { ...overview, invitations: [{ id: "signed" }] as never } }],
])("%s is done by %j", (id, known) => {
  expect(done({})).not.toContain(id);
  expect(done(known)).toContain(id);
});

test.each<[string, Partial<KeyDevice>]>([
  ["waits for somebody", { vouched: null }],
  ["is removed", { revoked: true }],
  ["is somebody else's", { mine: false }],
])("a device that %s is no second one", (_what, more) => {
  expect(done({ overview: { ...overview, devices: [device(), device({ vouched: "device", ...more })] } })).not.toContain("device");
});

test("a document asks for its last day, and whoever has none is not asked", () => {
  expect(ids({})).not.toContain("expiry");
  expect(ids({ documents: 2 })).toContain("expiry");
  expect(done({ documents: 2 })).not.toContain("expiry");
  expect(done({ documents: 2, dated: 1 })).toContain("expiry");
});

test("nobody is asked for what their role cannot do", () => {
  expect(ids({ mayAdd: false, mayInvite: false, documents: null })).toEqual(["unlock", "save", "device", "test"]);
});

test.each<[string, Partial<Known>]>([
  ["the record of this device is not read yet", { overview: undefined }],
  ["it is not known yet what is there", { documents: null }],
  ["a role has no keys", { keys: "keyless" }],
])("nothing is said while %s", (_what, known) => expect(stepsOf({ ...fresh, ...known })).toBeNull());

test("a browser that is no device begins with its set-up, whatever is in the account", () => {
  expect(stepsOf({ ...fresh, keys: "new", overview: undefined, documents: null })?.[0]).toEqual({ id: "unlock", done: false });
  expect(ids({ keys: "new", overview: undefined, documents: null })).not.toContain("upload");
});

test("a document that the server leaves out is one that was begun with, and nobody is asked for its last day", () => {
  const found = { verified: 0, dated: 0, withheld: 1 };
  expect(done(begunOf({ isClosed: false, answered: 0, found }))).toEqual(["unlock", "upload", "expiry"]);
  expect(done(begunOf({ isClosed: false, answered: 0, found: { ...found, withheld: 0 } }))).toEqual(["unlock"]);
});

test("of documents that nobody here verifies it is known only that there are none", () => {
  expect(begunOf({ isClosed: true, answered: 0, found: null })).toEqual({ documents: 0, dated: null });
  expect(begunOf({ isClosed: true, answered: 3, found: { verified: 0, dated: 0, withheld: 0 } })).toEqual({ documents: null, dated: null });
  expect(begunOf({ isClosed: false, answered: 0, found: null })).toEqual({ documents: null, dated: null });
});
