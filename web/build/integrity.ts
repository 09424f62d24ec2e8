/**
 * Gives every script and stylesheet the hash of its content, wherever it is named.
 *
 * The page carries the hashes of what it loads first. Everything that is loaded later is announced by our own preloading
 * code, which takes the place of the bundler's and gets a table of the hashes. A hash cannot be compressed, and there are
 * hundreds: the table that travels with the page holds those on the way to sign-in and to the first list, and the
 * rest is a file of its own, fetched before the first part that it names.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Plugin, Rolldown } from "vite";

/**
 * React Aria adds its own style element unless it finds one under this id.
 * The content policy allows no such element, so our stylesheet, which holds the same rule, carries the id.
 */
const PRESSABLE = 'id="react-aria-pressable-style" ';

const PRELOADER = "\0vite/preload-helper.js";
const HASHES = "virtual:hashes";
const LATER_HASHES = "virtual:later-hashes";
/** Loads the second table like any other part: announced with its hash, which is in the first. */
const LEARN = "virtual:learn-hashes";

/** Where the hashes of what opens first go, and where those of all the rest. */
const FIRST = "__FIRST_HASHES__";
const LATER = "__LATER_HASHES__";

const INSIDE = "/src/app/Inside.tsx";
/** What opens first, in every language. */
const OPENS_FIRST = [
  "/src/features/signin/Login.tsx",
  "/src/features/signin/LoginForm.tsx",
  "/src/app/NewVersionBar.tsx",
  INSIDE,
  "/src/features/documents/Documents.tsx",
  ".po?part=first",
  ".po?part=next",
  `\0${LATER_HASHES}`,
];

/** The shortest of the hashes that browsers know: the table of them travels before the sign-in. */
const sha256 = (content: Uint8Array | string): string =>
  `sha256-${createHash("sha256").update(content).digest("base64")}`;

/** Writes the hashes into the page; the first stylesheet is the one that React Aria looks for. */
export function markPage(page: string, hashOf: (file: string) => string | undefined): string {
  let marked = false;
  return page.replace(
    /<(script|link)\b([^>]*?)\b(src|href)="\/(assets\/[^"]+\.(?:js|css))"([^>]*)>/g,
    (_tag, name: string, before: string, attribute: string, file: string, after: string) => {
      const hash = hashOf(file);
      if (!hash) throw new Error(`The page names ${file}, which is not in the build.`);
      const id = file.endsWith(".css") && !marked ? PRESSABLE : "";
      marked ||= id !== "";
      return `<${name} ${id}integrity="${hash}"${before}${attribute}="/${file}"${after}>`;
    },
  );
}

/** The files of what opens first, and all that these import before they run. */
function opensFirst(bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const chunkOf = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();

  function visit(file: string): void {
    const chunk = chunkOf.get(file);
    if (!chunk || files.has(file)) return;
    files.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    chunk.imports.forEach(visit);
  }

  for (const path of OPENS_FIRST) {
    const named = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path)));
    if (named.length === 0) throw new Error(`No file of the build holds ${path}.`);
    for (const { fileName } of named) visit(fileName);
  }
  return files;
}

export function integrity(): Plugin {
  return {
    name: "coffer-integrity",
    apply: "build",
    enforce: "post",

    resolveId: (id) => ([HASHES, LATER_HASHES, LEARN].includes(id) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${HASHES}`) return `export const hashes = ${FIRST};`;
      if (id === `\0${LATER_HASHES}`) return `import { hashes } from "${HASHES}";\nObject.assign(hashes, ${LATER});`;
      if (id === `\0${LEARN}`) return `export const learn = () => import("${LATER_HASHES}");`;
      return null;
    },

    transform(code, id) {
      // Nobody stays at the first list: the rest of the table is on its way before it is asked for.
      if (id.endsWith(INSIDE)) return `import { learn } from "${LEARN}";\nlearn().catch(() => undefined);\n${code}`;
      if (id !== PRELOADER) return null;
      const name = /export const (\w+) =/.exec(code)?.[1];
      if (!name || !code.includes('return "/"+dep')) throw new Error("The preloading code has changed; look what is asked of it.");
      return `import { hashes } from "${HASHES}";
import { learn } from "${LEARN}";
import { preload } from "/src/components/preload.ts";
export const ${name} = (load, files = []) => preload(load, files.map((file) => "/" + file), hashes, learn);`;
    },

    // Only here the names inside the files are final, and a hash holds.
    async writeBundle({ dir = "dist" }, bundle) {
      const files = (await readdir(join(dir, "assets"))).filter((name) => /\.(js|css)$/.test(name));
      const contents = new Map<string, string>();
      for (const name of files) contents.set(`assets/${name}`, await readFile(join(dir, "assets", name), "utf8"));
      const hashes = new Map([...contents].map(([file, content]) => [file, sha256(content)]));

      async function fill(place: string, holds: (file: string) => boolean): Promise<void> {
        const [file, content] = [...contents].find(([, text]) => text.includes(place)) ?? [];
        if (file === undefined || content === undefined) throw new Error(`No file of the build has a place for ${place}.`);
        const table = Object.fromEntries([...hashes].filter(([name]) => holds(name)).map(([name, hash]) => [`/${name}`, hash]));
        const filled = content.replace(place, () => JSON.stringify(table));
        await writeFile(join(dir, file), filled);
        hashes.set(file, sha256(filled));
      }

      const page = join(dir, "index.html");
      const html = await readFile(page, "utf8");
      // What the page names itself is there before anything is announced.
      const named = (file: string) => html.includes(`/${file}"`);
      const first = opensFirst(bundle);
      await fill(LATER, (file) => !named(file) && !first.has(file));
      await fill(FIRST, (file) => !named(file) && first.has(file));
      await writeFile(page, markPage(html, (file) => hashes.get(file)));
    },
  };
}
