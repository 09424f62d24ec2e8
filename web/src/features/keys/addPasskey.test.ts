/** What a new passkey is called at first. */
import { expect, test } from "vitest";

import { usualName } from "./addPasskey";

const CHROME = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

test.each([
  [CHROME, "Chrome, macOS"],
  [`${CHROME} Edg/140.0`, "Edge, macOS"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0", "Firefox, Linux"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604", "Safari, iOS"],
  ["something else", ""],
])("%s", (agent, name) => expect(usualName(agent)).toBe(name));
