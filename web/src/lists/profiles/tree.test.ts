/** Where profiles stand after groups and parts of them were removed. */
import { expect, test } from "vitest";

import { branches, type Group, type Part } from "./tree";

const part = (id: string, groupId: string, more: Partial<Part> = {}): Part => ({ id, rank: id, deleted: false, movedTo: null, groupId, ...more });
const group = (id: string, parts: Part[] = [], more: Partial<Group> = {}): Group & { parts: Part[] } => ({
  id, rank: id, deleted: false, movedTo: null, typeId: "person", parts, ...more,
});
const profile = (id: string, groupId: string, subGroupId: string | null = null) => ({ id, rank: id, groupId, subGroupId });

const drawn = (groups: ReturnType<typeof group>[], profiles: ReturnType<typeof profile>[]) =>
  branches(groups, groups.flatMap(({ parts }) => parts), profiles).map((branch) => ({
    [branch.group.id]: [...branch.profiles.map(({ id }) => id), ...branch.parts.map((one) => [one.part.id, ...one.profiles.map(({ id }) => id)])],
  }));

test("in groups and their parts, each by its rank", () => {
  const groups = [group("b", [part("b2", "b"), part("b1", "b")]), group("a")];
  expect(drawn(groups, [profile("z", "a"), profile("y", "a"), profile("x", "b", "b1")])).toEqual([{ a: ["y", "z"] }, { b: [["b1", "x"], ["b2"]] }]);
});

test("what was removed leads to what stands, with its parts", () => {
  const removed = { deleted: true };
  const groups = [
    group("a", [part("a1", "a"), part("a2", "a", { ...removed, movedTo: "a1" }), part("a3", "a", { ...removed, movedTo: "a" })], { ...removed, movedTo: "b" }),
    group("b"),
    group("lost", [], removed),
  ];
  const profiles = [profile("x", "a"), profile("y", "a", "a2"), profile("z", "a", "a3"), profile("w", "lost")];
  expect(drawn(groups, profiles)).toEqual([{ b: ["x", "z", ["a1", "y"]] }]);
});
