// @vitest-environment jsdom
/** New is what somebody else added since the list was first seen. */
import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";

import { newsOf, useNews } from "./useNews";

const item = (id: string, createdBy: string | null, updatedBy: string | null = null) => ({ id, item: { createdBy, updatedBy } });

test("neither what was there nor what I added myself", () => {
  const items = [item("old", "jonas"), item("mine", "clara"), item("his", "jonas"), item("changed by me", "jonas", "clara")];
  expect(newsOf(items, new Set(["old"]), "clara")).toEqual(["his", "changed by me"]);
});

test("while the first statement is not known its newest author stands for it, and of what was refused nobody is", () => {
  const items = [item("his", null, "jonas"), item("mine", null, "clara"), item("refused", null)];
  expect(newsOf(items, new Set(), "clara")).toEqual(["his"]);
});

test("what was answered at first is nothing new, though it is verified later", () => {
  const { result, rerender } = renderHook(({ answers, rows }) => useNews(answers, rows, "clara").ids, {
    initialProps: { answers: [{ id: "old" }], rows: [] as ReturnType<typeof item>[] },
  });
  rerender({ answers: [{ id: "old" }, { id: "new" }], rows: [item("old", "jonas")] });
  expect(result.current, "not verified yet").toEqual([]);
  rerender({ answers: [{ id: "old" }, { id: "new" }], rows: [item("old", "jonas"), item("new", "jonas")] });
  expect(result.current).toEqual(["new"]);
});
