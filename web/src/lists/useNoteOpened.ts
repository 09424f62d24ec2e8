/** Remembers that a document was opened, so that it is among the first to be found. */
import { useEffect } from "react";

import { noteOpened } from "./finding/opened";
import { useSignedIn } from "../session/useSession";

export function useNoteOpened(id: string): void {
  const { account } = useSignedIn();
  useEffect(() => noteOpened(account.id, id), [account.id, id]);
}
