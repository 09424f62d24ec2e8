/** Accounts elsewhere, asked for by the reference client and recognised by real providers. */
import type { ChildProcess } from "node:child_process";

import { beRecognised, PROVIDERS_PORT, startProviders } from "../e2e/support/providers";
import { expect, test } from "./support/test";
import { newVisitor } from "./support/visitor";

test.skip(PROVIDERS_PORT === undefined, "The product knows no providers: name their port in COFFER_E2E_PROVIDERS.");

let providers: ChildProcess;

test.beforeAll(async ({ baseURL }) => {
  providers = await startProviders(baseURL ?? "");
});

test.afterAll(() => void providers.kill());

test("the client leaves by itself, and comes back signed in", async ({ browser }) => {
  const ann = await newVisitor(browser);
  await ann.page.evaluate(() => {
    // The page is gone before there is an answer.
    void globalThis.authClient.signIn.social({ provider: "google", callbackURL: "/api/auth/ok" });
  });
  await ann.page.waitForURL(/\/interaction\//);
  await beRecognised(ann.page, ann.email);
  await ann.page.waitForURL(`${ann.origin}/api/auth/ok`);

  const session = await ann.ask((client) => client.getSession());
  expect(session.data.user).toMatchObject({ email: ann.email, emailVerified: true });
  const { data } = await ann.ask((client) => client.listAccounts());
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ providerId: "google", userId: session.data.user.id, scopes: [] });
  // The provider has set some of its own.
  const ours = (await ann.cookies()).filter((name) => name.startsWith("better-auth."));
  expect(ours).toEqual(["better-auth.session_token"]);
});

test("a client that stays learns where to go", async ({ browser }) => {
  const ann = await newVisitor(browser);
  const { data, error } = await ann.ask((client) =>
    client.signIn.social({ provider: "microsoft", disableRedirect: true, callbackURL: "/dashboard", newUserCallbackURL: "/api/auth/ok" }),
  );
  expect(error).toBeNull();
  expect(data).toEqual({ url: expect.stringContaining("code_challenge_method=S256"), redirect: false });
  await ann.page.goto(data.url);
  await beRecognised(ann.page, ann.email);
  await ann.page.waitForURL(`${ann.origin}/api/auth/ok`);
});

test("who is refused is sent to the page for that, with the reason", async ({ browser }) => {
  const ann = await newVisitor(browser);
  const { data } = await ann.ask((client) =>
    client.signIn.social({ provider: "google", disableRedirect: true, errorCallbackURL: "/api/auth/error?from=google" }),
  );
  await ann.page.goto(data.url);
  await beRecognised(ann.page, { sub: crypto.randomUUID(), email: ann.email, email_verified: false });
  await ann.page.waitForURL(`${ann.origin}/api/auth/error?from=google&error=account_not_linked`);
  await ann.page.goto("/api/auth/callback/google?code=1&state=1");
  await ann.page.waitForURL(`${ann.origin}/api/auth/error?error=state_mismatch`);
  await expect(ann.page.locator("body")).toContainText("This attempt is over.");
});

test("the client hears what is refused before it leaves", async ({ browser }) => {
  const ann = await newVisitor(browser);
  const unknown = await ann.ask((client) => client.signIn.social({ provider: "github" }));
  expect(unknown).toMatchObject({ data: null, error: { status: 404, code: "PROVIDER_NOT_FOUND" } });
  const foreign = await ann.ask((client) => client.signIn.social({ provider: "google", callbackURL: "https://evil.example" }));
  expect(foreign).toMatchObject({ data: null, error: { status: 403, code: "INVALID_CALLBACK_URL" } });
  const forged = await ann.ask((client) => client.signIn.social({ provider: "google", idToken: { token: "e30.e30.e30" } }));
  expect(forged).toMatchObject({ data: null, error: { status: 401, code: "INVALID_TOKEN" } });
});
