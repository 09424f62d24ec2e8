/** A true account for tests of answers about its log, asked by a worker that knows nothing of it yet. */
import { toBase64Url } from "../../crypto/base64url.ts";
import type { Anchored } from "../../crypto/keyLog/anchors.ts";
import type { Leaf } from "../../crypto/leaves.ts";
import { rootOf } from "../../crypto/merkle.ts";
import type { Signed } from "../../crypto/statements.ts";
import type { HeadBody } from "../calls.ts";
import { takeAnswer } from "../worker/logBook.ts";
import type { LogAnswers } from "../worker/logOperations.ts";
import { openVault } from "../worker/operations.ts";
import type { Vault } from "../worker/vault.ts";
import { anOpenWorker } from "./browser.ts";
import type { KeyServer, Request } from "./keyServer.ts";
import { anOpenAccount, closeBrowsers } from "./people.ts";

export let server: KeyServer;
/** The keys of the owner in the hands of whoever likes. */
export let insider: Vault;
export let device: string;
export let owner: string;
export let truth: LogAnswers & { readonly head: object };
/** What a link, a QR code or a recovery file of this account says. */
export let carried: { readonly account: string; readonly fingerprint: string; readonly logSize: number; readonly logRoot: string; readonly logKey: string };

async function ask<T>(request: Request): Promise<T> {
  return (await server.http(owner)<T>(request)).data;
}

/** Everything that the server has, for a browser that knows nothing yet. */
async function allAnswers(): Promise<typeof truth> {
  const { note, consistency, logKeyB64u: logKey } = await ask<HeadBody>({ path: "/api/auth/keys/head", query: {} });
  const { data: entries } = await ask<{ data: Signed[] }>({ path: "/api/auth/keys/log", query: { after: -1 } });
  const { data: leaves } = await ask<{ data: Leaf[] }>({ path: "/api/auth/keys/leaves", query: { from: 0, to: server.leaves.length } });
  return { entries, leaves, head: { note, consistency, logKey, askedAt: Date.now() } };
}

/** Before all tests of a file: none of them changes what the server has. */
export async function openTheAccount(): Promise<void> {
  const worker = anOpenWorker();
  const account = await anOpenAccount({ startWorker: worker.start });
  insider = worker.vault();
  server = account.server;
  owner = account.owner.id;
  closeBrowsers();
  device = Object.keys(server.state().devices)[0] ?? "";
  truth = await allAnswers();
  const { book } = await aVault([]);
  const after = await takeAnswer(book, truth.entries, truth.leaves, truth.head);
  const logSize = 2;
  carried = {
    account: server.account, fingerprint: server.state().fingerprint ?? "", logSize, logRoot: toBase64Url(await rootOf(after.tree, logSize)),
    logKey: after.pin?.logKey ?? "",
  };
}

export const aVault = (anchors: readonly Anchored[], now = Date.now): Promise<Vault> =>
  openVault({ account: server.account, pin: null, anchors, acknowledged: [] }, now);

export const taking = (vault: Vault, answers: LogAnswers = truth) => takeAnswer(vault.book, answers.entries, answers.leaves, typeof answers.head === "string" ? null : answers.head);
