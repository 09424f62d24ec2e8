/** Every script and stylesheet of the page carries its hash. */
import { expect, test } from "vitest";

import { markPage } from "./integrity";

const PAGE = `<link rel="icon" href="/favicon.svg">
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/react-2.js">
<link rel="stylesheet" crossorigin href="/assets/index-3.css">
<link rel="preload" as="font" href="/assets/inter-4.woff2">`;

test("scripts and styles get their hash, the rest stays as it is", () => {
  const marked = markPage(PAGE, (file) => `sha256-${file}`);
  expect(marked).toContain('<script integrity="sha256-assets/index-1.js" type="module" crossorigin src="/assets/index-1.js">');
  expect(marked).toContain('<link integrity="sha256-assets/react-2.js" rel="modulepreload"');
  expect(marked).toContain('<link id="react-aria-pressable-style" integrity="sha256-assets/index-3.css" rel="stylesheet"');
  expect(marked).toContain('<link rel="icon" href="/favicon.svg">');
  expect(marked).toContain('<link rel="preload" as="font" href="/assets/inter-4.woff2">');
});

test("a file that is not in the build stops it", () => {
  expect(() => markPage(PAGE, () => undefined)).toThrow("assets/index-1.js");
});
