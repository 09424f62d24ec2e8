/** A step of an upload outlives a server that cannot be reached, and no other failure. */
import { beforeEach, expect, test, vi } from "vitest";

import { CallFailed, OFFLINE } from "../../../api/failure";
import { hear } from "../../../browser/reach";
import { steadily } from "./steadily";

const gateway = new CallFailed({ status: 502, code: "unavailable", message: "" });
const refused = new CallFailed({ status: 403, code: "permission_denied", message: "" });

let told: boolean[];
let control: AbortController;
const waits = () => ({ signal: control.signal, onWaiting: (waiting: boolean) => void told.push(waiting) });

beforeEach(() => {
  told = [];
  control = new AbortController();
  hear("online");
  hear("answered");
});

test.each<[string, Error, () => void, () => void]>([
  ["a network that is away", new CallFailed(OFFLINE), () => hear("offline"), () => hear("online")],
  ["a server that does not answer", new CallFailed(OFFLINE), () => hear("unanswered"), () => hear("answered")],
  ["a gateway without a server", gateway, () => hear("unanswered"), () => hear("answered")],
])("%s is waited for, and the step taken again as it was", async (_what, failure, away, back) => {
  const work = vi.fn().mockRejectedValueOnce(failure).mockRejectedValueOnce(failure).mockResolvedValueOnce("sent");
  away();
  const step = steadily(waits(), work as () => Promise<string>);
  await vi.waitFor(() => expect(told).toEqual([true]));
  expect(work).toHaveBeenCalledOnce();
  back();
  // Away again, before the second try has failed.
  away();
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(told).toEqual([true, true]));
  back();
  expect([await step, told.at(-1), work.mock.calls.length]).toEqual(["sent", false, 3]);
});

test("what goes well at once says nothing of waiting", async () => {
  expect(await steadily(waits(), () => Promise.resolve("sent"))).toBe("sent");
  expect(told).toEqual([]);
});

test.each<[string, unknown]>([
  ["a refusal", refused],
  ["what is no failure of a call", new Error("Out of memory.")],
])("%s ends the step, also while nothing can be reached", async (_what, reason) => {
  hear("offline");
  await expect(steadily(waits(), () => Promise.reject(reason as Error))).rejects.toBe(reason);
  expect(told).toEqual([]);
});

test("a call that failed while everything else answers ends the step", async () => {
  const failure = new CallFailed(OFFLINE);
  const work = vi.fn().mockRejectedValueOnce(failure).mockRejectedValue(new Error("It was tried again."));
  await expect(steadily(waits(), work as () => Promise<string>)).rejects.toBe(failure);
});

test("an upload that is given up stops waiting", async () => {
  hear("offline");
  const work = vi.fn().mockRejectedValue(new CallFailed(OFFLINE));
  const step = steadily(waits(), work as () => Promise<string>);
  await vi.waitFor(() => expect(told).toEqual([true]));
  control.abort();
  await expect(step).rejects.toThrow("aborted");
  expect(work).toHaveBeenCalledOnce();
});
