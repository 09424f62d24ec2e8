/** The parts of a title that were asked for. */
import { expect, test } from "vitest";

import { marked } from "./marked";

test("the beginning that was typed is marked in each word", () => {
  expect(marked("Ärzte, Seehof", "arz see")).toEqual([
    { text: "Ärz", hit: true },
    { text: "te", hit: false },
    { text: ", ", hit: false },
    { text: "See", hit: true },
    { text: "hof", hit: false },
  ]);
});
