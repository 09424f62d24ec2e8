/** Which ways to prove oneself are offered. */
import { expect, test } from "vitest";

import type { Passkey } from "../../api/auth";
import type { LinkedAccount } from "../../api/self";
import { proofsOf } from "./proofs";

const KEYS = [{ id: "one" } as Passkey];
const PASSWORD = [{ providerId: "credential" } as LinkedAccount];
const GOOGLE = [{ providerId: "google" } as LinkedAccount];

test("a passkey and a password stand beside one another", () =>
  expect(proofsOf(KEYS, PASSWORD, true)).toEqual({ passkey: true, password: true, code: false }));

test("whoever has a password alone is not asked for a passkey", () =>
  expect(proofsOf([], PASSWORD, true)).toEqual({ passkey: false, password: true, code: false }));

test("a code is for whoever has neither, wherever else they sign in", () =>
  expect(proofsOf([], GOOGLE, true)).toEqual({ passkey: false, password: false, code: true }));

test("a passkey that this browser cannot use makes no code enough", () =>
  expect(proofsOf(KEYS, [], false)).toEqual({ passkey: false, password: false, code: false }));

test("what did not load is not held against anybody", () =>
  expect(proofsOf(undefined, undefined, true)).toEqual({ passkey: true, password: true, code: false }));
