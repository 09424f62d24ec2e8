// @vitest-environment jsdom
/** A next date that nobody has signed is drawn as the server's word wherever it is listed, and one that cannot be true says so. */
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import type { SessionInfo } from "../../api/auth";
import { InEnglish } from "../../i18n/testing/InEnglish";
import { SessionContext } from "../../session/context";
import type { TaskItem } from "../kinds/task";
import { DueMark } from "./marks";
import { dueOf } from "./rows";

afterEach(cleanup);

const session = {
  user: { id: "me" }, session: { id: "here" },
  account: { id: "hawthorne", language: "en", dateFormat: "ddmmyyyy", dateSeparator: "/", zone: "UTC" },
} as unknown as SessionInfo;

const MONTHLY = { rule: "FREQ=MONTHLY", mode: "fixed", zone: "UTC" } as const;

function draw(item: { dueOn: string; revision?: number; nextDueOn?: string; repeats?: boolean }) {
  const { dueOn, revision = 3, nextDueOn = null, repeats = true } = item;
  const task = { dueOn, dueTime: null, recurrence: repeats ? MONTHLY : null, revision, word: { nextDueOn } } as unknown as TaskItem;
  const due = dueOf(task, null, "open", "2026-01-10", "12:00");
  if (!due) throw new Error("It is due.");
  return render(<DueMark due={due} />, { wrapper: ({ children }) => <InEnglish><SessionContext value={session}>{children}</SessionContext></InEnglish> });
}

const word = () => document.querySelector("[data-word]");
const WRONG = "The server's date does not match the signed repeat rule.";

test("the signed day has no mark", () => {
  draw({ dueOn: "2026-02-05" });
  expect(screen.getByText("05/02/2026")).toBeTruthy();
  expect(word()).toBeNull();
});

test("neither has that of a task that does not repeat, whatever the server says", () => {
  draw({ dueOn: "2026-02-05", nextDueOn: "2026-03-05", repeats: false });
  expect(screen.getByText("05/02/2026")).toBeTruthy();
  expect(word()).toBeNull();
});

test("the next one is the server's word, and stands without a word of doubt where the signed rule has it", async () => {
  draw({ dueOn: "2026-01-05", nextDueOn: "2026-02-05" });
  expect(word()?.textContent).toContain("05/02/2026");
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByText(WRONG)).toBeNull();
});

test.each([
  ["is none of the rule", { nextDueOn: "2026-02-06" }],
  ["is further away than there are statements", { nextDueOn: "2027-02-05" }],
  ["comes although nothing was signed since", { nextDueOn: "2026-02-05", revision: 1 }],
])("one that %s is called wrong", async (_what, told) => {
  draw({ dueOn: "2026-01-05", ...told });
  await waitFor(() => expect(screen.getByText(WRONG)).toBeTruthy());
  expect(word()).not.toBeNull();
});
