/** Why something failed: a sentence of the app, and what the server says about it, each told from the other. */
import { useSay } from "../i18n/say";
import type { Word } from "../i18n/word";
import { ServerWord } from "./ServerWord";

export interface Reasons {
  /** A sentence of the app's. */
  message: string;
  said?: Word | undefined;
}

export function Why({ message, said }: Reasons) {
  return (
    <>
      {message}
      {message && said && " "}
      {said && <ServerSays said={said} />}
    </>
  );
}

export function ServerSays({ said }: { said: Word }) {
  const say = useSay();
  return (
    <>
      {say("state.serverSays", "The server says:")}{" "}
      <ServerWord>{said}</ServerWord>
    </>
  );
}
