/** Nobody acts on a person who may do more with keys than they. */
import { expect, test } from "vitest";

import { mayActOn } from "./authority";

const capabilities = { owner: 7, second: 7, admin: 3, keeper: 1, member: 0 };

test.each<[string, string, boolean]>([
  ["owner", "second", true],
  ["owner", "member", true],
  ["owner", "a stranger to the record", true],
  ["admin", "member", true],
  ["admin", "keeper", true],
  ["admin", "owner", false],
  ["keeper", "admin", false],
  ["keeper", "member", true],
  ["member", "a stranger to the record", false],
  ["member", "member", true],
])("%s on %s: %s", (author, about, allowed) => expect(mayActOn({ capabilities }, author, about)).toBe(allowed));
