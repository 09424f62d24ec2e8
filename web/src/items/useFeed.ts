/** Hands the answers of one list to the desk. What was handed over stays there, also when its page is left. */
import { useEffect } from "react";

import type { Answered } from "../api/answered";
import { startFeed } from "../desk/feed";
import { useDesk } from "../desk/react";
import type { RecordKind } from "../keyring/contract";
import { useKeyring, useKeyState } from "../keyring/react";
import { verifies } from "./opening";
import { useTellEnds } from "./useTellEnds";

/** `askedAt`: when all of the kind was asked for that `answers` answer whole. */
export function useFeed(kind: RecordKind, answers: readonly Answered[] | undefined, askedAt: number | undefined): void {
  const desk = useDesk();
  const keyring = useKeyring();
  const isReading = verifies(useKeyState().name);
  const told = useTellEnds(kind);

  useEffect(() => {
    if (!answers || !isReading) return;
    const feed = desk.feed(kind, () => startFeed({ kind, keyring, to: desk.keys, told }));
    void feed.take(answers, askedAt);
  }, [desk, keyring, kind, answers, askedAt, isReading, told]);
}
