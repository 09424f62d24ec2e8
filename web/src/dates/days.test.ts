/** Days are written and understood as the account says. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { addDays, dayAt, daysBetween, formatDay, readDay, relativeDay, type DateOrder, type DateSeparator } from "./days";

const TODAY = "2026-11-20";
const orders: DateOrder[] = ["ddmmyyyy", "mmddyyyy", "yyyymmdd"];
const separators: DateSeparator[] = ["/", "-", ".", " "];

const anyDay = fc.integer({ min: -300_000, max: 300_000 }).map((days) => addDays("2000-01-01", days));

describe("writing a day", () => {
  test.each([
    ["ddmmyyyy", "/", "14/01/2027"],
    ["mmddyyyy", "-", "01-14-2027"],
    ["yyyymmdd", ".", "2027.01.14"],
    ["ddmmyyyy", " ", "14 01 2027"],
  ] as const)("%s with %s", (dateFormat, dateSeparator, written) => {
    expect(formatDay("2027-01-14", { dateFormat, dateSeparator })).toBe(written);
  });

  test("what was written is read back as the same day, in every order and with every separator", () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...orders), fc.constantFrom(...separators), (day, order, dateSeparator) => {
        fc.pre(daysBetween("1000-01-01", day) >= 0);
        expect(readDay(formatDay(day, { dateFormat: order, dateSeparator }), order, TODAY)).toBe(day);
      }),
    );
  });
});

describe("reading a day", () => {
  test.each([
    ["14/01/2027", "ddmmyyyy", "2027-01-14"],
    ["14.1.27", "ddmmyyyy", "2027-01-14"],
    ["1/14/27", "mmddyyyy", "2027-01-14"],
    ["14012027", "ddmmyyyy", "2027-01-14"],
    ["140127", "ddmmyyyy", "2027-01-14"],
    ["20270114", "yyyymmdd", "2027-01-14"],
    ["270114", "yyyymmdd", "2027-01-14"],
    ["2027-01-14", "mmddyyyy", "2027-01-14"],
    ["+30", "ddmmyyyy", "2026-12-20"],
    ["-1", "ddmmyyyy", "2026-11-19"],
    ["tomorrow", "ddmmyyyy", "2026-11-21"],
    ["Morgen", "ddmmyyyy", "2026-11-21"],
    ["غدا", "ddmmyyyy", "2026-11-21"],
    ["١٤/٠١/٢٠٢٧", "ddmmyyyy", "2027-01-14"],
    ["29/02/2028", "ddmmyyyy", "2028-02-29"],
  ] as const)("%s as %s", (typed, order, day) => {
    expect(readDay(typed, order, TODAY)).toBe(day);
  });

  test.each(["", "31/02/2027", "29/02/2027", "00/01/2027", "14/13/2027", "1/2", "soon", "1234567", "14//", "1/2/3/4", "__proto__", "constructor"])(
    "%j is not a day",
    (typed) => expect(readDay(typed, "ddmmyyyy", TODAY)).toBeNull(),
  );

  test("nothing that is typed makes it fail", () => {
    fc.assert(fc.property(fc.string(), fc.constantFrom(...orders), (text, order) => void readDay(text, order, TODAY)));
  });

  test("two digits mean the nearest year", () => {
    expect(readDay("1/1/76", "ddmmyyyy", TODAY)).toBe("2076-01-01");
    expect(readDay("1/1/77", "ddmmyyyy", TODAY)).toBe("1977-01-01");
  });
});

describe("today and its distance", () => {
  test("the same moment is another day in another zone", () => {
    const moment = new Date("2026-11-20T23:30:00Z");
    expect(dayAt(moment, "Europe/Berlin")).toBe("2026-11-21");
    expect(dayAt(moment, "America/New_York")).toBe("2026-11-20");
  });

  test.each([
    ["2026-12-31", "in 41 days"],
    ["2026-11-02", "18 days ago"],
    ["2026-11-21", "tomorrow"],
    ["2027-09-30", "in 10 months"],
    ["2031-08-11", "in 5 years"],
  ])("%s is %s", (day, words) => expect(relativeDay(day, TODAY, "en")).toBe(words));
});
