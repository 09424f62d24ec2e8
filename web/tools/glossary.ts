/** Writes `docs/glossary.md` from the terms. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { glossaryPage } from "../build/glossary/page.ts";

await writeFile(join(import.meta.dirname, "../../docs/glossary.md"), glossaryPage());
