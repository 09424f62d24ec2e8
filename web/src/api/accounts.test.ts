/** What a role allows, and which roles it may give. */
import { expect, test } from "vitest";

import { allows, covers, type Role } from "./accounts";

const role = (permissions: Record<string, string[]>) => ({ word: { permissions } }) as unknown as Role;
const OWNER = role({ document: ["read", "create"], member: ["list", "delete"] });
const MEMBER = role({ document: ["read"], member: ["list"] });

test("a permission is a resource and an action of it", () => {
  expect(allows(OWNER, "document.create")).toBe(true);
  expect(allows(MEMBER, "document.create")).toBe(false);
  expect(allows(MEMBER, "audit.read")).toBe(false);
});

test("nobody gives a role that may more than the own one", () => {
  expect(covers(OWNER, MEMBER)).toBe(true);
  expect(covers(MEMBER, OWNER)).toBe(false);
  expect(covers(MEMBER, role({}))).toBe(true);
});
