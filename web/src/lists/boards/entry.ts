/** What is kept in one ordered list per account: statuses and topics. */
import type { Say } from "../../i18n/say";
import { alarmNamed } from "../alarms";
import type { Opening } from "../../keyring/react";
import type { NamedPayload } from "../../payloads/shared.generated";
import { hueOf, type Hue } from "./hues";

export interface BoardEntry {
  id: string;
  rank: string;
  name: string;
  colour: Hue | null;
  /** Things that point at it may still be there. */
  isRemoved: boolean;
}

/** What it is called and coloured; `closed` is said of one that this device has not opened. */
export function lookOf(opening: Opening<NamedPayload>, closed: string, say: Say): Pick<BoardEntry, "name" | "colour"> {
  if (opening.name === "open") return { name: opening.payload.name, colour: hueOf(opening.payload.color) };
  if (opening.name === "alarm") return { name: alarmNamed(opening, say), colour: null };
  return { name: opening.name === "opening" ? "…" : closed, colour: null };
}
