/** Who is signed in, for tests: as the server answers it, in whole. */
const MOMENT = "2026-11-25T12:00:00.000Z";

export const aSessionAnswer = (session: string, user: string, account: string | null) => ({
  user: { id: user, name: "Clara", email: "clara@example.test", emailVerified: true, createdAt: MOMENT, updatedAt: MOMENT },
  session: { id: session, token: "t", userId: user, accountId: account, expiresAt: MOMENT, createdAt: MOMENT, updatedAt: MOMENT, ipAddress: "", userAgent: "" },
  account: account === null ? null : { id: account },
  redirect: null,
});
