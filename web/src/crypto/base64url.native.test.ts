/** With what newer engines bring, base64url is what it is without: the same texts, and every other one refused. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const MODULE = fileURLToPath(new URL("base64url.ts", import.meta.url));

/** Both ways side by side, in an engine that has both. */
const LAW = `
const bytes = await import(${JSON.stringify(MODULE)});
const { toBase64, fromBase64 } = { toBase64: Uint8Array.prototype.toBase64, fromBase64: Uint8Array.fromBase64 };
const without = (work) => {
  delete Uint8Array.prototype.toBase64;
  delete Uint8Array.fromBase64;
  try { return work(); } finally { Uint8Array.prototype.toBase64 = toBase64; Uint8Array.fromBase64 = fromBase64; }
};
const outcome = (work) => { try { return Buffer.from(work()).toString("hex"); } catch (error) { return error.code + error.message.slice(0, 8); } };
let state = 7;
const random = (below) => { state = (state * 1103515245 + 12345) % 2147483648; return (state >> 8) % below; };
const counted = { same: 0, read: 0, refused: 0, native: typeof toBase64 === "function" && typeof fromBase64 === "function" };
const odd = ["=", "+", "/", " ", "\\n", "\\u00e9", "A", "_", "-", "B"];
for (let turn = 0; turn < 4000; turn += 1) {
  const given = Uint8Array.from({ length: random(200) }, () => random(256));
  const text = bytes.toBase64Url(given);
  if (text !== without(() => bytes.toBase64Url(given))) throw new Error("encoded otherwise: " + text);
  counted.same += 1;
  const at = random(text.length + 1);
  const bent = [text, text.slice(0, at) + odd[random(odd.length)] + text.slice(at + random(2)), text.slice(0, at), text + "=".repeat(random(3))][random(4)];
  const [now, before] = [outcome(() => bytes.fromBase64Url(bent)), without(() => outcome(() => bytes.fromBase64Url(bent)))];
  if (now !== before) throw new Error("decoded otherwise: " + JSON.stringify({ bent, now, before }));
  counted[/^[0-9a-f]*$/.test(now) ? "read" : "refused"] += 1;
}
console.log(JSON.stringify(counted));
`;

it("is the same in engines that bring it and in those that do not", () => {
  const told = execFileSync(process.execPath, ["--js-base-64", "--no-warnings", "--input-type=module", "--eval", LAW], { encoding: "utf8" });
  const counted = JSON.parse(told) as { same: number; read: number; refused: number; native: boolean };
  expect(counted.native).toBe(true);
  expect([counted.same, counted.read > 800, counted.refused > 800]).toEqual([4000, true, true]);
});
