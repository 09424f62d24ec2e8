// @vitest-environment jsdom
/** What was opened last is found first, and known by its id only. */
import { afterEach, expect, test } from "vitest";

import { lastOpened, noteOpened, recentFirst } from "./opened";

afterEach(() => localStorage.clear());

test("the latest first, each once, in its account", () => {
  for (const id of ["a", "b", "c", "a"]) noteOpened("house", id);
  noteOpened("boat", "z");
  expect(lastOpened("house")).toEqual(["a", "c", "b"]);
  expect(lastOpened("boat")).toEqual(["z"]);
  expect({ ...localStorage }).toEqual({ "coffer.opened.house": '["a","c","b"]', "coffer.opened.boat": '["z"]' });
});

test("only the last twenty are kept", () => {
  for (let id = 0; id < 30; id += 1) noteOpened("house", `${id}`);
  expect(lastOpened("house")).toHaveLength(20);
  expect(lastOpened("house")[0]).toBe("29");
});

test("what was opened comes before what was not, which stays in its order", () => {
  const order = (items: string[], opened: string[]) => recentFirst(items, (item) => item, opened);
  expect(order(["a", "b", "c", "d"], ["d", "b"])).toEqual(["d", "b", "a", "c"]);
  expect(order(["a", "b"], [])).toEqual(["a", "b"]);
});
