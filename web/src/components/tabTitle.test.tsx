// @vitest-environment jsdom
/** The tab names the place that is open and how far uploads are, and nothing that a person wrote. */
import { i18n } from "@lingui/core";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";

import { voice, type FixedWords } from "../i18n/say";
import { placeOf, useTabShare, useTabTitle } from "./tabTitle";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));
afterEach(cleanup);

const say = voice("en");
const tab = () => window.document.querySelector("title")?.textContent;
const place = (name: string) => name as FixedWords;

test("the tab names the place", () => {
  renderHook(() => useTabTitle(place("Documents")));
  expect(tab()).toBe("Documents · Coffer");
});

test("how far uploads are stands before it, on every place, until they are done", () => {
  const title = renderHook(({ name }) => useTabTitle(place(name)), { initialProps: { name: "Documents" } });
  const share = renderHook<void, { percent: number | null }>(({ percent }) => useTabShare(percent), { initialProps: { percent: 3 } });
  expect(tab()).toBe("3 % · Documents · Coffer");
  act(() => title.rerender({ name: "Tasks" }));
  expect(tab()).toBe("3 % · Tasks · Coffer");
  act(() => share.rerender({ percent: null }));
  expect(tab()).toBe("Tasks · Coffer");
});

test("a title that says more than the catalogue needs a place beside it", () => {
  const written = say("join.title", "Join {account}", { account: "Lindenstrasse 12" });
  // @ts-expect-error What a person wrote is among the words.
  void placeOf({ title: written });
  // @ts-expect-error Nor is any other text fixed.
  void placeOf({ title: "Passport Clara" });
  expect(placeOf({ title: "Passport Clara", place: place("Documents") })).toBe("Documents");
  expect(placeOf({ title: place("Tasks") })).toBe("Tasks");
});
