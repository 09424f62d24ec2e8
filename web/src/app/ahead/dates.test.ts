/** Which of the dates among sealed words come near, and what they are. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { addDays, daysBetween } from "../../dates/days";
import { vendorDesk } from "../../features/vendors/desk";
import type { ProfilePayload } from "../../payloads/profile";
import type { VendorContract, VendorPayload } from "../../payloads/vendor";
import { PROFILE_TYPES } from "../../lists/profiles/types.generated";
import { aheadOf, nextYearly, ONCE, PAST, withNotice, YEARLY } from "./dates";

const TODAY = "2026-11-26";
const vendor = (contract?: VendorContract, name = "Gas") => ({ id: "gas", payload: { v: 1, name, services: [], ...(contract && { contract }) } as VendorPayload });
const profile = (values: Record<string, unknown>, name = "Anna") => ({ id: "anna", payload: { v: 1, name, values } as ProfilePayload });
const said = (vendors: ReturnType<typeof vendor>[], profiles: ReturnType<typeof profile>[]) => aheadOf(vendors, profiles, TODAY).map(({ field, day, left, years }) => [field, day, left, years]);

test("every date that a template asks for is one of three kinds, and nothing else is", () => {
  const asked = PROFILE_TYPES.flatMap(({ template }) => template.filter(({ type }) => type === "date").map(({ key }) => key));
  expect([...new Set(asked)].sort()).toEqual([...YEARLY, ...ONCE, ...PAST].sort());
});

describe("a contract", () => {
  test.each([
    [{ endOn: "2027-03-01", noticeDays: 90 }, [["contract", "2026-12-01", 5, null]]],
    [{ endOn: "2026-12-10" }, [["contract", "2026-12-10", 14, null]]],
    [{ endOn: "2027-01-25" }, [["contract", "2027-01-25", 60, null]]],
    [{ endOn: "2027-01-26" }, []],
    [{ endOn: "2027-02-01", noticeDays: 80 }, [["contract", "2026-11-13", -13, null]]],
    [{ endOn: "2027-02-01", noticeDays: 90 }, []],
    [{ endOn: "2026-11-20" }, []],
    [{ endOn: "2026-11-20", autoRenew: true }, [["contract", "2026-11-20", -6, null]]],
    [{ noticeDays: 30 }, []],
    [undefined, []],
  ])("%j is near by the last day of its notice", (contract, ahead) => {
    expect(said([vendor(contract)], [])).toEqual(ahead);
  });
});

test("every vendor with such a date is among those that the desk is asked for", () => {
  let near = 0;
  const days = fc.integer({ min: -40, max: 400 }).map((count) => addDays(TODAY, count));
  const contracts = fc.record({ endOn: days, noticeDays: fc.option(fc.integer({ min: 0, max: 365 }), { nil: undefined }), autoRenew: fc.boolean() }, { requiredKeys: ["endOn"] });
  const limit = (withNotice(TODAY).where as { value: string }).value;
  fc.assert(
    fc.property(contracts, (contract) => {
      if (said([vendor(contract)], []).length === 0) return;
      near += 1;
      expect(contract.endOn >= limit).toBe(true);
    }),
  );
  expect(near).toBeGreaterThan(5);
  // The bound is as near as it may be: nothing is read that only lies behind.
  expect(said([vendor({ endOn: limit, autoRenew: true })], [])).toHaveLength(1);
});

test("the desk can be asked for them", () => {
  expect(vendorDesk.columns.map(({ name }) => name)).toContain((withNotice(TODAY).where as { field: string }).field);
});

describe("a profile", () => {
  test.each([
    [{ birthDate: "1980-12-01" }, [["birthDate", "2026-12-01", 5, 46]]],
    [{ birthDate: "1980-11-26" }, [["birthDate", "2026-11-26", 0, 46]]],
    [{ birthDate: "1980-11-25" }, []],
    [{ birthDate: "1981-01-25" }, [["birthDate", "2027-01-25", 60, 46]]],
    [{ birthDate: "2027-01-02" }, []],
    [{ incorporatedOn: "2016-12-01" }, [["incorporatedOn", "2026-12-01", 5, 10]]],
    [{ inspectionOn: "2026-11-12" }, [["inspectionOn", "2026-11-12", -14, null]]],
    [{ inspectionOn: "2026-11-11" }, []],
    [{ passportExpiresOn: "2027-01-25", boughtOn: "2026-11-26", note: "2026-11-26" }, [["passportExpiresOn", "2027-01-25", 60, null]]],
    [{ inspectionOn: "soon", serviceOn: 20261126 }, []],
  ])("with %j says what is near", (values, ahead) => {
    expect(said([], [profile(values)])).toEqual(ahead);
  });
});

test("the nearest stand first, whatever they are of", () => {
  expect(said([vendor({ endOn: "2026-12-10" })], [profile({ birthDate: "1980-12-24", inspectionOn: "2026-11-20" })]).map(([field]) => field)).toEqual(["inspectionOn", "contract", "birthDate"]);
});

test("whatever the day, the next time is within a year, and on that day of the year or, of a leap day, the one before", () => {
  const days = fc.integer({ min: 0, max: 60_000 }).map((count) => addDays("1900-01-01", count));
  fc.assert(
    fc.property(days, days, (one, other) => {
      const [first, today] = one < other ? [one, other] : [other, one];
      const next = nextYearly(first, today);
      expect(daysBetween(today, next)).toBeGreaterThanOrEqual(0);
      expect(daysBetween(today, next)).toBeLessThanOrEqual(366);
      expect(next.slice(5) === first.slice(5) || (first.endsWith("-02-29") && next.endsWith("-02-28"))).toBe(true);
    }),
  );
  expect([nextYearly("2000-02-29", "2027-02-01"), nextYearly("2000-02-29", "2028-02-01")]).toEqual(["2027-02-28", "2028-02-29"]);
});
