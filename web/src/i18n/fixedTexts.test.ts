/** The English of the fixed texts is the specification's, letter by letter. */
import { expect, test } from "vitest";

import type { Values } from "./say";
import { CEREMONY, FAILURES, SUCCESSES, THROWN } from "./fixedTexts";
import { CHANGED } from "../keyring/changedTexts";
import { isSaidByServer, sayThrown } from "./thrownTexts";

test("titles and fallbacks of failures", () => {
  const pairs = Object.values(FAILURES).map(({ title, fallback }) => (fallback ? `${title} / ${fallback}` : title));
  expect(pairs).toEqual([
    "Registration Failed / Unable to register",
    "Login Failed / Unable to login",
    "Send Sign In OTP Failed",
    "Email Verification Failed / Unable to verify email",
    "Passkey Sign In Failed",
    "Sign In Failed",
    "Failed to Send Email",
    "Password Reset Failed",
    "Invitation Failed",
    "Update failed",
    "Account Switch Failed / Unable to switch accounts. Please try again.",
  ]);
});

test("success notices", () => {
  expect(Object.values(SUCCESSES)).toEqual([
    { title: "User Invited", detail: undefined },
    { title: "Updated", detail: "Language updated" },
    { title: "Updated", detail: "Date settings updated" },
  ]);
});

test("thrown texts", () => {
  expect(Object.values(THROWN)).toEqual([
    "You must be logged in.",
    "Failed to add passkey",
    "Passkey created but could not fetch list to resolve credential ID",
    "Failed to attach device key",
    "Device key not registered",
    "User ID not found",
    "Account not found",
    "Role key bundle missing for role X",
    "WebAuthn is not supported in this browser",
    "WebAuthn prompt requires the tab to be focused.",
    "User cancelled authenticator prompt.",
    "PRF result missing from authenticator.",
    "Pass-phrase required to unlock key.",
    "Invalid recovery key.",
    "Invalid recovery key format.",
    "Invalid recovery key (checksum).",
    "You are not allowed to access resource: X",
    "Not authorized",
    "request failed: status N",
  ]);
});

test("that a click would mean something else by now is said in the reader's language, and is no sentence of the server's", () => {
  const german = { "changed.approval": "Freigabe", "changed.roleChange": "Rolle" } as Record<string, string>;
  const say = (id: string, english: string) => german[id] ?? english;
  expect([CHANGED.approval, CHANGED.roleChange].map((text) => sayThrown(say, text))).toEqual(["Freigabe", "Rolle"]);
  expect([CHANGED.approval, CHANGED.roleChange].map(isSaidByServer)).toEqual([false, false]);
});

test("how a ceremony ends", () => {
  expect(Object.values(CEREMONY)).toEqual(["Previously registered", "Registration cancelled", "Auth cancelled"]);
});

test("a thrown text is recognised with what differs in it", () => {
  const say = (id: string, _message: string, values?: Values) =>
    [id, values?.["subject"]].filter(Boolean).join(" ");
  expect(sayThrown(say, "You are not allowed to access resource: audit")).toBe("fixed.thrown.notAllowed audit");
  expect(sayThrown(say, "request failed: status 502")).toBe("fixed.thrown.unknown 502");
  expect(sayThrown(say, "Invalid recovery key.")).toBe("fixed.thrown.wrongRecoveryKey");
  expect(sayThrown(say, "Auth cancelled")).toBe("fixed.ceremony.authCancelled");
  expect(sayThrown(say, "Something else")).toBe("Something else");
});
