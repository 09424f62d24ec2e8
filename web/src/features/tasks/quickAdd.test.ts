/** What one line says: who, until when, about what, and what is left as the title. */
import { expect, test } from "vitest";

import { readQuickTask } from "./quickAdd";

const around = {
  today: "2026-11-23",
  order: "ddmmyyyy" as const,
  language: "de",
  me: "u-me",
  people: [
    { id: "u-jonas", name: "Jonas Weber" },
    { id: "u-jo", name: "Jo Ann Price" },
    { id: "u-clara", name: "Clara Hartmann" },
    { id: "u-karl", name: "Karl Hartmann" },
    { id: "u-omar", name: "عمر حداد" },
  ],
  topics: [
    { id: "t-travel", name: "Travel" },
    { id: "t-tax", name: "Tax" },
    { id: "t-taxes", name: "Tax returns" },
    { id: "t-home", name: "Häuser" },
  ],
};

const read = (line: string) => readQuickTask(line, around);
const plain = (title: string) => ({ title, dueOn: null, assigneeIds: [], topicIds: [] });

test("a line says what, until when, who, and what it is about", () => {
  expect(read("Renew passport tomorrow @jonas #travel")).toEqual({
    title: "Renew passport",
    dueOn: "2026-11-24",
    assigneeIds: ["u-jonas"],
    topicIds: ["t-travel"],
  });
});

test("the signs may stand anywhere, and several of them", () => {
  expect(read("#travel @clara morgen @me Book it")).toEqual({
    title: "Book it",
    dueOn: "2026-11-24",
    assigneeIds: ["u-clara", "u-me"],
    topicIds: ["t-travel"],
  });
});

test.each([
  ["@Jonas Weber call", "u-jonas"],
  ["@weber call", "u-jonas"],
  ["@Jo Ann Price call", "u-jo"],
  ["@jo call", "u-jo"],
  ["@عمر call", "u-omar"],
])("%s names one person", (line, id) => {
  expect(read(line)).toEqual({ ...plain("call"), assigneeIds: [id] });
});

test("the longest name is meant, and a comma ends it", () => {
  expect(read("File #tax returns, now")).toEqual({ ...plain("File , now"), topicIds: ["t-taxes"] });
  expect(read("File #tax now")).toEqual({ ...plain("File now"), topicIds: ["t-tax"] });
  expect(read("Heat #häuser")).toEqual({ ...plain("Heat"), topicIds: ["t-home"] });
});

test.each(["Ask @hartmann", "Ask @nobody", "Mail to a@jonas.example", "Ask @ jonas", "Issue #12", "Ask @j"])(
  "%s stays as it is",
  (line) => {
    expect(read(line)).toEqual(plain(line));
  },
);

test.each([
  ["Call 27/11/2026", "Call", "2026-11-27"],
  ["Call 2026-12-01 back", "Call back", "2026-12-01"],
  ["Call +30", "Call", "2026-12-23"],
  ["Call friday", "Call", "2026-11-27"],
  ["Call Freitag", "Call", "2026-11-27"],
  ["Call monday", "Call", "2026-11-30"],
  ["today Call tomorrow", "today Call", "2026-11-24"],
])("%s is due on a day", (line, title, dueOn) => {
  expect(read(line)).toEqual({ ...plain(title), dueOn });
});

test.each(["Order 12122026", "Key is hier", "Review tomorrow’s list", "Was due yesterday", "Version 3.2"])(
  "%s says no day",
  (line) => {
    expect(read(line)).toEqual(plain(line));
  },
);
