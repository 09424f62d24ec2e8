/** Repeats the order of the cascade layers at the head of every stylesheet: whichever comes first settles it. */
import type { Plugin } from "vite";

const ORDER = "@layer reset,tokens,base,ui,features;";

export function layers(): Plugin {
  return {
    name: "coffer-layers",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle))
        if (asset.type === "asset" && asset.fileName.endsWith(".css")) asset.source = ORDER + String(asset.source);
    },
  };
}
