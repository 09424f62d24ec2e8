/** Who comes back without being signed in reads our words, and never those of the address. */
import { expect, test } from "vitest";

import type { Say } from "../../i18n/say";
import { returnedFault } from "./returned";

const say: Say = (_id, message) => message;

test.each(["account_not_linked", "email_not_found", "banned", "temporarily_unavailable"])("%s has words of its own", (error) => {
  expect(returnedFault(say, error)).not.toBe("Unable to login");
  expect(returnedFault(say, error)).toMatch(/\.$/);
});

test.each(["invalid_code", "unable_to_get_user_info", "Call this number now", ""])("%j is only a failure", (error) => {
  expect(returnedFault(say, error)).toBe("Unable to login");
});

test("whoever changed their mind is told nothing", () => expect(returnedFault(say, "access_denied")).toBeUndefined());
