// @vitest-environment jsdom
/** What decides what 03/04 means changes in a browser by its person's act, whatever the server says. */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";

import DatesChanged from "../app/DatesChanged";
import { DateField } from "../components/DateField";
import { Form } from "../components/Form";
import { formatDay } from "../dates/days";
import { InEnglish } from "../i18n/testing/InEnglish";
import type { SessionInfo } from "../api/auth";
import { SessionContext } from "./context";
import { useAgreeOnDates, useDates, useDatesOffered, useToday } from "./useSession";

const HONEST = { dateFormat: "ddmmyyyy", dateInputFormat: "ddmmyyyy", dateSeparator: "/", zone: "Europe/Berlin" } as const;
const LIE = { ...HONEST, dateFormat: "mmddyyyy", dateInputFormat: "mmddyyyy", zone: "Pacific/Auckland" } as const;

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function Shown() {
  const dates = useDates();
  const today = useToday();
  const offered = useDatesOffered();
  const agree = useAgreeOnDates();
  return (
    <Form onSend={() => undefined}>
      <output>{`${formatDay("2027-04-03", dates)} ${dates.zone}`}</output>
      <DateField label="Expires" settings={dates} today={today} value="" onChange={() => undefined} />
      <button type="button" onClick={() => agree({ dateSeparator: "." })}>change it</button>
      {offered && <DatesChanged {...offered} />}
    </Form>
  );
}

const told = (settings: object, account = "a") =>
  ({ user: { id: "me" }, account: { id: account, language: "en", ...settings }, session: {} }) as unknown as SessionInfo;

function page(settings: object, account?: string) {
  return <InEnglish><SessionContext value={told(settings, account)}><Shown /></SessionContext></InEnglish>;
}

const shown = () => screen.getByRole("status").textContent;

test("what was seen first stays, in the same page and in the next, until the person takes the other", () => {
  const { rerender, unmount } = render(page(HONEST));
  expect(shown()).toBe("03/04/2027 Europe/Berlin");
  rerender(page(LIE));
  expect(shown()).toBe("03/04/2027 Europe/Berlin");
  unmount();
  render(page(LIE));
  expect(shown()).toBe("03/04/2027 Europe/Berlin");
  expect(screen.getByText("Dates shown as 01/31/2027 instead of 31/01/2027").closest("[data-word]")).toBeTruthy();
  expect(screen.getByText("Time zone Pacific/Auckland instead of Europe/Berlin")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Use them" }));
  expect(shown()).toBe("04/03/2027 Pacific/Auckland");
  expect(screen.queryByText("Use other settings for dates?")).toBeNull();
});

test("what was not taken is not asked again, and a third one is", () => {
  render(page(HONEST)).unmount();
  const { rerender } = render(page(LIE));
  fireEvent.click(screen.getByRole("button", { name: "Keep mine" }));
  expect(screen.queryByText("Use other settings for dates?")).toBeNull();
  expect(shown()).toBe("03/04/2027 Europe/Berlin");
  rerender(page({ ...LIE, dateSeparator: "-" }));
  expect(screen.getByText("Use other settings for dates?")).toBeTruthy();
});

test("what the person changes here holds at once, and another account has settings of its own", () => {
  const { rerender } = render(page(HONEST));
  fireEvent.click(screen.getByRole("button", { name: "change it" }));
  expect(shown()).toBe("03.04.2027 Europe/Berlin");
  rerender(page(LIE, "another"));
  expect(shown()).toBe("04/03/2027 Pacific/Auckland");
});

test("what is typed is read in the agreed order, and said with the month in words", () => {
  render(page(HONEST)).unmount();
  render(page(LIE));
  fireEvent.change(screen.getByLabelText("Expires"), { target: { value: "03/04/2099" } });
  fireEvent.blur(screen.getByLabelText("Expires"));
  expect(screen.getByText(/^April 3, 2099, /)).toBeTruthy();
});
