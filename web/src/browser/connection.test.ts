/** Whether Coffer can be reached is told from the socket and from calls, and not from the network alone. */
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { after, BEGUN, isUnanswered, reachOf, type Connection, type Heard, type Reach } from "./connection";

const told = (...heard: Heard[]): Reach => reachOf(heard.reduce(after, BEGUN));

test.each<[Heard[], Reach]>([
  [[], "fine"],
  [["socket opened"], "fine"],
  // One that fails while the socket lives is a fault of that call.
  [["socket opened", "unanswered"], "fine"],
  // A socket that closes is opened again by itself, and nobody needs to know.
  [["socket opened", "socket closed"], "fine"],
  [["socket opened", "socket closed", "unanswered"], "silent"],
  [["socket opened", "unanswered", "socket closed"], "silent"],
  [["unanswered"], "silent"],
  [["unanswered", "answered"], "fine"],
  [["socket opened", "socket closed", "unanswered", "socket opened"], "fine"],
  [["socket opened", "socket closed", "unanswered", "answered"], "fine"],
  [["socket opened", "socket closed", "unanswered", "answered", "unanswered"], "silent"],
  [["offline"], "offline"],
  [["offline", "unanswered", "online"], "silent"],
  [["offline", "online"], "fine"],
  [["unanswered", "offline", "answered", "online"], "fine"],
])("%j: %s", (heard, reach) => expect(told(...heard)).toBe(reach));

const HEARD: Heard[] = ["online", "offline", "socket opened", "socket closed", "answered", "unanswered"];
const state = fc.record({ online: fc.boolean(), socket: fc.boolean(), failed: fc.boolean() });

test("the first success ends the silence, from whatever state", () => {
  fc.assert(
    fc.property(state, fc.constantFrom<Heard>("answered", "socket opened"), (now: Connection, success) => {
      expect(reachOf(after({ ...now, online: true }, success))).toBe("fine");
    }),
  );
});

test("nothing is silent without a failed call, nor with an open socket", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...HEARD)), (heard) => {
      const now = heard.reduce(after, BEGUN);
      if (reachOf(now) === "silent") expect(now).toEqual({ online: true, socket: false, failed: true });
    }),
  );
});

test.each([0, 502, 503, 504])("status %i is no answer of Coffer", (status) => expect(isUnanswered(status)).toBe(true));
test.each([200, 304, 401, 404, 409, 429, 500, 501])("status %i is one", (status) => expect(isUnanswered(status)).toBe(false));
