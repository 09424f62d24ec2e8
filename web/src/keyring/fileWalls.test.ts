/**
 * A file that was not asked for is kept out by two walls, each tried with the other one down (`crypto.md` 9 and 19).
 *
 * The first is its statement, which names another file; the second the context of its key, manifest and frames.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { fromBase64Url, toBase64Url } from "../crypto/base64url.ts";
import { concat, randomBytes } from "../crypto/bytes.ts";
import { parseStatement } from "../crypto/statements.ts";
import { anOpenWorker } from "./testing/browser.ts";
import { anOpenAccount, closeBrowsers, meant } from "./testing/people.ts";
import type { FileBundle } from "./worker/fileOperations.ts";
import { vaultOperations } from "./worker/operations.ts";

const walls = vi.hoisted(() => ({ statement: true }));

// Down, it takes a bundle for the file that its own statement names.
vi.mock(import("./worker/verifyFile.ts"), async (original) => {
  const { verifyFile } = await original();
  return {
    verifyFile: (vault, fileId, bundle, reading) => {
      const statement = parseStatement(fromBase64Url(bundle.statementB64u));
      return verifyFile(vault, walls.statement || statement.type !== "file.put" ? fileId : statement.id, bundle, reading);
    },
  };
});

interface Stored {
  readonly id: string;
  readonly bundle: FileBundle;
}

let worker: ReturnType<typeof anOpenWorker>;
let passport: Stored;
let will: Stored;

beforeEach(async () => {
  walls.statement = true;
  worker = anOpenWorker();
  const { server, clara } = await anOpenAccount({ startWorker: worker.start });
  const stored = async (): Promise<Stored> => {
    const sealing = await clara.keyring.sealFile(new File([randomBytes(900)], "paper.pdf"), null, meant([server.roles.owner]));
    const parts = [];
    for await (const part of sealing.parts(new AbortController().signal)) parts.push(part);
    const finished = await sealing.finish();
    await server.leaf(finished);
    const frameHashesB64u = toBase64Url(concat(...parts.map((part) => fromBase64Url(part.frameHashesB64u))));
    return { id: sealing.fileId, bundle: { ...finished, later: [], frameHashesB64u } as unknown as FileBundle };
  };
  [passport, will] = [await stored(), await stored()];
  await clara.hear();
});

afterEach(closeBrowsers);

const open = (asked: Stored, { bundle }: Stored) => vaultOperations(worker.vault()).openFile({ fileId: asked.id, bundle, object: "content" });

describe("the bundle of another file", () => {
  it("is foreign by its statement", async () => {
    await expect(open(passport, passport)).resolves.toMatchObject({ manifest: { name: "paper.pdf" } });
    await expect(open(passport, will)).rejects.toMatchObject({ name: "ContentAlarm", kind: "foreign" });
  });

  it("does not open even where its statement is not asked: its key was wrapped for another file", async () => {
    walls.statement = false;
    await expect(open(passport, passport)).resolves.toMatchObject({ manifest: { name: "paper.pdf" } });
    await expect(open(passport, will)).rejects.toThrow();
  });

  it("is not shared under the name of the one that was asked for", async () => {
    const pay = (asked: Stored, { bundle }: Stored) => vaultOperations(worker.vault()).payFile({ fileId: asked.id, bundle, roles: [] });
    await expect(pay(passport, passport)).resolves.toBeNull();
    await expect(pay(passport, will)).rejects.toMatchObject({ name: "ContentAlarm", kind: "foreign" });
  });
});
