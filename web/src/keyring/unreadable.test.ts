/** Unreachable, sealed and damaged are told apart, and nobody is accused of damage because a network was away. */
import { afterEach, expect, it, test, vi } from "vitest";

import { CryptoError, damaged, TEXTS } from "../crypto/errors.ts";
import type { Context } from "./context.ts";
import { openFile } from "./files.ts";
import { FileAway } from "../components/preload.ts";
import { EndedEarly, unreadableBy, type Unreadable } from "./unreadable.ts";
import { WorkerLost } from "./watch.ts";
import { Abandoned, thrown } from "./worker/rpc.ts";

afterEach(() => vi.unstubAllGlobals());

const failure = (status: number) => Object.assign(new Error("No."), { failure: { status } });
/** As it comes out of the worker. */
const remote = ({ name, message, code }: { name: string; message: string; code?: string }) => thrown({ name, message, ...(code ? { code } : {}) });

test.each<[string, unknown, Unreadable]>([
  ["a network that is away", failure(0), "unreachable"],
  ["a gateway without a server", failure(502), "unreachable"],
  ["an address that is gone", failure(404), "unreachable"],
  ["a store that says that it has lost it", Object.assign(new Error("No."), { failure: { status: 500, reason: "object_damaged" } }), "lost"],
  ["too many questions", failure(429), "unreachable"],
  ["a worker that stopped", new WorkerLost("work"), "unreachable"],
  ["a worker that has not opened it", remote({ name: "CryptoError", message: "This file is not open any more. Start again.", code: "failed_precondition" }), "unreachable"],
  ["no wrap for this device", remote({ name: "Sealed", message: "Sealed" }), "sealed"],
  ["a server that does not give it out", failure(403), "refused"],
  ["a server that knows of no session", failure(401), "refused"],
  ["a device that is locked", new CryptoError("failed_precondition", TEXTS.noDevice), "sealed"],
  ["a device that is locked meanwhile", new Abandoned(), "sealed"],
  ["a frame that does not fit", damaged(), "damaged"],
  ["a frame that does not fit, told by the worker", remote({ name: "CryptoError", message: "x", code: "data_loss" }), "damaged"],
  ["fewer bytes than were signed", new EndedEarly(), "damaged"],
  ["contents that are not what their author signed, told by the worker", remote({ name: "ContentAlarm", message: "x", code: "data_loss" }), "damaged"],
  ["a part of the app that did not arrive", new FileAway(), "unreachable"],
  ["a part of the app that a browser could not import", new TypeError("Failed to fetch dynamically imported module"), "unreachable"],
  ["a worker that fails before it has checked anything", remote({ name: "TypeError", message: "x is not a function" }), "unreachable"],
])("%s", (_what, reason, expected) => expect(unreadableBy(reason)).toBe(expected));

const bundle = { url: "https://store.test/x" };
const shape = { handle: 1, manifest: { bytes: 10 }, frameSize: 16, frameCount: 1, encryptedSize: 32 };
const context = {
  calls: { fileBundle: () => Promise.resolve(bundle) },
  worker: { openFile: () => Promise.resolve(shape), openFrames: () => Promise.reject(damaged()) },
} as unknown as Context;

async function reading(): Promise<Unreadable> {
  const file = await openFile(context, "f");
  return file.stream().getReader().read().then(() => { throw new Error("There is nothing to read."); }, unreadableBy);
}

/** A body that breaks off, as a browser tells it. */
const brokenOff = () => new Response(new ReadableStream({ pull: (controller) => { controller.error(new TypeError("network error")); } }));

it.each<[string, () => Promise<Response>, Unreadable]>([
  ["that cannot be asked for", () => Promise.reject(new TypeError("Failed to fetch")), "unreachable"],
  ["whose answer breaks off", () => Promise.resolve(brokenOff()), "unreachable"],
  ["that the store refuses", () => Promise.resolve(new Response(null, { status: 503 })), "unreachable"],
  ["of the wrong length", () => Promise.resolve(new Response("short")), "damaged"],
])("a part %s is told for what it is", async (_what, answer, expected) => {
  vi.stubGlobal("fetch", answer);
  expect(await reading()).toBe(expected);
});

it("takes it for lost when the store knows nothing at an address that was signed just now", async () => {
  const answers = [new Response("<Error><Code>NoSuchKey</Code></Error>", { status: 404 }), new Response(null, { status: 404 })];
  vi.stubGlobal("fetch", () => Promise.resolve(answers.shift()));
  const file = await openFile(context, "file");
  const reason: unknown = await file.stream().getReader().read().catch((error: unknown) => error);
  expect(unreadableBy(reason)).toBe("lost");
  expect(answers).toEqual([]);
});

it("takes what our server says for what it is: an upload that is gone is not lost", async () => {
  const gone = () => Response.json({ code: "not_found", message: "No.", details: { reason: "upload_gone" } }, { status: 404 });
  vi.stubGlobal("fetch", () => Promise.resolve(gone()));
  const file = await openFile(context, "file");
  const reason: unknown = await file.stream().getReader().read().catch((error: unknown) => error);
  expect(unreadableBy(reason)).toBe("unreachable");
});
