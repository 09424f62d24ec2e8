/** The user's proofs for step-up; a code only without a stronger one. */
import type { Passkey } from "../../api/auth";
import type { LinkedAccount } from "../../api/self";

export interface Proofs {
  passkey: boolean;
  password: boolean;
  code: boolean;
}

/** Unknown lists hide nothing: what cannot be used says so when it is tried. */
export function proofsOf(passkeys: readonly Passkey[] | undefined, methods: readonly LinkedAccount[] | undefined, passkeysWork: boolean): Proofs {
  const some = passkeys === undefined || passkeys.length > 0;
  const password = methods === undefined || methods.some(({ providerId }) => providerId === "credential");
  return { passkey: some && passkeysWork, password, code: passkeys?.length === 0 && methods !== undefined && !password };
}
