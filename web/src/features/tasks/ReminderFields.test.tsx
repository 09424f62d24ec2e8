// @vitest-environment jsdom
/** Reminders as people set them, and as they are kept. */
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { show, type as typeInto } from "../../app/testing/forms";
import { Form } from "../../components/Form";
import type { DateSettings } from "../../dates/days";
import type { Say } from "../../i18n/say";
import type { Reminder } from "../../lists/tasks/reminders";
import { momentOf, partsOf } from "./reminderMoments";
import ReminderFields from "./ReminderFields";
import { beforeWord, reminderWord } from "./reminding";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-26T12:00:00Z") }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function draw(first: Reminder[], dueOn: string | null = "2026-12-24", dueTime: string | null = null) {
  const kept: { now: Reminder[] } = { now: first };
  function Held() {
    const [value, setValue] = useState(first);
    kept.now = value;
    return (
      <Form onSend={() => undefined}>
        <ReminderFields value={value} dueOn={dueOn} dueTime={dueTime} onChange={setValue} />
      </Form>
    );
  }
  show(() => <Held />);
  return kept;
}

async function options(name: RegExp) {
  fireEvent.click(await screen.findByRole("button", { name }));
  return within(await screen.findByRole("listbox")).getAllByRole("option");
}
const choose = async (name: RegExp, label: string) => fireEvent.click((await options(name)).find(({ textContent }) => textContent === label) as HTMLElement);
const add = () => fireEvent.click(screen.getByRole("button", { name: "Add a reminder" }));

test("of a day without a time there are days before, in the morning", async () => {
  const kept = draw([]);
  add();
  expect(kept.now).toMatchObject([{ channel: "inapp", minutesBefore: 0 }]);
  expect((await options(/When, reminder 1/)).map(({ textContent }) => textContent)).toEqual([
    "On the day, 09:00", "1 day before, 09:00", "2 days before, 09:00", "7 days before, 09:00", "Date and time",
  ]);
});

test("of a time there are minutes and hours, too, and mail is asked for by itself", async () => {
  const kept = draw([], "2026-12-24", "17:30");
  add();
  expect((await options(/When, reminder 1/)).map(({ textContent }) => textContent)).toEqual([
    "When it is due", "10 minutes before", "1 hour before", "1 day before", "2 days before", "7 days before", "Date and time",
  ]);
  fireEvent.click(screen.getByRole("option", { name: "1 hour before" }));
  expect(kept.now).toMatchObject([{ channel: "inapp", minutesBefore: 60 }]);
  await choose(/How, reminder 1/, "Also email");
  expect(kept.now).toMatchObject([{ channel: "email", minutesBefore: 60 }]);
});

test("a moment of its own begins in the morning of the day, and is a date and a time", async () => {
  const kept = draw([]);
  add();
  await choose(/When, reminder 1/, "Date and time");
  expect(kept.now).toEqual([{ id: kept.now[0]?.id, channel: "inapp", at: "2026-12-24T09:00:00.000Z" }]);
  const day = screen.getByRole("textbox", { name: "Date of reminder 1" });
  typeInto(day as HTMLInputElement, "20/12/2026");
  fireEvent.blur(day);
  const time = screen.getByRole("textbox", { name: "Time of reminder 1" });
  typeInto(time as HTMLInputElement, "17:45");
  fireEvent.blur(time);
  expect(kept.now).toMatchObject([{ at: "2026-12-20T17:45:00.000Z" }]);
  expect(screen.queryByText("This moment has passed, so nothing is sent.")).toBeNull();
});

test("without a day there are only moments, from tomorrow on; those before a day are not shown and not lost", () => {
  const before: Reminder = { id: "a", channel: "inapp", minutesBefore: 60 };
  const kept = draw([before], null);
  expect(screen.queryByRole("button", { name: /When, reminder 1/ })).toBeNull();
  add();
  expect(kept.now).toMatchObject([before, { at: "2026-11-27T09:00:00.000Z" }]);
});

test("what has passed says that it does nothing, what is of no usual distance stays, and each can be taken away", async () => {
  const kept = draw([
    { id: "a", channel: "email", at: "2026-11-26T11:59:00.000Z" },
    { id: "b", channel: "inapp", minutesBefore: 45 },
  ]);
  expect(screen.getByText("This moment has passed, so nothing is sent.")).toBeDefined();
  expect((await options(/When, reminder 2/)).map(({ textContent }) => textContent)).toContain("45 minutes before");
  fireEvent.click(screen.getByRole("option", { name: "45 minutes before" }));
  fireEvent.click(screen.getByRole("button", { name: "Remove reminder 1" }));
  expect(kept.now).toEqual([{ id: "b", channel: "inapp", minutesBefore: 45 }]);
});

test("there are five at most", () => {
  draw([]);
  for (let count = 0; count < 5; count += 1) add();
  expect(screen.queryByRole("button", { name: "Add a reminder" })).toBeNull();
  expect(screen.getAllByRole("button", { name: /When, reminder/ })).toHaveLength(5);
});

describe("moments", () => {
  const inZone = (zone: string) => ({ zone, language: "en", dateFormat: "ddmmyyyy", dateInputFormat: "ddmmyyyy", dateSeparator: "/" }) as DateSettings;

  test.each([
    ["Europe/Zurich", "2026-07-01", "09:00", "2026-07-01T07:00:00.000Z"],
    ["Europe/Zurich", "2026-12-01", "09:00", "2026-12-01T08:00:00.000Z"],
    ["America/New_York", "2026-12-01", "23:30", "2026-12-02T04:30:00.000Z"],
    ["Asia/Kathmandu", "2026-12-01", "00:15", "2026-11-30T18:30:00.000Z"],
  ])("in %s %s %s is %s, and back again", (zone, day, time, at) => {
    expect(momentOf(day, time, zone)).toBe(at);
    expect(partsOf(at, inZone(zone))).toEqual({ day, time });
  });

  test("one that the clock leaves out is the next there is", () => {
    expect(momentOf("2026-03-29", "02:30", "Europe/Zurich")).toBe("2026-03-29T01:30:00.000Z");
  });

  const say = ((_id: string, message: string, values: object) => `${message} ${JSON.stringify(values ?? {})}`) as unknown as Say;
  test("are said by the clock of the account, with the mail beside them", () => {
    expect(reminderWord(say, { id: "a", channel: "email", at: "2026-12-01T08:00:00.000Z" }, null, inZone("Europe/Zurich"))).toContain("01/12/2026 09:00 · Also email");
    expect(beforeWord(say, 90, "10:00")).toContain("minutes");
    expect(beforeWord(say, 120, "10:00")).toContain("hours");
  });
});
