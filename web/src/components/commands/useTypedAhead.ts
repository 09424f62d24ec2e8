/** The text of a field that begins with what was typed before it was there. */
import { useLayoutEffect, useState } from "react";

import { handOver } from "./typedAhead";

export function useTypedAhead(): [typed: string, type: (next: string) => void] {
  const [typed, setTyped] = useState("");
  // Not while it is drawn: a drawing that waits for something is thrown away, and the letters with it.
  useLayoutEffect(() => handOver(setTyped), []);
  return [typed, setTyped];
}
