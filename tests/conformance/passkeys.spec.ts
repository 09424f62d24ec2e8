/** Passkeys (section 7), with a real authenticator of the browser. */
import { expect, test } from "./support/test";
import { newMember, newVisitor, type Visitor } from "./support/visitor";

interface Passkey {
  id: string;
  name: string;
  createdAt: Date;
}

function add({ ask }: Visitor, name: string) {
  return ask<Passkey>((client, given) => client.passkey.addPasskey({ name: given, authenticatorAttachment: "platform" }), name);
}

test("a passkey is registered, listed, renamed, used and removed", async ({ browser }) => {
  const ann = await newMember(browser);
  const made = await add(ann, "Laptop");
  expect(made.error).toBeNull();
  expect(made.data).toMatchObject({ name: "Laptop", counter: expect.any(Number), transports: expect.stringContaining("internal") });
  expect(made.data.createdAt).toBeInstanceOf(Date);

  const renamed = await ann.ask((client, id) => client.passkey.updatePasskey({ id, name: "  Old laptop " }), made.data.id);
  expect(renamed.data.passkey).toMatchObject({ id: made.data.id, name: "Old laptop" });
  const listed = await ann.ask((client) => client.passkey.listUserPasskeys());
  expect(listed.data).toHaveLength(1);

  await ann.ask((client) => client.signOut());
  const back = await ann.ask((client) => client.signIn.passkey());
  expect(back.error).toBeNull();
  expect(back.data.user.email).toBe(ann.email);
  expect(back.data.session.expiresAt).toBeInstanceOf(Date);

  const gone = await ann.ask((client, id) => client.passkey.deletePasskey({ id }), made.data.id);
  expect(gone).toEqual({ data: { status: true }, error: null });
  expect((await ann.ask((client) => client.passkey.listUserPasskeys())).data).toEqual([]);
});

test("the same authenticator is not registered twice", async ({ browser }) => {
  const ann = await newMember(browser);
  await add(ann, "Laptop");
  const { error } = await add(ann, "Again");
  expect(error).toMatchObject({
    status: 400,
    code: "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED",
    message: "Previously registered",
  });
});

test("a removed passkey does not sign in", async ({ browser }) => {
  const ann = await newMember(browser);
  const { data } = await add(ann, "Laptop");
  await ann.ask((client, id) => client.passkey.deletePasskey({ id }), data.id);
  await ann.ask((client) => client.signOut());
  const { error } = await ann.ask((client) => client.signIn.passkey());
  expect(error).toMatchObject({ status: 401, code: "PASSKEY_NOT_FOUND", message: "Passkey not found" });
});

test("a person with nobody's authenticator is told that it was cancelled", async ({ browser }) => {
  const ann = await newVisitor(browser);
  const { error } = await ann.ask((client) => client.signIn.passkey());
  expect(error).toMatchObject({ status: 400, message: "Auth cancelled" });
});

test("a passkey of somebody else is not found", async ({ browser }) => {
  const ann = await newMember(browser);
  const bob = await newMember(browser, "Bob Built");
  const { data } = await add(ann, "Laptop");
  const removal = await bob.ask((client, id) => client.passkey.deletePasskey({ id }), data.id);
  expect(removal.error).toMatchObject({ status: 404, code: "PASSKEY_NOT_FOUND" });
  const rename = await bob.ask((client, id) => client.passkey.updatePasskey({ id, name: "Mine" }), data.id);
  expect(rename.error).toMatchObject({ status: 404, code: "PASSKEY_NOT_FOUND" });
});

test("options hold what the section says, in the way of either generation", async ({ browser }) => {
  const ann = await newMember(browser);
  const { data } = await add(ann, "Laptop");
  const options = await (await ann.request.get("/api/auth/passkey/generate-register-options?name=Phone")).json();
  expect(options).toMatchObject({
    user: { displayName: ann.email, name: "Phone" },
    pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
    timeout: 60_000,
    attestation: "none",
    authenticatorSelection: { residentKey: "preferred", requireResidentKey: false, userVerification: "preferred" },
  });
  expect(options.excludeCredentials).toHaveLength(1);

  const headers = { Origin: ann.origin };
  const asked = [
    await ann.request.get("/api/auth/passkey/generate-authenticate-options"),
    await ann.request.post("/api/auth/passkey/generate-authenticate-options", { headers }),
    await ann.request.post("/api/auth/passkey/generate-authenticate-options", { data: {}, headers }),
    await ann.request.post("/api/auth/passkey/generate-authenticate-options", { data: { email: ann.email }, headers }),
  ];
  for (const answer of asked) {
    expect(answer.status()).toBe(200);
    const { rpId, userVerification, allowCredentials } = await answer.json();
    expect([rpId, userVerification]).toEqual(["localhost", "preferred"]);
    expect(allowCredentials).toHaveLength(1);
  }
  const stranger = await newVisitor(browser);
  const answer = await stranger.request.post("/api/auth/passkey/generate-authenticate-options", { data: { email: ann.email } });
  expect(await answer.json()).not.toHaveProperty("allowCredentials");
  expect(data.name).toBe("Laptop");
});

test("malformed answers of an authenticator are refused, never a fault", async ({ browser }) => {
  const ann = await newMember(browser);
  const headers = { Origin: ann.origin };
  await ann.request.get("/api/auth/passkey/generate-register-options");
  const registration = await ann.request.post("/api/auth/passkey/verify-registration", {
    headers,
    data: { response: { id: "x", rawId: "x", type: "public-key", response: { clientDataJSON: "e30", attestationObject: "oA" } } },
  });
  expect([registration.status(), (await registration.json()).code]).toEqual([400, "FAILED_TO_VERIFY_REGISTRATION"]);
  const again = await ann.request.post("/api/auth/passkey/verify-registration", {
    headers,
    data: { response: { id: "x", rawId: "x", type: "public-key", response: { clientDataJSON: "e30", attestationObject: "oA" } } },
  });
  expect([again.status(), (await again.json()).code]).toEqual([400, "CHALLENGE_NOT_FOUND"]);
});
