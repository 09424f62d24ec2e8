/** Fails when the app grows over its budgets: what travels before somebody can sign in, or use the first list. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** The folder of the build; another one can be named. */
const DIST = process.argv[2] ?? "dist";
const KB = 1000;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const manifest = JSON.parse(await readFile(join(DIST, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;

/** A chunk and everything that it imports before it runs. */
function reach(names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`There is no ${name} in the build.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  names.forEach(visit);
  return files;
}

async function packed(files: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(join(DIST, file)), { level: 9 }).length;
  return bytes;
}

const START = ["index.html", "src/i18n/catalogues/en.po"];
const LOGIN = [...START, "src/features/signin/Login.tsx"];
const LIST = [...START, "src/app/Inside.tsx", "src/features/documents/Documents.tsx"];

const assets = (await readdir(join(DIST, "assets"))).map((name) => `assets/${name}`);
const first = await readFile(join(DIST, "index.html"), "utf8");
const fonts = assets.filter((file) => file.endsWith(".woff2") && first.includes(file));

const measured: [string, number, number][] = [
  ["JavaScript before signing in", await packed(reach(LOGIN)), 150],
  ["JavaScript until the first list", await packed(reach(LIST)), 260],
  ["all styles", await packed(assets.filter((file) => file.endsWith(".css"))), 20],
];

let fontBytes = 0;
for (const file of fonts) fontBytes += (await readFile(join(DIST, file))).length;
measured.push(["fonts before the first paint", fontBytes, 50]);

/** What pops up: fetched behind the first list, and part of every page from then on. */
const POPUPS = "src/components/MenuPopover.tsx";
const list = reach(LIST);
const popups = [...reach([POPUPS])].filter((file) => !list.has(file));
measured.push(["what pops up", await packed(popups), 40]);

const shared = new Set([...list, ...popups]);
for (const name of Object.keys(manifest).filter((key) => /^src\/features\/[a-z]+\/[A-Z]\w+\.tsx$/.test(key))) {
  const own = [...reach([name])].filter((file) => !shared.has(file) || file === manifest[name]?.file);
  measured.push([`route ${name.split("/").at(-1) ?? name}`, await packed(own), 40]);
}

/**
 * Budgets that are not met yet, with what was reached (kB). They may shrink and never grow; a line goes when its budget
 * is met.
 */
const REACHED = new Map([["JavaScript before signing in", 153]]);

for (const [what, bytes, limit] of measured) {
  const over = bytes > limit * KB;
  const grown = bytes > (REACHED.get(what) ?? limit) * KB;
  const verdict = grown ? "OVER" : over ? "owed" : "  ok";
  console.log(`${verdict}  ${(bytes / KB).toFixed(1).padStart(6)} of ${limit} kB  ${what}`);
  if (grown) process.exitCode = 1;
}
