/** The one anniversary that the form asks for; others that a contact brought along stay. */
import type { Day } from "../../dates/days";
import type { Anniversary, ContactPayload } from "../../payloads/contact";

const isBirth = ({ kind }: Anniversary): boolean => kind === "birth";

/** Null also for one without a year, which no date field can hold. */
export function birthdayOf({ anniversaries }: ContactPayload): Day | null {
  const { year, month, day } = anniversaries?.find(isBirth)?.date ?? {};
  if (year === undefined || month === undefined || day === undefined) return null;
  return [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
}

export function withBirthday({ anniversaries = [] }: ContactPayload, birthday: Day | null): Anniversary[] {
  const others = anniversaries.filter((one) => !isBirth(one));
  if (birthday === null) return others;
  const [year = 0, month = 0, day = 0] = birthday.split("-").map(Number);
  return [{ kind: "birth", date: { year, month, day } }, ...others];
}
