/** A security key in software, so that a test can create passkeys and derive secrets with them (PRF). */
import type { CDPSession, Page } from "@playwright/test";

export interface Authenticator {
  /** What a person does when they press "cancel" instead of touching the key. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Nobody is there to touch the key: a prompt waits, as the one does that a sign-in page keeps ready. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  credentials(): Promise<number>;
  remove(): Promise<void>;
}

export async function withAuthenticator(page: Page, { prf = true } = {}): Promise<Authenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: prf,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verified = (isUserVerified: boolean) =>
    session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  const present = (enabled: boolean) =>
    session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  return {
    refuse: async () => void (await verified(false)),
    accept: async () => void (await verified(true)),
    leave: async () => void (await present(false)),
    comeBack: async () => void (await present(true)),
    credentials: async () =>
      (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
    remove: async () => void (await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId })),
  };
}
