// @vitest-environment jsdom
/** New is what somebody else added since the list was first seen. */
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { useArrivals } from "./beyond";
import { newsOf } from "./news";

const item = (id: string, createdBy: string | null, updatedBy: string | null = null) => ({ id, item: { createdBy, updatedBy } });

test("neither what was there nor what I added myself", () => {
  const items = [item("old", "jonas"), item("mine", "clara"), item("his", "jonas"), item("changed by me", "jonas", "clara")];
  expect(newsOf(items, new Set(["old"]), "clara")).toEqual(["his", "changed by me"]);
});

test("while the first statement is not known its newest author stands for it, and of what was refused nobody is", () => {
  const items = [item("his", null, "jonas"), item("mine", null, "clara"), item("refused", null)];
  expect(newsOf(items, new Set(), "clara")).toEqual(["his"]);
});

test("what was answered at first is nothing new, and what came is when it is verified, until it was seen", async () => {
  const verified = new Map([["old", item("old", "jonas")]]);
  const read = (which: unknown) => Promise.resolve((which as string[]).flatMap((id) => verified.get(id) ?? []) as never[]);
  const order = () => Promise.resolve(["new", "old"]);
  const { result, rerender } = renderHook(({ answers, here }) => useArrivals(answers, { order, read, here }, "clara"), {
    initialProps: { answers: [{ id: "old" }], here: [] as never[] },
  });
  const answers = [{ id: "old" }, { id: "new" }];
  rerender({ answers, here: [] });
  await act(() => Promise.resolve());
  expect(result.current.ids, "not verified yet").toEqual([]);
  verified.set("new", item("new", "jonas"));
  rerender({ answers, here: [] });
  await waitFor(() => expect(result.current.ids).toEqual(["new"]));
  act(() => result.current.seen());
  expect(result.current.ids).toEqual([]);
});
