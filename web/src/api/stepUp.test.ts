/** Who is there is asked once, where the server wants to know, and the call goes on by itself. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { failureOf } from "./failure";
import { call } from "./http";
import { confirmWhoIsThere, onProof, askThrough, isUnconfirmed, wantsToKnowWhoIsThere } from "./stepUp";

const refused = (code: string, reason?: string) => ({ status: 403, code, message: "", ...(reason ? { reason } : {}) });
const NOT_FRESH = { code: "SESSION_NOT_FRESH", message: "Session is not fresh" };

let confirmed: boolean;
let sent: { key: string | undefined }[];

beforeEach(() => {
  confirmed = false;
  sent = [];
  vi.stubGlobal("fetch", (_url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ key: headers["Idempotency-Key"] });
    return Promise.resolve(new Response(JSON.stringify(confirmed ? { data: "done" } : NOT_FRESH), { status: confirmed ? 200 : 403 }));
  });
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  refused("failed_precondition", "step_up_required"),
  refused("STEP_UP_REQUIRED"),
  refused("SESSION_NOT_FRESH"),
  refused("SESSION_EXPIRED"),
])("a proof is asked for where the server asks for one, in either of its tongues: %o", (failure) =>
  expect(wantsToKnowWhoIsThere(failure)).toBe(true),
);

test("other refusals stay what they are", () => {
  expect(wantsToKnowWhoIsThere(refused("permission_denied"))).toBe(false);
  expect(wantsToKnowWhoIsThere(refused("failed_precondition", "roll_due"))).toBe(false);
});

test("once it is proven the same click goes on, under the same key", async () => {
  const stop = askThrough(() => {
    confirmed = true;
    return Promise.resolve(true);
  });
  expect((await call({ path: "/api/auth/passkey/delete-passkey", method: "POST", reads: true, body: {} })).data).toEqual({ data: "done" });
  expect(sent).toHaveLength(2);
  expect(sent[0]?.key).toBe(sent[1]?.key);
  stop();
});

test("several calls at a time ask one question", async () => {
  const ask = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return (confirmed = true);
  });
  const stop = askThrough(ask);
  await Promise.all([1, 2, 3].map(() => call({ path: "/x", method: "POST" })));
  expect(ask).toHaveBeenCalledOnce();
  stop();
});

test("whoever closes the question hears of no failure but that", async () => {
  const stop = askThrough(() => Promise.resolve(false));
  const reason: unknown = await call({ path: "/x", method: "POST" }).catch((caught: unknown) => caught);
  expect(isUnconfirmed(failureOf(reason))).toBe(true);
  expect(sent).toHaveLength(1);
  stop();
});

test("a proof that changes nothing is not asked for twice", async () => {
  const ask = vi.fn(() => Promise.resolve(true));
  const stop = askThrough(ask);
  await expect(call({ path: "/x", method: "POST" })).rejects.toMatchObject({ failure: { code: NOT_FRESH.code } });
  expect(ask).toHaveBeenCalledOnce();
  stop();
});

test("what only looks is told, unless it says that somebody waits for it", async () => {
  const ask = vi.fn(() => Promise.resolve((confirmed = true)));
  const stop = askThrough(ask);
  await expect(call({ path: "/api/auth/list-sessions" })).rejects.toMatchObject({ failure: { code: NOT_FRESH.code } });
  expect(ask).not.toHaveBeenCalled();
  expect((await call({ path: "/x", asks: true })).data).toEqual({ data: "done" });
  stop();
});

test("where nobody can be asked, the refusal stands", async () => {
  await expect(call({ path: "/x", method: "POST" })).rejects.toMatchObject({ failure: { code: NOT_FRESH.code } });
});

test("a proof is told to what lives by the session's former secret, and a question that was closed is not", async () => {
  let answer = false;
  const stop = askThrough(() => Promise.resolve(answer));
  const tell = vi.fn();
  const deaf = onProof(tell);
  await confirmWhoIsThere(failureOf(null));
  expect(tell).not.toHaveBeenCalled();
  answer = true;
  await confirmWhoIsThere(failureOf(null));
  expect(tell).toHaveBeenCalledOnce();
  deaf();
  await confirmWhoIsThere(failureOf(null));
  expect(tell).toHaveBeenCalledOnce();
  stop();
});
