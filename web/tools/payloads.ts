/** Writes types and decoders of what items say from their schemas. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { modulesOf } from "../build/payloads/modules.ts";
import { readSchemas } from "../build/payloads/schema.ts";

const PAYLOADS = join(import.meta.dirname, "../src/payloads");

for (const [name, text] of Object.entries(modulesOf(readSchemas(join(PAYLOADS, "schemas"))))) await writeFile(join(PAYLOADS, name), text);
