/** A return URL never leads away. */
import { expect, test } from "vitest";

import { isOwnPath } from "./place";

test.each(["/dashboard", "/documents?open=1", "/join/abc"])("%s is ours", (path) => expect(isOwnPath(path)).toBe(true));

test.each(["//evil.example", "/\\evil.example", "https://evil.example", "data:text/html,x", "/a\nb", "dashboard", ""])(
  "%j is not",
  (path) => expect(isOwnPath(path)).toBe(false),
);
