// @vitest-environment jsdom
/** Where the server answers without the role of who is signed in, the page says that pages and buttons are missing. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { Banners } from "./Banners";
import { ROLE, show } from "./testing/forms";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LIST = { page: { limit: 50, nextCursor: null }, sync: { seq: 1 } };
const TITLE = "What you may do here could not be checked";
/** The page, with these answers one after the other; the last of them stays. */
function showAt(...answers: readonly unknown[]): () => number {
  let times = 0;
  const answer = { toJSON: () => ({ ...LIST, data: answers[Math.min(times++, answers.length - 1)] }) };
  show(() => <Banners reach="fine" switched={false} />, [[/^\/api\/roles$/, answer]]);
  return () => times;
}

test.each([
  ["none", []],
  ["that of another", [{ ...ROLE, id: "member" }]],
  ["a role that permits nobody knows what", [{ ...ROLE, word: {} }]],
  ["something else", null],
])("a role of one's own is missed where there is %s, until it is there", async (_, data) => {
  const times = showAt(data, [ROLE]);
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  expect(times()).toBe(2);
});

test("nothing is said where it is there, or where nothing has been answered yet", async () => {
  const times = showAt([ROLE]);
  await waitFor(() => expect(times()).toBe(1));
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByText(TITLE)).toBeNull();
});
