/** Checkpoints of the whole log (C2SP tlog-checkpoint): how many events were sealed, and the root of the tree over them. */
import { fromBase64 } from "./base64url.ts";
import type { Bytes } from "./bytes.ts";
import { damaged } from "./errors.ts";
import { openNote } from "./signedNote.ts";

export interface LogCheckpoint {
  readonly size: number;
  readonly root: Bytes;
  /** When it was signed, by the server's clock, in milliseconds since 1970. */
  readonly time: number;
}

const NUMBER = "(0|[1-9][0-9]{0,15})";
const TEXT = new RegExp(`^([^\\n]+)\\n${NUMBER}\\n([A-Za-z0-9+/]{43}=)\\ntime ${NUMBER}\\n$`);
const ORIGIN_END = "/events.v1/0";

/** What a checkpoint says that the log's key signed. Raises `data_loss` for every other text. */
export async function openCheckpoint(note: string, logName: string, logKey: string): Promise<LogCheckpoint> {
  const match = TEXT.exec(await openNote(note, logName, logKey));
  if (match?.[1] !== `${logName}${ORIGIN_END}`) throw damaged();
  return { size: Number(match[2]), root: fromBase64(match[3] ?? ""), time: Number(match[4]) };
}

/** The log's name as the first line of a checkpoint says it; it is believed only together with the key. */
export function nameInCheckpoint(note: string): string {
  const origin = note.slice(0, note.indexOf("\n"));
  if (!origin.endsWith(ORIGIN_END)) throw damaged();
  return origin.slice(0, -ORIGIN_END.length);
}
