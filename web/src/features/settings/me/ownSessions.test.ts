/** The order in which somebody looks through their sessions. */
import { expect, test } from "vitest";

import type { OwnSession } from "../../../api/self";
import { inOrder, isHandheld } from "./ownSessions";

const session = (id: string, updatedAt: string) => ({ id, updatedAt }) as OwnSession;

test("this one first, then those that were used last", () => {
  const listed = [session("old", "2031-01-01"), session("here", "2031-01-02"), session("new", "2031-01-03")];
  expect(inOrder(listed, "here").map(({ id }) => id)).toEqual(["here", "new", "old"]);
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile Safari/604", true],
  ["Mozilla/5.0 (Linux; Android 10; K) Chrome/150.0.0.0 Safari/537.36", true],
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0 Safari/537.36", false],
  ["", false],
])("%s", (userAgent, expected) => expect(isHandheld({ userAgent })).toBe(expected));
