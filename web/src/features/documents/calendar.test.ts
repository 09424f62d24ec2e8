/** A calendar that other programs read: whole days, escaped words, lines of 75 bytes. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { calendarOf } from "./calendar";

const NOW = new Date("2026-11-20T08:30:15.123Z");
const unfolded = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");

test("one whole day for each document, with its reminders", () => {
  const lines = unfolded(calendarOf([{ id: "d1", day: "2026-12-31", summary: "Passport, Clara; old\nnew \\ expires" }], NOW));
  expect(lines).toEqual(
    expect.arrayContaining([
      "UID:d1@coffer",
      "DTSTAMP:20261120T083015Z",
      "DTSTART;VALUE=DATE:20261231",
      "DTEND;VALUE=DATE:20270101",
      "SUMMARY:Passport\\, Clara\\; old\\nnew \\\\ expires",
      "TRIGGER:-P30D",
      "TRIGGER:-P7D",
    ]),
  );
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(["BEGIN:VCALENDAR", "END:VCALENDAR", ""]);
});

test("no line is longer than 75 bytes, and put together they say what was written", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (title) => {
      const text = calendarOf([{ id: "d1", day: "2026-12-31", summary: title }], NOW);
      for (const line of text.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      const summary = unfolded(text).find((line) => line.startsWith("SUMMARY:")) ?? "";
      const read = summary.slice("SUMMARY:".length).replace(/\\(.)/g, (_all, one: string) => (one === "n" ? "\n" : one));
      expect(read).toBe(title.replace(/\r\n|\r/g, "\n"));
    }),
  );
});
