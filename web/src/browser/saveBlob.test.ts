/** A file gets a name that no system stumbles over. */
import { expect, test } from "vitest";

import { safeName } from "./saveBlob";

test.each([
  ["Passport Clara.pdf", "Passport Clara.pdf"],
  ["../../etc/passwd", ".._.._etc_passwd"],
  ["a:b*c?.txt", "a_b_c_.txt"],
  ["invoice\u202Efdp.exe", "invoice_fdp.exe"],
  ["trailing. .", "trailing"],
  ["...", "file"],
  ["جواز السفر.pdf", "جواز السفر.pdf"],
])("%j becomes %j", (name, safe) => expect(safeName(name)).toBe(safe));
