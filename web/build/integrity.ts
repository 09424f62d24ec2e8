/**
 * Gives every script and stylesheet the hash of its content, wherever it is named.
 *
 * The page carries the hashes of what it loads first. Everything that is loaded later is announced by the preloading
 * code of the bundler, so that code gets a table of the hashes of all other files.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Plugin } from "vite";

/**
 * React Aria adds its own style element unless it finds one under this id.
 * The content policy allows no such element, so our stylesheet, which holds the same rule, carries the id.
 */
const PRESSABLE = 'id="react-aria-pressable-style" ';

const PRELOADER = "\0vite/preload-helper.js";
const TABLE = "__INTEGRITY_OF_FILES__";

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

export function integrity(): Plugin {
  return {
    name: "coffer-integrity",
    apply: "build",
    enforce: "post",

    transform(code, id) {
      if (id !== PRELOADER) return null;
      const makesLink = "link.href = dep.href;";
      if (!code.includes(makesLink)) throw new Error("The preloading code has changed; look where it makes links.");
      return code.replace(makesLink, `link.integrity = ${TABLE}[new URL(dep.href).pathname] ?? "";\n${makesLink}`);
    },

    // Only here the names inside the files are final, and a hash holds.
    async writeBundle({ dir = "dist" }) {
      const files = (await readdir(join(dir, "assets"))).filter((name) => /\.(js|css)$/.test(name));
      const contents = new Map<string, string>();
      for (const name of files) contents.set(`assets/${name}`, await readFile(join(dir, "assets", name), "utf8"));

      const page = join(dir, "index.html");
      const html = await readFile(page, "utf8");
      const preloader = [...contents].find(([, content]) => content.includes(TABLE))?.[0];
      const hashes = new Map([...contents].map(([file, content]) => [file, sha256(content)]));
      if (preloader) {
        // What the page names itself is there before anything is preloaded.
        const later = [...hashes].filter(([file]) => !html.includes(`/${file}"`)).map(([file, hash]) => [`/${file}`, hash]);
        const table = JSON.stringify(Object.fromEntries(later));
        const content = contents.get(preloader)?.replace(TABLE, () => `(${table})`) ?? "";
        await writeFile(join(dir, preloader), content);
        hashes.set(preloader, sha256(content));
      }

      await writeFile(page, markPage(html, (file) => hashes.get(file)));
    },
  };
}
