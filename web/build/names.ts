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
  let taken = 0;
  return {
    name: "coffer-names",
    apply: "build",
    transform: {
      filter: { id: ROUTER },
      handler(code) {
        const unnamed = code.replace(NAMING, () => {
          taken += 1;
          return "";
        });
        return { code: unnamed.replace(MADE, "= /* @__PURE__ */ $1$2("), map: null };
      },
    },
    buildEnd(error) {
      if (!error && taken === 0) this.error("The router names its components in another way now; look where.");
    },
  };
}
