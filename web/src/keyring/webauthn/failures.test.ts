// @vitest-environment jsdom
/** Ceremonies end with the codes of the protocol's own client and with the sentences of the specification. */
import { expect, test } from "vitest";

import { CallFailed, failureOf } from "../../api/failure";
import { authenticationFailure, isCancelled } from "./failures";
import { registrationFailure } from "./registrationFailure";

type Creation = PublicKeyCredentialCreationOptions;

const creation = (changed: Partial<Creation> = {}): Creation => ({
  challenge: new Uint8Array(32),
  rp: { id: "localhost", name: "Coffer" },
  user: { id: new Uint8Array(16), name: "ann", displayName: "Ann" },
  pubKeyCredParams: [],
  ...changed,
});

const broken = (name: string) => new DOMException("the browser's own words", name);
const registering = (reason: unknown, changed?: Partial<Creation>) => failureOf(registrationFailure(reason, creation(changed)));
const signingIn = (reason: unknown, rpId = "localhost") => failureOf(authenticationFailure(reason, { challenge: new Uint8Array(32), rpId }));

test.each([
  ["InvalidStateError", "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED", "Previously registered"],
  ["AbortError", "ERROR_CEREMONY_ABORTED", "Registration cancelled"],
  ["NotAllowedError", "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY", "User cancelled authenticator prompt."],
  ["NotSupportedError", "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG", "Failed to add passkey"],
  ["UnknownError", "ERROR_AUTHENTICATOR_GENERAL_ERROR", "Failed to add passkey"],
])("registering: %s is %s", (name, code, message) =>
  expect(registering(broken(name))).toMatchObject({ status: 400, code, message }),
);

test("what the options asked for tells apart what the browser calls the same", () => {
  const selection = (authenticatorSelection: AuthenticatorSelectionCriteria) => ({ authenticatorSelection });
  expect(registering(broken("ConstraintError"), selection({ requireResidentKey: true })).code).toBe(
    "ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT",
  );
  expect(registering(broken("ConstraintError"), selection({ userVerification: "required" })).code).toBe(
    "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT",
  );
  expect(registering(broken("SecurityError"), { rp: { id: "elsewhere.example", name: "" } }).code).toBe("ERROR_INVALID_RP_ID");
  const nameless = { id: new Uint8Array(0), name: "", displayName: "" };
  expect(registering(new TypeError("too short"), { user: nameless }).code).toBe("ERROR_INVALID_USER_ID_LENGTH");
});

test.each([
  ["NotAllowedError", "AUTH_CANCELLED"],
  ["AbortError", "ERROR_CEREMONY_ABORTED"],
  ["UnknownError", "ERROR_AUTHENTICATOR_GENERAL_ERROR"],
  ["EncodingError", "AUTH_CANCELLED"],
])("signing in: %s is %s, and always the same sentence", (name, code) =>
  expect(signingIn(broken(name))).toMatchObject({ status: 400, code, message: "Auth cancelled" }),
);

test("another site's passkey is told apart when signing in", () =>
  expect(signingIn(broken("SecurityError"), "elsewhere.example").code).toBe("ERROR_INVALID_RP_ID"));

test("what the server or the program says is passed on as it is", () => {
  const refusal = new CallFailed({ status: 401, code: "PASSKEY_NOT_FOUND", message: "Passkey not found" });
  expect(registrationFailure(refusal, creation())).toBe(refusal);
  expect(authenticationFailure(refusal, { challenge: new Uint8Array(32) })).toBe(refusal);
});

test("only whoever closed the prompt is not told", () => {
  expect(isCancelled(registrationFailure(broken("NotAllowedError"), creation()))).toBe(true);
  expect(isCancelled(authenticationFailure(broken("AbortError"), { challenge: new Uint8Array(32) }))).toBe(true);
  expect(isCancelled(registrationFailure(broken("InvalidStateError"), creation()))).toBe(false);
  expect(isCancelled(new Error("something else"))).toBe(false);
});
