/** How a status or topic is called, with its colour in front; the colour is said, too. */
import { Dot } from "../../components/Marks";
import { useSay } from "../../i18n/say";
import type { BoardEntry } from "./entry";
import { hueWord } from "./hues";

export function EntryName({ entry: { name, colour } }: { entry: Pick<BoardEntry, "name" | "colour"> }) {
  const say = useSay();
  return (
    <>
      <Dot colour={colour} />
      {colour && <span className="unseen">{hueWord(say, colour)}</span>}
      <bdi className="clip">{name}</bdi>
    </>
  );
}
