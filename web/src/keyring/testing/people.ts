/** People of tests: an owner with an open account, a colleague on the way in, a document between them. */
import { expect, vi } from "vitest";

import { newId } from "../../crypto/testing/account.ts";
import type { Audience, LettingIn, SealedItem } from "../contract.ts";
import { aBrowser, type BrowserOptions, type TestBrowser } from "./browser.ts";
import { aKeyServer, type KeyServer } from "./keyServer.ts";

globalThis.location = { origin: "https://coffer.test", hostname: "coffer.test" } as Location;

export const PASSPHRASE = { by: "passphrase", passphrase: "a long enough sentence" } as const;
const open: TestBrowser[] = [];

export async function browser(...args: Parameters<typeof aBrowser>): Promise<TestBrowser> {
  const made = await aBrowser(...args);
  open.push(made);
  return made;
}

/** Ends every keyring of a test. */
export function closeBrowsers(): void {
  for (const { keyring } of open.splice(0)) keyring.end();
}

/** An account whose owner has a device and the first role keys. */
export async function anOpenAccount(options: BrowserOptions = {}) {
  const server = await aKeyServer();
  const owner = server.join("clara@example.test", server.roles.owner);
  const clara = await browser(server, owner, { openedHere: true, ...options });
  const file = await clara.keyring.createDevice(PASSPHRASE);
  await clara.until("ready");
  await vi.waitFor(() => { expect(Object.keys(server.state().roles).length).toBe(3); }, { timeout: 20_000 });
  await clara.hear();
  return { server, owner, clara, file };
}

/** Somebody whom the owner has invited, with a device that waits. */
export async function aColleague(server: KeyServer, clara: TestBrowser, options: BrowserOptions = {}) {
  const { link = "" } = await clara.keyring.invite({ email: "jonas@example.test", roleId: server.roles.member });
  const member = server.join("jonas@example.test", server.roles.member);
  const jonas = await browser(server, member, { link, ...options });
  await jonas.keyring.createDevice(PASSPHRASE);
  return { member, jonas, link };
}

/** A member was given a further role and lost it again; what he writes may mean that role all the same, and its roll is the owner's matter. */
export async function anOwingAccount() {
  const account = await anOpenAccount();
  const { server, clara } = account;
  const { member, jonas } = await aColleague(server, clara);
  await clara.hear();
  await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id)).toBe(true);
  await clara.keyring.giveRole(member.id, server.roles.admin);
  const trouble = server.refuse("POST /roles/roll-wrap");
  await clara.keyring.takeRole(member.id, server.roles.admin).catch(() => undefined);
  expect(server.state().roles[server.roles.admin]?.rollDue).toBe(true);
  await jonas.hear();
  await jonas.until("ready");
  return { ...account, jonas, rolled: async () => {
    trouble.end();
    await clara.keyring.rollDue();
    expect(server.state().roles[server.roles.admin]?.rollDue).toBe(false);
    await jonas.hear();
  } };
}

/** An audience as a test wishes it; the product takes its from statements. */
export const meant = (roles: readonly string[]): Audience => roles as Audience;

/** Approves whoever waits, as they are shown; where no invitation was signed, with the role that the test chooses. */
export async function approve(approving: TestBrowser, how: LettingIn = {}, device?: string): Promise<number> {
  const { waiting } = await approving.keyring.overview({ anew: true });
  const shown = waiting.find(({ deviceId }) => device === undefined || deviceId === device);
  return approving.keyring.letIn(shown?.deviceId ?? "", { role: shown?.role ?? null, ...how });
}

/** A browser that reads, and one that waits: the digits are read out, typed, and read back. */
export async function compare(approving: TestBrowser, waiting: TestBrowser): Promise<void> {
  const [{ deviceId = "" } = {}] = (await approving.keyring.overview({ anew: true })).waiting;
  expect(await waiting.keyring.enterCode((await approving.keyring.codeToRead(deviceId))?.code ?? "")).toBe("fits");
  const { answer } = waiting.keyring.state() as { answer: string };
  expect(await approve(approving, { answer })).toBe(0);
}

/** A sealed document as the server would keep it. */
export async function aDocument(clara: TestBrowser, server: KeyServer, audience?: readonly string[]): Promise<SealedItem> {
  const id = newId();
  const roles = audience ? meant(audience) : await clara.keyring.defaultAudience("document");
  const sealed = await clara.keyring.sealRecord({ kind: "document", id, payload: { v: 1, title: "Passport" }, attrs: { state: "active" }, audience: roles });
  await server.leaf({ statementB64u: sealed.statementB64u, signatureB64u: sealed.signatureB64u });
  return { id, version: 1, sealed, later: [] };
}
