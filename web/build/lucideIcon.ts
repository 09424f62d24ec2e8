/** How an icon is drawn in a build: the library's own way can do a dozen things more that no icon of ours asks for. */
import { createElement, forwardRef, type SVGProps } from "react";

import { classes } from "../src/components/classes.ts";

type Node = [tag: string, attributes: object];

const LOOK = {
  xmlns: "http://www.w3.org/2000/svg",
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

const SPOKEN = /^(aria-|role$|title$)/;

/** What has no words of its own is not read out, as in the library. */
const isSpoken = (props: object): boolean => Object.entries(props).some(([name, value]) => SPOKEN.test(name) && value !== undefined && value !== null);

export default function createLucideIcon({ node }: { node: Node[] }) {
  return forwardRef<SVGSVGElement, SVGProps<SVGSVGElement>>(({ className, ...props }, ref) =>
    createElement(
      "svg",
      { ref, ...LOOK, className: classes("lucide", className), ...(!isSpoken(props) && { "aria-hidden": "true" }), ...props },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    ),
  );
}
