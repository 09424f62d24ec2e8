/** New is what somebody else added since the list was first seen. */
import { expect, test } from "vitest";

import { newsOf } from "./useNews";

const item = (id: string, createdBy: string | null) => ({ id, createdBy });

test("neither what was there nor what I added myself", () => {
  const items = [item("old", "jonas"), item("mine", "clara"), item("his", "jonas"), item("nobody", null)];
  expect(newsOf(items, new Set(["old"]), "clara")).toEqual(["his", "nobody"]);
});
