/** The protocol's own client, as it is published, handed to the page that a test drives. */
import { passkeyClient } from "@better-auth/passkey/client";
import { createAuthClient } from "better-auth/client";
import { adminClient, customSessionClient, emailOTPClient } from "better-auth/client/plugins";

globalThis.newAuthClient = () =>
  createAuthClient({
    baseURL: `${location.origin}/api/auth`,
    plugins: [emailOTPClient(), passkeyClient(), customSessionClient(), adminClient()],
  });
