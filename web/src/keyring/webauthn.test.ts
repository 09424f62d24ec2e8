// @vitest-environment jsdom
/** The authenticator's secret stays in the page, and every way in which a prompt can end has its sentence. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { toBase64Url } from "../crypto/base64url.ts";
import { askAuthenticator, makeAuthenticator, withoutResults } from "./webauthn.ts";

const SECRET = new Uint8Array(32).fill(7);

class FakeCredential {
  readonly rawId = new Uint8Array([1, 2, 3]).buffer;
  readonly id = "AQID";
  readonly first: ArrayBuffer | undefined;

  constructor(first?: Uint8Array<ArrayBuffer>) {
    this.first = first?.slice().buffer;
  }

  static parseCreationOptionsFromJSON(options: unknown): unknown {
    return options;
  }

  getClientExtensionResults() {
    return { prf: this.first ? { enabled: true, results: { first: this.first } } : {} };
  }

  toJSON() {
    return { id: this.id, clientExtensionResults: { prf: { enabled: true, results: { first: "c2VjcmV0" } } } };
  }
}

const sent: unknown[] = [];
const calls = {
  passkeyOptions: () => Promise.resolve({ authenticatorSelection: { userVerification: "preferred" }, excludeCredentials: [] } as never),
  addPasskey: (response: unknown) => Promise.resolve(sent.push(response)),
  passkeys: () => Promise.resolve([{ credentialID: "AQID" }]),
};
const credentials = { create: vi.fn(), get: vi.fn() };
const authenticator = { credentialIdB64u: "AQID", prfInputB64u: toBase64Url(SECRET) };

beforeEach(() => {
  sent.length = 0;
  credentials.create.mockReset();
  credentials.get.mockReset();
  vi.stubGlobal("PublicKeyCredential", FakeCredential);
  vi.stubGlobal("isSecureContext", true);
  Object.defineProperty(navigator, "credentials", { value: credentials, configurable: true });
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a new passkey", () => {
  it("asks for user verification and a secret, and sends the answer without it", async () => {
    credentials.create.mockResolvedValue(new FakeCredential(SECRET));
    const made = await makeAuthenticator(calls);
    expect(made.result).toEqual(SECRET);
    expect(made.authenticator.credentialIdB64u).toBe("AQID");
    const { publicKey } = credentials.create.mock.calls[0]?.[0] as CredentialCreationOptions;
    expect(publicKey?.authenticatorSelection?.userVerification).toBe("required");
    expect(publicKey?.extensions?.prf?.eval?.first).toHaveLength(32);
    expect(JSON.stringify(sent)).not.toContain("c2VjcmV0");
    expect(sent).toEqual([{ id: "AQID", clientExtensionResults: { prf: { enabled: true } } }]);
  });

  it("is asked once more when making it gave no secret, and refused when that gives none either", async () => {
    credentials.create.mockResolvedValue(new FakeCredential());
    credentials.get.mockResolvedValueOnce(new FakeCredential(SECRET));
    expect((await makeAuthenticator(calls)).result).toEqual(SECRET);
    credentials.get.mockResolvedValueOnce(new FakeCredential());
    await expect(makeAuthenticator(calls)).rejects.toThrow("PRF result missing from authenticator.");
  });

  it("that this authenticator has already is used with a fresh input", async () => {
    credentials.create.mockRejectedValue(new DOMException("known", "InvalidStateError"));
    credentials.get.mockResolvedValue(new FakeCredential(SECRET));
    expect((await makeAuthenticator(calls)).result).toEqual(SECRET);
    expect(sent).toEqual([]);
  });

  it("fails with the product's sentences", async () => {
    credentials.create.mockResolvedValue(new FakeCredential(SECRET));
    await expect(makeAuthenticator({ ...calls, addPasskey: () => Promise.reject(new Error("no")) })).rejects.toThrow("Failed to add passkey");
    await expect(makeAuthenticator({ ...calls, passkeys: () => Promise.reject(new Error("no")) }))
      .rejects.toThrow("Passkey created but could not fetch list to resolve credential ID");
  });
});

describe("a prompt", () => {
  it("that is cancelled, empty or all zero is told apart", async () => {
    credentials.get.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
    await expect(askAuthenticator(authenticator)).rejects.toMatchObject({ code: "canceled", message: "User cancelled authenticator prompt." });
    credentials.get.mockResolvedValueOnce(new FakeCredential(new Uint8Array(32)));
    await expect(askAuthenticator(authenticator)).rejects.toThrow("PRF result missing from authenticator.");
    credentials.get.mockResolvedValueOnce(new FakeCredential(SECRET));
    expect(await askAuthenticator(authenticator)).toEqual(SECRET);
    const { publicKey } = credentials.get.mock.calls[2]?.[0] as CredentialRequestOptions;
    expect(publicKey).toMatchObject({ rpId: "localhost", userVerification: "required" });
  });

  it("does not exist where the browser or the page has none", async () => {
    vi.stubGlobal("isSecureContext", false);
    await expect(askAuthenticator(authenticator)).rejects.toThrow("WebAuthn is not supported in this browser");
  });

  it("never tells its secret by its JSON", () => {
    expect(withoutResults(new FakeCredential(SECRET))).toEqual({ id: "AQID", clientExtensionResults: { prf: { enabled: true } } });
    expect(withoutResults({ toJSON: () => ({ id: "x" }) })).toEqual({ id: "x" });
  });
});
