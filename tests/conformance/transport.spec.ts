/** What the wire says of requests themselves (sections 1, 2, 9 and 10). */
import type { APIResponse } from "@playwright/test";

import { expect, test } from "./support/test";
import { newMember, newVisitor } from "./support/visitor";

const JSON_TYPE = { "Content-Type": "application/json" };

async function told(answer: APIResponse): Promise<unknown[]> {
  const body = (await answer.json()) as { code?: string };
  return [answer.status(), body.code];
}

test("unknown paths, methods and spellings are not found, without a word", async ({ browser }) => {
  const { request } = await newVisitor(browser);
  const answers = [
    await request.get("/api/auth/no-such-thing"),
    await request.get("/api/auth/get-session/"),
    await request.get("/api/auth//get-session"),
    await request.head("/api/auth/get-session"),
    await request.get("/api/auth/sign-out"),
    await request.put("/api/auth/sign-in/email", { data: {} }),
    await request.post("/api/auth/get-session", { data: {} }),
  ];
  for (const answer of answers) {
    expect(answer.status(), answer.url()).toBe(404);
    expect(await answer.text()).toBe("");
  }
});

test("bodies are JSON objects", async ({ browser }) => {
  const { request, move } = await newVisitor(browser);
  const post = (data: string | undefined, headers: Record<string, string>) =>
    // As bytes: text would be made JSON on the way.
    request.post("/api/auth/email-otp/verify-email", { headers, ...(data === undefined ? {} : { data: Buffer.from(data) }) });
  const plain = await post("x", { "Content-Type": "text/plain" });
  expect(await told(plain)).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  expect((await plain.json()).message).toBe('Content-Type "text/plain" is not allowed. Allowed types: application/json');
  const broken = await post("{", JSON_TYPE);
  expect(await told(broken)).toEqual([400, "BAD_REQUEST"]);
  expect((await broken.json()).message).toBe("Invalid JSON in request body");
  const absent = await post(undefined, {});
  expect(await told(absent)).toEqual([400, "VALIDATION_ERROR"]);
  expect((await absent.json()).message).toMatch(/^\[body\] /);
  await move();
  const wrong = await post(JSON.stringify({ email: 5 }), JSON_TYPE);
  expect(await told(wrong)).toEqual([400, "VALIDATION_ERROR"]);
  expect((await wrong.json()).message).toMatch(/^\[body\.email\] .+; \[body\.otp\] .+$/);
});

test("a form signs in as JSON does", async ({ browser }) => {
  const ann = await newMember(browser);
  const other = await newVisitor(browser);
  const answer = await other.request.post("/api/auth/sign-in/email", {
    form: { email: ann.email, password: ann.password },
    headers: { Origin: other.origin },
  });
  expect(answer.status()).toBe(200);
  expect((await answer.json()).user.email).toBe(ann.email);
});

