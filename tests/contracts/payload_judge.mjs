/**
 * The browser's decoders as a program: [[kind, contents], ...] on stdin, the path of the first fault of each on stdout.
 *
 * Run with Node 24, which reads the TypeScript sources as they are.
 */
import { PAYLOADS } from "../../web/src/payloads/kinds.generated.ts";

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const asked = JSON.parse(Buffer.concat(chunks).toString("utf8"));
process.stdout.write(JSON.stringify(asked.map(([kind, contents]) => PAYLOADS[kind].fault(contents))));
