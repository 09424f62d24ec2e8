/** Nothing that one person wrote is lost, and nobody is asked about what only one of them touched. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { mergeMembers, settle, type Members } from "./merge";

const contents = (said: Members, expiresOn: string | null = null): Members => ({ v: 1, title: "Passport", ...said, expiresOn });
const base = contents({ number: "C01", notes: "in the safe" }, "2027-01-14");

test("what each changed alone is taken from the one who changed it", () => {
  const yours = contents({ number: "C02", notes: "in the safe" }, "2027-01-14");
  const theirs = contents({ number: "C01", notes: "at the bank" }, "2028-01-14");
  const merge = mergeMembers(base, yours, theirs);
  expect(merge.differences.map(({ member, take }) => [member, take])).toEqual([
    ["number", "yours"],
    ["notes", "theirs"],
    ["expiresOn", "theirs"],
  ]);
  expect(settle(merge, {})).toEqual(contents({ number: "C02", notes: "at the bank" }, "2028-01-14"));
});

test("what both changed stays yours until somebody chooses theirs", () => {
  const merge = mergeMembers(base, contents({ title: "Mine" }), contents({ title: "Theirs" }));
  expect(settle(merge, {})["title"]).toBe("Mine");
  expect(settle(merge, { title: "theirs" })["title"]).toBe("Theirs");
});

test("the same words on both sides are no difference, and neither is an emptied field", () => {
  const merge = mergeMembers(base, contents({ number: "", notes: "x" }), contents({ notes: "x" }));
  expect(merge.differences).toEqual([]);
});

test("a member that the chosen side lacks is left out", () => {
  const merge = mergeMembers(base, base, contents({ notes: "in the safe" }, "2027-01-14"));
  expect(settle(merge, {})).toEqual(contents({ notes: "in the safe" }, "2027-01-14"));
});

test("lists with names go together entry by entry", () => {
  const field = (key: string, value: string) => ({ key, type: "text" as const, value });
  const before = contents({ fields: [field("a", "1"), field("b", "1"), field("c", "1")] });
  const yours = contents({ fields: [field("a", "2"), field("b", "1"), field("d", "1")] });
  const theirs = contents({ fields: [field("a", "1"), field("b", "2"), field("c", "1"), field("e", "1")] });
  const merge = mergeMembers(before, yours, theirs);
  expect(merge.differences).toEqual([]);
  expect(settle(merge, {})["fields"]).toEqual([field("a", "2"), field("b", "2"), field("e", "1"), field("d", "1")]);
});

test("members that this version does not know are kept", () => {
  const theirs = { ...base, shelf: 7 };
  expect(settle(mergeMembers(base, base, theirs), {})).toEqual(theirs);
});

test("whoever changed nothing gets what the other wrote, whatever it was", () => {
  const text = fc.option(fc.string(), { nil: undefined });
  const any = fc.record({ title: fc.string(), number: text, notes: text }).map((said) => contents(said));
  const written = ({ title, number, notes }: Members) => [title, number ?? "", notes ?? ""];
  fc.assert(
    fc.property(any, any, (before, changed) => {
      expect(written(settle(mergeMembers(before, before, changed), {}))).toEqual(written(changed));
      expect(written(settle(mergeMembers(before, changed, before), {}))).toEqual(written(changed));
      expect(mergeMembers(before, changed, before).theyChanged).toBe(false);
    }),
  );
});
