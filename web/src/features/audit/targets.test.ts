/** An entry is about things, and not about where or by whom it was done. */
import { expect, test } from "vitest";

import { aboutWhat, namesIn } from "./targets";

const entry = {
  actor: { type: "user" as const, id: "jonas" },
  targets: [
    { kind: "session", id: "s" },
    { kind: "user", id: "jonas" },
    { kind: "role", id: "finance" },
    { kind: "device", id: "pixel" },
    { kind: "user", id: "amara" },
  ],
};

test("neither the session nor the one who acted is what it is about, and two things are enough", () => {
  expect(aboutWhat(entry).map(({ id }) => id)).toEqual(["finance", "pixel"]);
});

test("what has no name, and what this device cannot open, is left out of the sentence", () => {
  expect(namesIn(entry, ({ id }) => (id === "finance" ? "Finance" : undefined))).toEqual(["Finance"]);
  expect(namesIn(entry, () => null)).toEqual([]);
});
