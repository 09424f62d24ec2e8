/**
 * Takes the display names off the components of the router.
 *
 * They serve nobody in a build, and by naming a component they count as its use: links, forms and what those need would
 * travel to everybody.
 */
import type { Plugin } from "vite";

const ROUTER = /\/node_modules\/react-router\//;
const NAMING = /^[ \t]*\w+\.displayName = "[^"]*";$/gm;
const MADE = /= (React\$?\d*\.)(forwardRef|createContext|memo)\(/g;

export function names(): Plugin {
  return {
    name: "coffer-names",
    apply: "build",
    transform: {
      filter: { id: ROUTER },
      handler: (code) => code.replace(NAMING, "").replace(MADE, "= /* @__PURE__ */ $1$2("),
    },
  };
}
