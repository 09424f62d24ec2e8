/** Which refusals are answered by a question. */
import { expect, test } from "vitest";

import { asksWhoIsThere } from "./confirm";

const refused = (code: string, reason?: string) => ({ status: 403, code, message: "", ...(reason ? { reason } : {}) });

test("a proof is asked for where the server asks for one, in either of its tongues", () => {
  expect(asksWhoIsThere(refused("failed_precondition", "step_up_required"))).toBe(true);
  expect(asksWhoIsThere(refused("STEP_UP_REQUIRED"))).toBe(true);
  expect(asksWhoIsThere(refused("SESSION_NOT_FRESH"))).toBe(true);
});

test("other refusals stay what they are", () => {
  expect(asksWhoIsThere(refused("permission_denied"))).toBe(false);
  expect(asksWhoIsThere(refused("failed_precondition", "roll_due"))).toBe(false);
});
