/** Proving again who is there, as a few acts ask for. The proof goes straight out and is kept nowhere. */
import { call } from "../../api/http";
import { signWithPasskey } from "../../keyring/webauthn/sign";

const confirm = (proof: { password: string } | { otp: string } | { response: unknown }) =>
  call({ path: "/api/auth/confirm", method: "POST", body: proof });

export const confirmByPassword = (password: string) => confirm({ password });
export const confirmByCode = (otp: string) => confirm({ otp });
export const confirmByPasskey = async () => confirm({ response: await signWithPasskey() });
