/** Somebody in a browser of their own who talks to the product through the reference client alone. */
import type { APIRequestContext, Browser, Page } from "@playwright/test";

import { withAuthenticator, type Authenticator } from "../../e2e/support/authenticator";
import { nextCode } from "../../e2e/support/inbox";
import { referenceClient } from "./bundle";

/** What every call of the client answers. */
export interface Answer<T = Json> {
  data: T;
  error: { status: number; statusText?: string; code?: string; message?: string } | null;
}

// The types of the client are inferred from plugins of its server, which is not here.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Client = any;

declare global {
  var newAuthClient: () => Client;
  var authClient: Client;
}

export interface Visitor {
  page: Page;
  origin: string;
  authenticator: Authenticator;
  email: string;
  password: string;
  name: string;
  /** Runs in the page: `ask((client, email) => client.signIn.email({ email, ... }), email)`. */
  ask<T = Json, A = unknown>(call: (client: Client, given: A) => unknown, given?: A): Promise<Answer<T>>;
  /** Goes on from another network address: the limits of one do not reach the next. */
  move(): Promise<void>;
  /** A request as a program would make it, with the cookies of this browser and nothing of the client. */
  request: APIRequestContext;
  /** Names of the cookies that the protocol knows, sorted. */
  cookies(): Promise<string[]>;
}

// By which we know a browser again in which somebody has signed in before; no part of the protocol.
const OWN_MARK = "coffer.browser";

/** Which of the workers that run at a time this is. The journeys have the lower half of the addresses. */
const WORKER = Number(process.env["TEST_PARALLEL_INDEX"] ?? 0);

let born = 0;

function newAddress(): string {
  born += 1;
  return `10.${128 + WORKER * 32 + (Date.now() % 32)}.${born >> 8}.${born & 255}`;
}

export async function newVisitor(browser: Browser, name = "Ann Arbor"): Promise<Visitor> {
  const context = await browser.newContext({
    // What stands at this address does not matter: the client is brought along.
    bypassCSP: true,
    extraHTTPHeaders: { "X-Forwarded-For": newAddress() },
  });
  await context.addInitScript({
    content: `${await referenceClient()}\nglobalThis.authClient = globalThis.newAuthClient();`,
  });
  const page = await context.newPage();
  const authenticator = await withAuthenticator(page);
  await page.goto("/api/auth/ok");
  const origin = new URL(page.url()).origin;
  return {
    page,
    origin,
    authenticator,
    email: `${name.toLowerCase().replace(/\W+/g, ".")}@${crypto.randomUUID().slice(0, 8)}.test`,
    password: `${crypto.randomUUID()} pear`,
    name,
    request: context.request,
    ask: (call, given) =>
      page.evaluate(
        async ([code, argument]) => {
          const called = new Function(`return (${code})`)() as (client: Client, given: unknown) => Promise<Answer>;
          const { data, error } = await called(globalThis.authClient, argument);
          return { data: data ?? null, error: error ?? null };
        },
        [call.toString(), given] as const,
      ) as Promise<Answer<never>>,
    move: () => context.setExtraHTTPHeaders({ "X-Forwarded-For": newAddress() }),
    cookies: async () =>
      (await context.cookies())
        .filter(({ name, value }) => value !== "" && name !== OWN_MARK)
        .map((cookie) => cookie.name)
        .sort(),
  };
}

/** Signs up and proves the address: a member with a password and a session. */
export async function newMember(browser: Browser, name?: string): Promise<Visitor> {
  const visitor = await newVisitor(browser, name);
  await signUp(visitor);
  await visitor.move();
  return visitor;
}

export async function signUp(visitor: Visitor): Promise<void> {
  const { email, password, name } = visitor;
  await visitor.ask((client, given) => client.signUp.email(given), { email, password, name });
  await sendCode(visitor, "email-verification");
  const otp = await nextCode(visitor.request, email);
  const { error } = await visitor.ask((client, given) => client.emailOtp.verifyEmail(given), { email, otp });
  if (error) throw new Error(`Not verified: ${JSON.stringify(error)}`);
}

export function sendCode({ ask, email }: Visitor, type: string): Promise<Answer> {
  return ask((client, given) => client.emailOtp.sendVerificationOtp(given), { email, type });
}

/** Another browser in which the same person signs in with the password. */
export async function elsewhere(browser: Browser, { email, password, name }: Visitor): Promise<Visitor> {
  const other = { ...(await newVisitor(browser, name)), email, password };
  const { error } = await other.ask((client, given) => client.signIn.email(given), { email, password });
  if (error) throw new Error(`Not signed in: ${JSON.stringify(error)}`);
  return other;
}
