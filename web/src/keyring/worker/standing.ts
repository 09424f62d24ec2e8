/** What the worker has to go by when it says in which state this client is. */
import { anchorsFit, sameAccount, strongest } from "../../crypto/keyLog/anchors.ts";
import type { ClientFacts } from "../../crypto/keyLog/clientState.ts";
import type { Fork } from "../../crypto/keyLog/pins.ts";
import type { Standing } from "../standing.ts";
import { currentState, type LogBook } from "./logBook.ts";

/** What became of the newest questions about the log. */
export type Answers = Pick<ClientFacts, "log" | "head">;

/** Before the first answer nothing is known, an empty log neither. */
export const NOT_ASKED: Answers = { log: "some", head: "unreachable" };

export function standingOf(book: LogBook, { log, head }: Answers, refused: Fork | null): Standing {
  const { anchors, account } = book;
  return {
    anchor: strongest(anchors), anchorFits: anchorsFit(anchors, currentState(book)), sameAccount: sameAccount(anchors, account),
    log, head: refused ? "refused" : head, headTime: book.head,
  };
}
