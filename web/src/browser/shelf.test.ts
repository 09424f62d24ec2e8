/** A browser that keeps nothing stops nothing: the page remembers by itself. */
import { expect, test } from "vitest";

import { shelfOf } from "./shelf";

const refused = (): never => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};

/** A storage that can be read, and is full. */
function full(): Storage {
  return Object.create({ getItem: (name: string) => (name === "before" ? "kept" : null), setItem: refused, removeItem: refused }) as Storage;
}

test.each<[string, () => Storage]>([
  ["that may not be named", refused],
  ["that is full", full],
])("a storage %s", (_what, storage) => {
  const shelf = shelfOf(storage);
  expect(shelf.get("place")).toBeNull();
  shelf.set("place", "/documents");
  expect([shelf.get("place"), shelf.names()]).toEqual(["/documents", ["place"]]);
  shelf.remove("place");
  expect([shelf.get("place"), shelf.names()]).toEqual([null, []]);
});

test("what a full storage kept before is still there, and what was set later counts", () => {
  const shelf = shelfOf(full);
  expect(shelf.get("before")).toBe("kept");
  shelf.set("before", "changed");
  expect(shelf.get("before")).toBe("changed");
});
