/** Providers that are connected, and those that could be. */
import { expect, test } from "vitest";

import type { LinkedAccount } from "../../../api/self";
import { connectionsOf } from "./connections";

const method = (providerId: string) => ({ providerId, createdAt: "2031-05-06T07:08:09.012Z" }) as LinkedAccount;

test("the connected ones come first, and a password is none of them", () =>
  expect(connectionsOf(["google", "microsoft"], [method("credential"), method("microsoft")])).toEqual([
    { provider: "microsoft", since: "2031-05-06T07:08:09.012Z" },
    { provider: "google", since: undefined },
  ]));

test("one that is offered no more is still shown to those who came with it", () =>
  expect(connectionsOf([], [method("google")])).toEqual([{ provider: "google", since: "2031-05-06T07:08:09.012Z" }]));

test("without any there is nothing to show", () => expect(connectionsOf([], [method("credential")])).toEqual([]));
