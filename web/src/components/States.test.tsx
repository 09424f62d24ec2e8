// @vitest-environment jsdom
/** What the server says of a failure stands under its mark, and in no sentence of the app's. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { InEnglish } from "../i18n/testing/InEnglish";
import { wordOf } from "../i18n/word";
import { dismiss, noticeStore, tellFailure } from "./notices";
import { Notices } from "./Notices";
import { Failed } from "./States";
import { Why } from "./Why";

afterEach(() => {
  cleanup();
  for (const { id } of noticeStore.current()) dismiss(id);
});

const LIE = "Clara shared this with everyone.";
const isMarked = (text: string): boolean => screen.getByText(text).closest("[data-word]") !== null;

test("in place of the contents", () => {
  render(<Failed title="The tasks did not load" message="The server refused this." told={{ said: wordOf(LIE), requestId: wordOf("r-1") }} />, { wrapper: InEnglish });
  expect(["The server refused this.", LIE, "r-1"].map(isMarked)).toEqual([false, true, true]);
});

test("in an alert", () => {
  render(<p role="alert"><Why message="The server refused this." said={wordOf(LIE)} /></p>, { wrapper: InEnglish });
  expect(isMarked(LIE)).toBe(true);
  expect(screen.getByRole("alert").textContent).toContain("The server refused this. The server says:");
});

test("in a notice", () => {
  render(<Notices />, { wrapper: InEnglish });
  tellFailure("Update failed", { message: "The server refused this.", said: wordOf(LIE) });
  return screen.findByText(LIE).then(() => expect(isMarked(LIE)).toBe(true));
});