test("time stamps have three digits of a second and Z", async ({ browser }) => {
  const ann = await newMember(browser);
  const text = await (await ann.request.get("/api/auth/get-session")).text();
  const stamps = text.match(/\d{4}-\d\d-\d\dT[^"]+/g) ?? [];
  expect(stamps.length).toBeGreaterThan(4);
  for (const stamp of stamps) expect(stamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("no session is the word null, and a session is not to be stored", async ({ browser }) => {
  const ann = await newMember(browser);
  const stranger = await newVisitor(browser);
  const none = await stranger.request.get("/api/auth/get-session");
  expect([none.status(), await none.text()]).toEqual([200, "null"]);
  const some = await ann.request.get("/api/auth/get-session");
  expect(some.headers()).toMatchObject({ "cache-control": "no-store", pragma: "no-cache" });
});

test("a cookie with a wrong signature is no cookie", async ({ browser }) => {
  const { request } = await newVisitor(browser);
  const answer = await request.get("/api/auth/get-session", {
    headers: { Cookie: `better-auth.session_token=${"a".repeat(32)}.${"A".repeat(43)}%3D` },
  });
  expect([answer.status(), await answer.text()]).toEqual([200, "null"]);
});

test("signing out deletes three cookies, with a session and without", async ({ browser }) => {
  const { request, origin } = await newVisitor(browser);
  const answer = await request.post("/api/auth/sign-out", { headers: { Origin: origin } });
  expect(await answer.json()).toEqual({ success: true });
  const deleted = answer.headersArray().filter(({ name }) => name.toLowerCase() === "set-cookie").map(({ value }) => value);
  for (const name of ["session_token", "session_data", "dont_remember"]) {
    const line = deleted.find((value) => new RegExp(`^better-auth\\.${name}=("")?;`).test(value));
    expect(line, name).toMatch(/Max-Age=0/);
    expect(line).toMatch(/HttpOnly/);
    expect(line).toMatch(/SameSite=Lax/i);
  }
});

for (const [what, headers, code] of [
  ["another origin", { Origin: "https://evil.test" }, "INVALID_ORIGIN"],
  ["a null origin", { Origin: "null" }, "MISSING_OR_NULL_ORIGIN"],
  ["no origin at all", {}, "MISSING_OR_NULL_ORIGIN"],
  ["a referrer elsewhere", { Referer: "https://evil.test/page" }, "INVALID_ORIGIN"],
] as const) {
  test(`a request with cookies from ${what} is refused before anything else`, async ({ browser }) => {
    const ann = await newMember(browser);
    expect(await told(await ann.request.post("/api/auth/revoke-sessions", { headers }))).toEqual([403, code]);
    expect((await ann.ask((client) => client.getSession())).data).not.toBeNull();
  });
}

test("a page elsewhere cannot sign its reader in", async ({ browser }) => {
  const { request } = await newVisitor(browser);
  const answer = await request.post("/api/auth/sign-in/email", {
    data: { email: "ann@example.test", password: "whatever it is" },
    headers: { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" },
  });
  expect(await told(answer)).toEqual([403, "CROSS_SITE_NAVIGATION_LOGIN_BLOCKED"]);
});

for (const [callbackURL, allowed] of [
  ["/dashboard", true],
  ["/dashboard?next=%2Fdocuments", true],
  ["//evil.test", false],
  ["/\\evil.test", false],
  ["/%2Fevil.test", false],
  ["/%5cevil.test", false],
  ["https://evil.test/", false],
  ["javascript:alert(1)", false],
  ["dashboard", false],
] as const) {
  test(`${callbackURL} is ${allowed ? "a" : "no"} place to go on to`, async ({ browser }) => {
    const { request } = await newVisitor(browser);
    const answer = await request.post("/api/auth/sign-in/email", {
      data: { email: "nobody@example.test", password: "whatever it is", callbackURL },
    });
    expect(await told(answer)).toEqual(allowed ? [401, "INVALID_EMAIL_OR_PASSWORD"] : [403, "INVALID_CALLBACK_URL"]);
  });
}

test("the fourth sign-in in ten seconds waits, and is told how long", async ({ browser }) => {
  const { ask, request } = await newVisitor(browser);
  const given = { email: "nobody@example.test", password: "whatever it is" };
  for (let count = 0; count < 3; count += 1) {
    expect((await ask((client, body) => client.signIn.email(body), given)).error?.status).toBe(401);
  }
  const fourth = await request.post("/api/auth/sign-in/email", { data: given });
  expect(fourth.status()).toBe(429);
  expect(Number(fourth.headers()["x-retry-after"])).toBeGreaterThan(0);
  expect(await fourth.json()).toEqual({ message: "Too many requests. Please try again later." });
});

test("/ok answers, /error is a page", async ({ browser }) => {
  const { request } = await newVisitor(browser);
  expect(await (await request.get("/api/auth/ok")).json()).toEqual({ ok: true });
  const page = await request.get("/api/auth/error?error=state_mismatch&error_description=%3Cscript%3E");
  expect(page.headers()["content-type"]).toContain("text/html");
  expect(await page.text()).not.toContain("<script>");
});
