/** Everybody lands where the state of session and keys says, in that order. */
import { describe, expect, test } from "vitest";

import type { SessionInfo } from "../api/auth";
import type { KeyState } from "../keyring/contract";
import { gate, landing, standsAlone, type Situation } from "./landing";

const session = (more: Partial<SessionInfo> = {}): SessionInfo =>
  ({ user: { id: "u1" }, session: { accountId: "a1" }, account: { id: "a1" }, redirect: null, ...more }) as SessionInfo;

const ready: KeyState = { name: "ready", locksAt: 0, deviceId: "d1" };
const unconfirmed: KeyState = { name: "unconfirmed", ask: "colleague", helpers: [], you: { name: "", email: "" }, wrong: 0, answer: null };
const unset = (mine: boolean, openedHere: boolean): KeyState => ({ name: "unset", mine, openedHere });

const at = (path: string, more: Partial<Situation> = {}) =>
  landing({ path, session: session(), keys: ready, returnUrl: null, welcomePutOff: false, ...more });

const STAY = { stay: true };

describe("signed out", () => {
  const out = { session: null, keys: null };
  test.each(["/login", "/register", "/verify-otp", "/forgot-password", "/join/abc", "/invitations"])("%s is open", (path) =>
    expect(at(path, out)).toEqual(STAY),
  );
  test("everything else leads to the sign-in and back", () => {
    expect(at("/documents", out)).toEqual({ go: "/login", keepReturn: true });
    expect(at("/", out)).toEqual({ go: "/login", keepReturn: false });
  });
});

describe("signed in without an account", () => {
  const fresh = session({ account: null, redirect: "https://coffer.example/subscribe" });
  test("goes to the subscription", () => {
    expect(at("/dashboard", { session: fresh, keys: null })).toEqual({ go: "/subscribe" });
    expect(at("/subscribe", { session: fresh, keys: null })).toEqual(STAY);
  });
  test("goes to the platform when they administer it, and may still subscribe", () => {
    const admin = { ...fresh, user: { id: "u1", role: "admin" } } as SessionInfo;
    expect(at("/", { session: admin, keys: null })).toEqual({ go: "/platform" });
    expect(at("/platform", { session: admin, keys: null })).toEqual(STAY);
    expect(at("/subscribe", { session: admin, keys: null })).toEqual(STAY);
    expect(at("/platform", { session: fresh, keys: null })).toEqual({ go: "/subscribe" });
  });
  test("sees the invitations when one waits", () => {
    const invited = session({ account: null });
    expect(at("/verify-otp", { session: invited, keys: null })).toEqual({ go: "/invitations" });
    expect(at("/subscribe", { session: invited, keys: null })).toEqual(STAY);
  });
  test("an invitation that was on the way survives the sign-in", () => {
    expect(at("/login", { session: fresh, keys: null, returnUrl: "/join/abc" })).toEqual({ go: "/join/abc" });
  });
});

describe("with an account", () => {
  test("leaves the door for the return URL, else for Home", () => {
    expect(at("/login")).toEqual({ go: "/dashboard" });
    expect(at("/", { returnUrl: "/documents?open=1" })).toEqual({ go: "/documents?open=1" });
    expect(at("/documents")).toEqual(STAY);
  });
  test("a new person, and the owner who just opened the account, set up this browser", () => {
    expect(at("/dashboard", { keys: { name: "new" } })).toEqual({ go: "/welcome", keepReturn: true });
    expect(at("/login", { keys: unset(true, true) })).toEqual({ go: "/welcome", keepReturn: false });
    expect(at("/welcome", { keys: { name: "new" } })).toEqual(STAY);
  });
  test("setting up can be put off", () => {
    expect(at("/documents", { keys: { name: "new" }, welcomePutOff: true })).toEqual(STAY);
  });
  test("auditors, who hold no keys, go straight in", () => {
    expect(at("/login", { keys: { name: "keyless" } })).toEqual({ go: "/dashboard" });
  });
  test("locked pages keep their address", () => {
    expect(at("/documents", { keys: { name: "locked", by: "passphrase" } })).toEqual(STAY);
  });
});

describe("what stands in front of the page", () => {
  test.each<[KeyState, string]>([
    [ready, "none"],
    [{ name: "keyless" }, "none"],
    [unset(false, false), "none"],
    [unset(true, false), "setUpHere"],
    [{ name: "elsewhere", devices: [], helpers: [], ended: null }, "elsewhere"],
    [{ name: "locked", by: "authenticator" }, "locked"],
    [{ name: "stopped", when: "start" }, "stopped"],
    [{ name: "waiting", helpers: [] }, "waiting"],
    [{ name: "pending" }, "pending"],
    [unconfirmed, "unconfirmed"],
  ])("%o: %s", (keys, expected) => expect(gate(keys)).toBe(expected));

  test("who has not compared the safety code sees nothing beside it, and who waits sees what needs no key", () => {
    expect(standsAlone(gate(unconfirmed))).toBe(true);
    expect(standsAlone(gate({ ...unconfirmed, answer: "123456" }))).toBe(true);
    expect(standsAlone(gate({ name: "waiting", helpers: [] }))).toBe(false);
    expect(standsAlone(gate(ready))).toBe(false);
  });
});
