// @vitest-environment jsdom
/** What the server does not tell in its form is told as not read, beside what it has told: no part of the page goes white. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { show } from "../../../app/testing/forms";
import { PasskeysCard } from "./PasskeysCard";
import { ProvidersCard } from "./ProvidersCard";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const passkey = {
  id: "a", name: "Key ring", credentialID: "c", publicKey: "", userId: "clara", counter: 1, deviceType: "multiDevice", backedUp: true, transports: "", aaguid: "",
  createdAt: "2026-03-04T12:00:00.000Z",
};

test.each([
  ["an odd moment", [{ ...passkey, createdAt: "soon" }]],
  ["no list", { data: [passkey] }],
  ["no id", [{ ...passkey, id: undefined }]],
])("passkeys with %s", async (_what, answer) => {
  show(() => <PasskeysCard />, [[/list-user-passkeys/, answer]]);
  expect(await screen.findByText("The passkeys did not load.")).toBeDefined();
  expect(screen.getByText("The answer cannot be read.")).toBeDefined();
  expect(screen.getByRole("heading", { name: "Passkeys" })).toBeDefined();
  expect(screen.queryByText(/Key ring/)).toBeNull();
});

test.each([
  ["without rows", {}],
  ["in another form", { data: "google" }],
])("ways to sign in %s", async (_what, answer) => {
  show(() => <ProvidersCard />, [[/auth\/providers/, answer]]);
  expect(await screen.findByText("The other ways to sign in did not load.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});

test("ways to sign in of which there are none are not drawn", async () => {
  show(() => <><ProvidersCard /><PasskeysCard /></>, []);
  expect(await screen.findByText(/No passkeys yet|not supported/)).toBeDefined();
  expect(screen.queryByText("Sign in with another account")).toBeNull();
});

test.each([
  ["that there are no passkeys is the server's word", true, /No passkeys yet/],
  ["that there can be none in this browser is not", false, /not supported/],
])("%s", async (_what, works, said) => {
  if (works) vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("isSecureContext", true);
  show(() => <PasskeysCard />, [[/list-user-passkeys/, []]]);
  expect((await screen.findByText(said)).closest("[data-word]") !== null).toBe(works);
});
