/** Ids are well formed and grow with time. */
import { expect, test } from "vitest";

import { newId } from "./ids";

test("an id is a UUID of version 7 that begins with its moment", () => {
  const id = newId(Date.UTC(2026, 0, 1));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(parseInt(id.replace(/-/g, "").slice(0, 12), 16)).toBe(Date.UTC(2026, 0, 1));
});

test("later ids sort behind earlier ones, and no two are the same", () => {
  const ids = [1, 2, 3, 300, 70_000].map((moment) => newId(moment));
  expect([...ids].sort()).toEqual(ids);
  expect(newId(5)).not.toBe(newId(5));
});
