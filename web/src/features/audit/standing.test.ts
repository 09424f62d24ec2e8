/** What the server alone says of an entry makes it none that was checked. */
import { expect, test } from "vitest";

import type { EntryProof, Standing } from "../../keyring/sealedLog/check";
import { countChecked } from "./standing";

test.each<[Standing, number]>([["proved", 1], ["hash", 0], ["waiting", 0], ["overdue", 0], ["withheld", 0], ["differs", 0]])("%s counts %i", (standing, count) => {
  const proof: EntryProof = { standing, proof: null, header: null };
  expect(countChecked(new Map([["one", proof]]))).toBe(count);
});
