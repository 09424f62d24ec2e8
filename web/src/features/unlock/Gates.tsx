/** What a person sees while the keys cannot open the page yet, and the way on from there. */
import { part } from "../../components/part";
import type { KeyState, RecoveryFile } from "../../keyring/contract";
import { Alarm } from "./Alarm";
import { Closed } from "./Closed";
import { Comparing } from "./Comparing";
import { Elsewhere } from "./Elsewhere";
import { Locked } from "./Locked";
import { SetUpHere } from "./SetUpHere";
import { Stopped } from "./Stopped";
import { Pending, Waiting } from "./Waiting";

const RecoveryUsed = part(() => import("./RecoveryUsed"));

interface GatesProps {
  keys: KeyState;
  /** A recovery key was made; it is shown by whoever stays, because what is shown here follows from the state of the keys. */
  onSaved: (file: RecoveryFile) => void;
}

/** The same without helpers whose name is not known: an erased person has none, and no sentence is made around it. */
const named = <State extends { helpers: string[] }>(state: State): State => ({ ...state, helpers: state.helpers.filter((name) => name.trim() !== "") });

export default function Gates({ keys, onSaved }: GatesProps) {
  switch (keys.name) {
    case "alarm":
      return keys.kind === "recovered" ? <RecoveryUsed devices={keys.devices ?? []} since={keys.since} /> : <Alarm alarm={keys} />;
    case "closed":
      return <Closed why={keys.why} />;
    case "stopped":
      return <Stopped when={keys.when} />;
    case "unset":
      return <SetUpHere />;
    case "elsewhere":
      return <Elsewhere elsewhere={named(keys)} onSaved={onSaved} />;
    case "locked":
      return <Locked by={keys.by} />;
    case "waiting":
      return <Waiting waiting={named(keys)} />;
    case "pending":
      return <Pending pending={keys} />;
    case "unconfirmed":
      return <Comparing comparing={named(keys)} />;
    case "starting":
    case "keyless":
    case "new":
    case "ready":
      return null;
  }
}
