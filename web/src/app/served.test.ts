// @vitest-environment jsdom
/** A new version is ready when the page that is served names files which this page was not made of, and at no other answer. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type * as Reach from "../browser/reach";
import type * as Outdated from "./outdated";
import type * as Served from "./served";

const MINUTE = 60_000;
const page = (...hashes: string[]) => `<!doctype html>${hashes.map((hash) => `<script type="module" integrity="${hash}" src="/assets/${hash}.js"></script>`).join("")}`;

let served: typeof Served;
let outdated: typeof Outdated;
let reach: typeof Reach;
let answers: () => Promise<Response>;
let asked: [string, RequestInit][];
let visible: DocumentVisibilityState;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  for (const hash of ["sha256-bWFpbg==", "sha256-bG9v/+s="]) {
    const script = document.createElement("script");
    script.setAttribute("integrity", hash);
    document.head.append(script);
  }
  [asked, visible] = [[], "visible"];
  answers = () => Promise.resolve(new Response(page("sha256-bWFpbg==")));
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => (asked.push([path, init]), answers()));
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visible);
  [served, outdated, reach] = await Promise.all([import("./served"), import("./outdated"), import("../browser/reach")]);
});
afterEach(() => {
  document.head.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("another build is known by a file that this page was not made of", async () => {
  await served.lookWhatIsServed();
  expect(outdated.isOutdated()).toBe(false);
  answers = () => Promise.resolve(new Response(page("sha256-bmV3ZXI=", "sha256-bG9v/+s=")));
  await served.lookWhatIsServed();
  expect(outdated.isOutdated()).toBe(true);
});

test("the page itself is asked for, past what the browser keeps", async () => {
  await served.lookWhatIsServed();
  expect(asked).toEqual([["/", expect.objectContaining({ headers: { Accept: "text/html" }, cache: "no-cache" })]]);
});

test.each<[string, () => Promise<Response>]>([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["a server without an app", () => Promise.resolve(new Response("The web app is not built yet.", { status: 503 }))],
  ["a proxy that shows a page of its own", () => Promise.resolve(new Response("<form>Sign in to the hotel</form>"))],
  ["an error page that names other files", () => Promise.resolve(new Response(page("sha256-bmV3ZXI="), { status: 502 }))],
])("%s is no new version", async (_what, answer) => {
  answers = answer;
  await served.lookWhatIsServed();
  expect([asked.length, outdated.isOutdated()]).toEqual([1, false]);
});

test("whoever comes back to a tab after a while is told, and a tab that nobody sees asks for nothing", async () => {
  const stop = served.followServed();
  const comeBack = () => document.dispatchEvent(new Event("visibilitychange"));
  comeBack();
  expect(asked).toHaveLength(0);
  visible = "hidden";
  await vi.advanceTimersByTimeAsync(120 * MINUTE);
  expect(asked).toHaveLength(0);
  visible = "visible";
  comeBack();
  comeBack();
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(31 * MINUTE);
  expect(asked).toHaveLength(2);
  stop();
  await vi.advanceTimersByTimeAsync(120 * MINUTE);
  comeBack();
  expect([asked.length, vi.getTimerCount()]).toEqual([2, 0]);
});

test("a server that is back may be another one", () => {
  const stop = served.followServed();
  reach.hear("unanswered");
  expect([reach.reach(), asked.length]).toEqual(["silent", 0]);
  reach.hear("answered");
  expect(asked).toHaveLength(1);
  stop();
});
