/** What this browser keeps for itself: sealed under a key that only its own unlocked device makes. */
import type { Box } from "../../crypto/box.ts";
import { utf8 } from "../../crypto/bytes.ts";
import { openLocal, sealLocal, type LocalPlace } from "../../crypto/localIndex.ts";
import { identityOf, localKeyOf, unlocked, type Vault } from "./vault.ts";

export function localOperations(vault: Vault) {
  const owner = () => identityOf(unlocked(vault));
  return {
    sealLocal: ({ contents, ...place }: LocalPlace & { contents: string }): Promise<Box> =>
      sealLocal(localKeyOf(vault), owner(), place, utf8(contents)),

    openLocal: async ({ box, ...place }: LocalPlace & { box: Box }): Promise<string> =>
      new TextDecoder("utf-8", { fatal: true }).decode(await openLocal(localKeyOf(vault), owner(), place, box)),
  };
}
