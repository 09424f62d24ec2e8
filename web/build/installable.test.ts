/** What a phone needs to put the app on its home screen: a manifest, and pictures that are what it says of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const WEB = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(WEB, path));
const page = read("index.html").toString();

interface Manifest {
  name: string;
  id: string;
  start_url: string;
  scope: string;
  display: string;
  background_color: string;
  theme_color: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
}
const manifest = JSON.parse(read("public/manifest.webmanifest").toString()) as Manifest;

/** Of a PNG, from the chunk that each begins with. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test("the page names it, and it opens the page", () => {
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  expect([manifest.name, manifest.id, manifest.start_url, manifest.scope, manifest.display]).toEqual(["Coffer", "/", "/", "/", "standalone"]);
});

test.each(manifest.icons)("$src is what the manifest says", ({ src, sizes, type }) => {
  const picture = read(`public${src}`);
  if (type === "image/png") return expect(sizeOf(picture)).toBe(sizes);
  expect(type).toBe("image/svg+xml");
  return expect(picture.toString()).toMatch(/^<svg /);
});

test("there are pictures of the sizes that browsers ask for, with and without a margin to cut", () => {
  const of = (purpose: string) => manifest.icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
  expect(of("any")).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  expect(of("maskable")).toContain("512x512");
  expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />');
  expect(sizeOf(read("public/apple-touch-icon.png"))).toBe("180x180");
});

test("the frame of the window has the colour of the page", () => {
  const [, light, dark] = /--canvas: light-dark\((#\w+), (#\w+)\)/.exec(read("src/components/styles/tokens.css").toString()) ?? [];
  const colours = [...page.matchAll(/name="theme-color" media="\(prefers-color-scheme: (\w+)\)" content="(#\w+)"/g)].map(([, scheme, colour]) => [scheme, colour]);
  expect(colours).toEqual([["light", light], ["dark", dark]]);
  expect([manifest.background_color, manifest.theme_color]).toEqual([light, light]);
});
