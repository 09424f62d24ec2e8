/** What a person sees while the keys cannot open the page yet, and the way on from there. */
import type { KeyState } from "../../keyring/contract";
import { Alarm } from "./Alarm";
import { Elsewhere } from "./Elsewhere";
import { Locked } from "./Locked";
import { SetUpHere } from "./SetUpHere";
import { Stopped } from "./Stopped";
import { Pending, Waiting } from "./Waiting";

interface GatesProps {
  keys: KeyState;
}

export default function Gates({ keys }: GatesProps) {
  switch (keys.name) {
    case "alarm":
      return <Alarm alarm={keys} />;
    case "stopped":
      return <Stopped when={keys.when} />;
    case "unset":
      return <SetUpHere />;
    case "elsewhere":
      return <Elsewhere elsewhere={keys} />;
    case "locked":
      return <Locked by={keys.by} />;
    case "unconfirmed":
      return <Waiting waiting={{ name: "waiting", helpers: keys.helpers }} />;
    case "waiting":
      return <Waiting waiting={keys} />;
    case "pending":
      return <Pending />;
    case "starting":
    case "keyless":
    case "new":
    case "ready":
      return null;
  }
}
