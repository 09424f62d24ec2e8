/**
 * The workers of the app, by the addresses known when it was built.
 *
 * The content policy lets a script start only through the one Trusted Types policy made here, and that one lets
 * only these addresses pass.
 */
import pdfUrl from "pdfjs-dist/build/pdf.worker.min.mjs?worker&url";

import deskUrl from "../app/deskWorker.ts?worker&url";
import putUrl from "../features/documents/uploads/putWorker.ts?worker&url";
import cryptoUrl from "../keyring/worker/cryptoWorker.ts?worker&url";

const KNOWN = new Set([cryptoUrl, deskUrl, pdfUrl, putUrl]);

function admit(url: string): string {
  if (!KNOWN.has(url)) throw new TypeError("This worker is not part of Coffer.");
  return url;
}

interface ScriptPolicy {
  createScriptURL(url: string): unknown;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy;
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy: ScriptPolicy = factory
  ? factory.createPolicy("app-worker", { createScriptURL: admit })
  : { createScriptURL: admit };

// The type of the constructor knows plain addresses only.
const start = (url: string): Worker =>
  new Worker(policy.createScriptURL(url) as string, { type: "module" });

export const startCryptoWorker = (): Worker => start(cryptoUrl);
export const startDeskWorker = (): Worker => start(deskUrl);
export const startPdfWorker = (): Worker => start(pdfUrl);
export const startPutWorker = (): Worker => start(putUrl);
/** Into the store of the browser: what is looked for without a network is found all the same. */
