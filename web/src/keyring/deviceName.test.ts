/** A browser is called by what it says it is, and by no more than that. */
import { expect, it } from "vitest";

import { deviceNameOf } from "./deviceName.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/150.0.0.0 Safari/537.36`, "Chrome (Linux)"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`, "Edge (Windows)"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/150.0.0.0 Mobile Safari/537.36`, "Chrome (Android)"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15", "Safari (Mac)"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15", "Firefox (iPhone)"],
  ["Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox (Windows)"],
  ["Safari/1", "Safari"],
  ["(Linux)", "Linux"],
  ["", "This device"],
])("%s", (userAgent, name) => {
  expect(deviceNameOf(userAgent)).toBe(name);
});
