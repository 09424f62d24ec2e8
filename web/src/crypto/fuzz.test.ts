/** Whatever a parser is given, it answers with a value or with a refusal of ours, and never with anything else. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import vectors from "../../../tests/contracts/crypto-vectors.json" with { type: "json" };
import { openAccountHead } from "./accountHead.ts";
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import type { Bytes } from "./bytes.ts";
import { open } from "./box.ts";
import { decodeCanonical } from "./canonical.ts";
import { generateDataKey } from "./contentWrap.ts";
import { CryptoError } from "./errors.ts";
import { openHeader } from "./fileHeader.ts";
import { builtInRoleIds, idText } from "./ids.ts";
import { emptyKeyState } from "./keyLog/state.ts";
import { replay } from "./keyLog/replay.ts";
import { parsePairingFragment } from "./pairing.ts";
import { readRecoveryFile } from "./recoveryFile.ts";
import { parseStatement } from "./statements.ts";

const account = idText(Uint8Array.from(vectors.ids.account.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
const valid = Object.values(vectors.statements).map(({ bytes }) => fromBase64Url(bytes));

/** Real input with some bytes changed, left out or put in, and input out of nothing. */
const anyBytes: fc.Arbitrary<Bytes> = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)),
  fc.tuple(fc.constantFrom(...valid), fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.nat(2)), { minLength: 1, maxLength: 6 })).map(([bytes, edits]) => {
    const list = [...bytes];
    for (const [at, value, edit] of edits) {
      if (edit === 0) list[at % list.length] = value;
      else if (edit === 1) list.splice(at % list.length, 1);
      else list.splice(at % list.length, 0, value);
    }
    return new Uint8Array(list);
  }),
);
const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), anyBytes.map(toBase64Url));

async function refusesPolitely(attempt: () => unknown): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    expect(error).toBeInstanceOf(CryptoError);
  }
}

function fuzz<T>(input: fc.Arbitrary<T>, attempt: (value: T) => unknown): Promise<void> {
  return fc.assert(fc.asyncProperty(input, (value) => refusesPolitely(() => attempt(value))), { numRuns: 400 });
}

describe("any input", () => {
  it("to the statement parser", () => fuzz(anyBytes, parseStatement));
  it("to the canonical decoder", () => fuzz(anyBytes, decodeCanonical));
  it("to the reader of file headers", () => fuzz(anyBytes, (bytes) => openHeader(generateDataKey(), { account, file: account, version: 1, purpose: "content" }, bytes)));
  it("to the reader of pairing links", () => fuzz(anyText, parsePairingFragment));
  it("to the reader of recovery files", () => fuzz(anyText, readRecoveryFile));
  it("to the reader of account heads", () =>
    fuzz(fc.oneof(anyText, anyText.map((text) => vectors.accountHead.note + text)), (note) =>
      openAccountHead(note, account, vectors.accountHead.logName, vectors.accountHead.logPublicKey)));
  it("to a box", () =>
    fuzz(fc.tuple(anyText, anyText, anyText), ([saltB64u, ivB64u, dataB64u]) =>
      open(new Uint8Array(32), "invite", { account, custodianRole: account, generation: 1, invite: account, role: account }, { saltB64u, ivB64u, dataB64u })));

  it("to the replay gives a state, and no device or role that was not signed for", async () => {
    const start = emptyKeyState(account, await builtInRoleIds(account));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyText, anyText, fc.option(anyText, { nil: undefined })), { maxLength: 4 }), async (entries) => {
        const signed = entries.map(([statementB64u, signatureB64u, deviceSignatureB64u]) => ({
          statementB64u, signatureB64u, ...(deviceSignatureB64u === undefined ? {} : { deviceSignatureB64u }),
        }));
        const after = (await replay(start, signed)).at(-1)?.after ?? start;
        expect([after.devices, after.roles, after.users, after.invites]).toEqual([{}, {}, {}, {}]);
      }),
      { numRuns: 150 },
    );
  });
});
