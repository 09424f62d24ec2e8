// @vitest-environment jsdom
/** In a build icons are drawn as the library draws them, from less. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { render } from "@testing-library/react";
import { House, X } from "lucide-react";
import { createElement, type ComponentType, type SVGProps } from "react";
import { describe, expect, test } from "vitest";

import { bareIcon } from "./icons";
import createLucideIcon from "./lucideIcon";

const ICONS = join(import.meta.dirname, "../node_modules/lucide-react/dist/esm/icons");

async function bare(name: string) {
  const code = bareIcon(await readFile(join(ICONS, `${name}.mjs`), "utf8"));
  const literal = /const __iconData = (.*);/.exec(code)?.[1] ?? "";
  return createLucideIcon((await import(`data:text/javascript,export default ${encodeURIComponent(literal)}`) as { default: Parameters<typeof createLucideIcon>[0] }).default);
}

const markOf = (icon: ComponentType<SVGProps<SVGSVGElement>>, props: object): Element => {
  const drawn = render(createElement(icon, props)).container.firstElementChild;
  if (!drawn) throw new Error("Nothing was drawn.");
  return drawn;
};

const attributesOf = (element: Element) => Object.fromEntries([...element.attributes].filter(({ name }) => name !== "class").map(({ name, value }) => [name, value]));

describe.each([
  ["house", House],
  ["x", X],
])("the icon %s", (name, Icon) => {
  test.each([[{}], [{ "aria-hidden": true }], [{ "aria-label": "Home" }], [{ className: "turns", style: { color: "red" } }]])("with %j", async (props) => {
    const own = markOf(await bare(name), props);
    const theirs = markOf(Icon, props);
    expect(attributesOf(own)).toEqual(attributesOf(theirs));
    expect([...own.children].map(({ outerHTML }) => outerHTML)).toEqual([...theirs.children].map(({ outerHTML }) => outerHTML));
    expect(own.childElementCount).toBeGreaterThan(0);
    const classes = [...theirs.classList].filter((one) => !one.startsWith("lucide-"));
    expect([...own.classList].toSorted()).toEqual(classes.toSorted());
  });
});

test("an icon that is written in another way stops the build", () => {
  expect(() => bareIcon("const icon = {};")).toThrow("another way");
  expect(() => bareIcon('const __iconData = {\n  size: 32,\n  node: []\n};\n')).toThrow("another size");
});
