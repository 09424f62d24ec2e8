/** Writes the hash of every script and stylesheet into the page that loads it. */
import { createHash } from "node:crypto";

import type { Plugin } from "vite";

/**
 * React Aria adds its own style element unless it finds one under this id.
 * The content policy allows no such element, so our stylesheet, which holds the same rule, carries the id.
 */
const PRESSABLE = 'id="react-aria-pressable-style" ';

const sha384 = (content: string | Uint8Array): string =>
  `sha384-${createHash("sha384").update(content).digest("base64")}`;

export function integrity(): Plugin {
  return {
    name: "coffer-integrity",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") return;

      let marked = false;
      page.source = String(page.source).replace(
        /<(script|link)\b([^>]*?)\b(src|href)="\/(assets\/[^"]+)"([^>]*)>/g,
        (tag, name: string, before: string, attribute: string, file: string, after: string) => {
          const asset = bundle[file];
          if (!asset) throw new Error(`The page names ${file}, which is not in the build.`);
          if (!/\.(js|css)$/.test(file)) return tag;
          const id = file.endsWith(".css") && !marked ? PRESSABLE : "";
          if (id) marked = true;
          const hash = sha384(asset.type === "chunk" ? asset.code : asset.source);
          return `<${name} ${id}integrity="${hash}"${before}${attribute}="/${file}"${after}>`;
        },
      );
    },
  };
}
