/**
 * Takes off the icons what nobody draws: names, other names and keys, a third of what they weigh.
 *
 * In a build each is drawn by `lucideIcon.ts`, which is told the lines alone; nothing else of the library is left.
 */
import { join } from "node:path";
import { runInNewContext } from "node:vm";

import type { Plugin } from "vite";

const ICON = /\/node_modules\/lucide-react\/dist\/esm\/icons\/(?!index\.)[\w-]+\.mjs$/;
const MAKER = "../createLucideIcon.mjs";
const DATA = /const __iconData = (\{.*?\n\});\n(?:__iconData\.node;\n)?/s;

interface IconData {
  size: number;
  node: [tag: string, attributes: Record<string, string>][];
}

/** An icon with its lines and nothing more. */
export function bareIcon(code: string): string {
  let found = false;
  const bare = code.replace(DATA, (_all, literal: string) => {
    found = true;
    const { size, node } = runInNewContext(`(${literal})`) as IconData;
    if (size !== 24) throw new Error("An icon has another size than all others, and would be drawn wrongly.");
    const lines = node.map(([tag, attributes]) => [tag, { ...attributes, key: undefined }]);
    return `const __iconData = { node: ${JSON.stringify(lines)} };\n`;
  });
  if (!found) throw new Error("The icons are written in another way now; look how.");
  return bare;
}

export function icons(): Plugin {
  let root = "";
  return {
    name: "coffer-icons",
    apply: "build",
    enforce: "pre",
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id, importer) => (id === MAKER && importer && ICON.test(importer) ? join(root, "build/lucideIcon.ts") : null),
    transform: {
      filter: { id: ICON },
      handler: (code) => ({ code: bareIcon(code), map: null }),
    },
  };
}
