/** Fails when the app grows over its budgets: what is loaded before the sign-in page or the first list can be used. */
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

const CATALOGUES = "src/i18n/catalogues";
const LANGUAGES = (await readdir(CATALOGUES)).map((file) => file.replace(".po", ""));

/** What runs first in a language, with the words of a page. */
const words = (language: string, part: string) => `${CATALOGUES}/${language}.po?part=${part}`;
const login = (language: string) => ["index.html", words(language, "first"), "src/features/signin/Login.tsx"];
const list = (language: string) => [
  ...login(language).slice(0, 2),
  words(language, "next"),
  "src/app/Inside.tsx",
  "src/features/documents/Documents.tsx",
];

/** No language may be slower than the budget: the largest counts. */
async function largest(names: (language: string) => string[]): Promise<[string, number]> {
  const sizes = await Promise.all(LANGUAGES.map(async (language) => [language, await packed(reach(names(language)))] as const));
  const [language, bytes] = sizes.reduce((most, size) => (size[1] > most[1] ? size : most));
  return [language, bytes];
}

const [loginLanguage, loginBytes] = await largest(login);
const [listLanguage, listBytes] = await largest(list);

const assets = (await readdir(join(DIST, "assets"))).map((name) => `assets/${name}`);
const first = await readFile(join(DIST, "index.html"), "utf8");
const fonts = assets.filter((file) => file.endsWith(".woff2") && first.includes(file));

const measured: [string, number, number][] = [
  [`JavaScript before signing in (${loginLanguage})`, loginBytes, 149],
  [`JavaScript until the first list (${listLanguage})`, listBytes, 235],
  ["all styles", await packed(assets.filter((file) => file.endsWith(".css"))), 20],
];

let fontBytes = 0;
for (const file of fonts) fontBytes += (await readFile(join(DIST, file))).length;
measured.push(["fonts before the first paint", fontBytes, 50]);

/** What pops up, and the icons that the first list does not draw: fetched behind it, and part of every page from then on. */
const POPUPS = "src/components/MenuPopover.tsx";
const PALETTE = "src/app/Palette.tsx";
const usable = reach(list("en"));
const icons = [...reach([PALETTE])].filter((file) => file.startsWith("assets/moreIcons-"));
if (icons.length === 0) throw new Error("Nothing that is fetched behind the first list brings the other icons.");
const popups = [...reach([POPUPS]), ...icons].filter((file) => !usable.has(file));
measured.push(["what pops up, and all other icons", await packed(popups), 40]);

const shared = new Set([...usable, ...popups]);
for (const name of Object.keys(manifest).filter((key) => /^src\/features\/[a-z]+\/[A-Z]\w+\.tsx$/.test(key))) {
  const own = [...reach([name])].filter((file) => !shared.has(file) || file === manifest[name]?.file);
  measured.push([`route ${name.split("/").at(-1) ?? name}`, await packed(own), 40]);
}

for (const [what, bytes, limit] of measured) {
  const over = bytes > limit * KB;
  console.log(`${over ? "OVER" : "  ok"}  ${(bytes / KB).toFixed(1).padStart(6)} of ${limit} kB  ${what}`);
  if (over) process.exitCode = 1;
}
