/** What this browser keeps for itself: sealed under a key that only its own unlocked device makes. */
import type { Box } from "../../crypto/box.ts";
import { utf8 } from "../../crypto/bytes.ts";
import { CryptoError } from "../../crypto/errors.ts";
import type { ClientState } from "../../crypto/keyLog/clientState.ts";
import { openLocal, sealLocal, type LocalPlace } from "../../crypto/localIndex.ts";
import { isCopyStore } from "../copies.ts";
import { demandState } from "../standing.ts";
import { serve } from "./rpc.ts";
import { identityOf, localKeyOf, stateNow, unlocked, type Vault } from "./vault.ts";

/** What is kept of an account is opened where the account is. */
const READING: readonly ClientState[] = ["verified", "late"];

export function localOperations(vault: Vault) {
  const owner = () => identityOf(unlocked(vault));

  const seal = ({ contents, ...place }: LocalPlace & { contents: string }): Promise<Box> => sealLocal(localKeyOf(vault), owner(), place, utf8(contents));
  const open = async ({ box, ...place }: LocalPlace & { box: Box }): Promise<string> =>
    new TextDecoder("utf-8", { fatal: true }).decode(await openLocal(localKeyOf(vault), owner(), place, box));

  function demandCopy({ store }: LocalPlace): void {
    demandState(stateNow(vault), READING);
    if (!isCopyStore(store)) throw new CryptoError("invalid_argument", "This is no store of a copy.");
  }

  const copyOperations = {
    seal: async (given: Parameters<typeof seal>[0]) => {
      demandCopy(given);
      return seal(given);
    },
    open: async (given: Parameters<typeof open>[0]) => {
      demandCopy(given);
      return open(given);
    },
  };

  return {
    sealLocal: seal,
    openLocal: open,

    /** Whoever has the other end of the port has copies sealed and opened, and nothing else done. */
    lendCopies: async ({ port }: { port: MessagePort }): Promise<void> => {
      serve(port, copyOperations);
      port.start();
      return Promise.resolve();
    },
  };
}

/** What is done at the other end of the port. */
export type CopyOperations = {
  readonly seal: (given: LocalPlace & { contents: string }) => Promise<Box>;
  readonly open: (given: LocalPlace & { box: Box }) => Promise<string>;
};
