/** A contract is told of while there is still time to end it. */
import { expect, test } from "vitest";

import { contractStage, noticeBy } from "./contracts";

const TODAY = "2026-11-22";

test("notice has to be given so many days before the end", () => {
  expect(noticeBy({ endOn: "2027-03-31", noticeDays: 90 })).toBe("2026-12-31");
  expect(noticeBy({ endOn: "2027-03-31" })).toBe("2027-03-31");
  expect(noticeBy({ noticeDays: 90 })).toBeNull();
});

test("it is ending when its last day of notice is near", () => {
  const stage = (endOn: string, noticeDays?: number, autoRenew = false) =>
    contractStage({ endOn, autoRenew, ...(noticeDays === undefined ? {} : { noticeDays }) }, TODAY);
  expect([stage("2028-01-01"), stage("2027-03-31", 90), stage("2026-12-01"), stage("2026-11-21")]).toEqual([
    "running", "ending", "ending", "ended",
  ]);
  expect(stage("2026-11-21", 0, true)).toBe("running");
  expect([contractStage({}, TODAY), contractStage(undefined, TODAY)]).toEqual(["running", null]);
});
