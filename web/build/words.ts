/**
 * Which messages travel with which part of the app.
 *
 * The sign-in page should not wait for the words of pages that nobody has opened yet. So every message belongs to the
 * part that says it first: the sign-in page, what comes next (the first list), the other doors, or all that is later.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export const PARTS = ["first", "next", "doors", "later"] as const;
export type Part = (typeof PARTS)[number];

const MAIN = "src/main.tsx";
const LOGIN = "src/features/signin/Login.tsx";
const INSIDE = "src/app/Inside.tsx";
const LIST = "src/features/documents/Documents.tsx";

/** Ids stand plainly in the code, which `npm run messages` sees to; a few end in what they are about. */
const SAID = /\bsay\(\s*"([^"]+)"|<Trans\b[^>]*?\bid="([^"]+)"/g;
const SAID_ABOUT = /\bsay\(\s*`([^`$]+)\$\{/g;
const IMPORTS = /^(?:import|export)\s(?!type\b)[^;"]*?\bfrom "(\.[^"]+)";/gm;
export const LOADS = /(?<!typeof )\bimport\("(\.[^"]+)"\)/g;

interface Source {
  said: string[];
  saidAbout: string[];
  imports: string[];
  loads: string[];
}

export interface Words {
  /** The part a message belongs to; undefined if no code uses it. */
  partOf: (id: string) => Part | undefined;
  /** What else has to be there before a module can speak; the sign-in page's words always are. */
  neededBy: (file: string) => Part[];
}

/** The file behind a relative import, unless it is no code. */
export function fileOf(importer: string, name: string): string | undefined {
  const path = join(dirname(importer), name);
  return [path, `${path}.ts`, `${path}.tsx`, join(path, "index.ts")].find(
    (candidate) => /\.tsx?$/.test(candidate) && existsSync(candidate) && statSync(candidate).isFile(),
  );
}

function read(file: string): Source {
  const text = readFileSync(file, "utf8");
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? "");
  const files = (pattern: RegExp) => found(pattern).flatMap((name) => fileOf(file, name) ?? []);
  return { said: found(SAID), saidAbout: found(SAID_ABOUT), imports: files(IMPORTS), loads: files(LOADS) };
}

export function placeWords(root: string): Words {
  const sources = new Map<string, Source>();
  const source = (file: string): Source => {
    const known = sources.get(file) ?? read(file);
    sources.set(file, known);
    return known;
  };

  /** What runs when these do; with `loads`, also what they load later on. */
  function reach(files: readonly string[], { loads = false, until = "" } = {}): Set<string> {
    const reached = new Set<string>();
    const left = files.map((file) => join(root, file));
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      if (reached.has(file) || file === join(root, until)) continue;
      reached.add(file);
      left.push(...source(file).imports);
      if (loads) left.push(...source(file).loads);
    }
    return reached;
  }

  const ids = new Map<string, Part>();
  const beginnings: [string, Part][] = [];
  const reached: Record<Part, Iterable<string>> = {
    first: reach([MAIN, LOGIN]),
    next: reach([INSIDE, LIST]),
    doors: reach([MAIN], { loads: true, until: INSIDE }),
    later: reach([MAIN], { loads: true }),
  };
  for (const part of PARTS)
    for (const file of reached[part]) {
      for (const id of source(file).said) if (!ids.has(id)) ids.set(id, part);
      for (const beginning of source(file).saidAbout) beginnings.push([beginning, part]);
    }

  const partOf = (id: string) => ids.get(id) ?? beginnings.find(([beginning]) => id.startsWith(beginning))?.[1];
  return {
    partOf,
    neededBy(file) {
      const needed = new Set<Part>();
      for (const module of reach([file.slice(root.length + 1)])) {
        for (const id of source(module).said) needed.add(partOf(id) ?? "first");
        for (const beginning of source(module).saidAbout) needed.add(partOf(beginning) ?? "first");
      }
      return PARTS.filter((part) => part !== "first" && needed.has(part));
    },
  };
}
