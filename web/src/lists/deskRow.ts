/** An item as the desk tells of it, beside the answer that it stands in. */
import type { Answered } from "../api/answered";
import type { AlarmWord } from "../crypto/errors";
import type { AlarmState, Whole } from "../desk/row";
import type { KeyState } from "../keyring/contract";
import { withoutKeys, type Opening } from "../keyring/react";
import { itemOf, type Item, type ItemKind } from "./item";
import { unserved, verifies, type OpenedItem } from "./opening";

interface Shown<Word> {
  whole: Whole;
  /** The newest one; nothing where none came, as of what is withheld. */
  answer: Answered<Word> | undefined;
  /** In place of the server's word about what it does not show. */
  nothing: Word;
  name: KeyState["name"];
}

export function openedFrom<Word extends object, Own extends object, Payload>(
  kind: ItemKind<Own>,
  { whole, answer, nothing, name }: Shown<Word>,
): OpenedItem<Item<Word, Own>, Payload> {
  const given = answer ?? unserved(whole.id, nothing);
  const opening = openingOf<Payload>(whole, name);
  // The desk may be a moment behind the answer, so its version is that of what is shown.
  const verified = itemOf(kind, { ...given, version: whole.version }, whole.item);
  const { ahead, signs } = whole;
  const state = signs?.["state"];
  // In which state it stands is no part of its contents: nothing that is signed is taken from what is merely shown.
  const item = typeof state === "string" ? { ...verified, lifecycle: state } : verified;
  return { id: whole.id, item, opening, newestVersion: given.version, settled: opening.name === "open" && whole.version === given.version, ...(ahead && { ahead }) };
}

const WORDS: Readonly<Record<AlarmState, AlarmWord>> = { rolledBack: "rolled back", foreign: "foreign", withheld: "withheld", altered: "altered" };

function openingOf<Payload>({ state, item, payload, last = null, unfit = false }: Whole, name: KeyState["name"]): Opening<Payload> {
  if (!verifies(name)) return withoutKeys(name);
  switch (state) {
    case "open":
      return { name: "open", payload: payload as Payload, proven: item?.grade === "proven" };
    // Without a key nothing opens because of the device and not because of the item.
    case "opening":
      return name === "ready" ? { name: "opening" } : withoutKeys(name);
    case "sealed":
      return name === "ready" ? { name: "sealed", locked: false } : withoutKeys(name);
    case "broken":
      return { name: "broken", unfit };
    // In a form that this app does not know yet.
    case "newer":
      return { name: "broken", unfit: true };
    default:
      return { name: "alarm", word: WORDS[state], last };
  }
}
