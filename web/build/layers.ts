/** Puts the order of the cascade layers at the head of the page's own stylesheet: it comes first, and settles it for all. */
import type { Plugin } from "vite";

const ORDER = "@layer reset,tokens,base,ui,features;";

export function layers(): Plugin {
  return {
    name: "coffer-layers",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const assets = Object.values(bundle).filter((output) => output.type === "asset");
      const pages = assets.filter(({ fileName }) => fileName.endsWith(".html")).map(({ source }) => String(source));
      const own = assets.filter(({ fileName }) => fileName.endsWith(".css") && pages.some((page) => page.includes(fileName)));
      if (own.length === 0) throw new Error("The page names no stylesheet that could hold the order of the layers.");
      for (const asset of own) asset.source = ORDER + String(asset.source);
    },
  };
}
