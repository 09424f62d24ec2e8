/**
 * Gives every script and stylesheet the hash of its content, wherever it is named.
 *
 * The page carries the hashes of what it loads first. Everything that is loaded later is announced by our own preloading
 * code, which takes the place of the bundler's and gets a table of the hashes: a short one at the doors, the rest inside.
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

/** Where the hashes of what the doors need go, and where those of all the rest: they come along with what is beyond. */
const FIRST = "__HASHES_AT_THE_DOORS__";
const LATER = "__HASHES_INSIDE__";
/** These bring the second table with them, so that what they load in turn is no business of the doors. */
const BEYOND = ["/src/app/Inside.tsx", "/src/features/platform/PlatformAlone.tsx"];
const isBeyond = (id: string): boolean => BEYOND.some((path) => id.endsWith(path));

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

/** What is loaded before anybody is inside: what the doors announce, and what that announces in turn. */
function atTheDoors(bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const chunkOf = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  /** The second table is there before anything in these files runs. */
  const beyond = new Set(
    chunks
      .filter(({ moduleIds }) => moduleIds.some((id) => isBeyond(id) || id === `\0${LATER_HASHES}`))
      .map(({ fileName }) => fileName),
  );
  const found = new Set<string>();
  const opened = new Set<string>();

  function visit(file: string, opens: boolean): void {
    const chunk = chunkOf.get(file);
    if (!chunk || opened.has(file) || (found.has(file) && !opens)) return;
    found.add(file);
    if (beyond.has(file)) opens = false;
    if (opens) opened.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const imported of chunk.imports) visit(imported, opens);
    if (opens) for (const later of chunk.dynamicImports) visit(later, true);
  }

  for (const { isEntry, fileName } of chunks) if (isEntry) visit(fileName, true);
  return found;
}

export function integrity(): Plugin {
  return {
    name: "coffer-integrity",
    apply: "build",
    enforce: "post",

    resolveId: (id) => (id === HASHES || id === LATER_HASHES ? `\0${id}` : null),
    load(id) {
      if (id === `\0${HASHES}`) return `export const hashes = ${FIRST};`;
      if (id === `\0${LATER_HASHES}`) return `import { hashes } from "${HASHES}";\nObject.assign(hashes, ${LATER});`;
      return null;
    },

    transform(code, id) {
      if (isBeyond(id)) return `import "${LATER_HASHES}";\n${code}`;
      if (id !== PRELOADER) return null;
      const name = /export const (\w+) =/.exec(code)?.[1];
      if (!name || !code.includes('return "/"+dep')) throw new Error("The preloading code has changed; look what is asked of it.");
      return `import { hashes } from "${HASHES}";
import { preload } from "/src/components/preload.ts";
export const ${name} = (load, files = []) => preload(load, files.map((file) => "/" + file), hashes);`;
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
      const doors = atTheDoors(bundle);
      await fill(LATER, (file) => !named(file) && !doors.has(file));
      await fill(FIRST, (file) => !named(file) && doors.has(file));
      await writeFile(page, markPage(html, (file) => hashes.get(file)));
    },
  };
}
