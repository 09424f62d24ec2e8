/** What stands in place of a part of the app that failed: what happened, and the way on. */
import { useEffect, useState, type ComponentProps } from "react";

import { isThere, useReach } from "../browser/reach";
import { useSay } from "../i18n/say";
import { PartMissing } from "./part";
import { FileAway } from "./preload";
import { Failed } from "./States";

interface FaultyProps {
  reason: unknown;
  onRetry: () => void;
}

export function Faulty({ reason, onRetry }: FaultyProps) {
  const say = useSay();
  if (reason instanceof PartMissing) return <Missing didNotArrive={reason.cause instanceof FileAway} onRetry={onRetry} />;
  return (
    <Failed
      title={say("fault.title", "This part of Coffer stopped working")}
      message={say("fault.how", "Everything else keeps working. What you saved is safe.")}
      errorName={nameOf(reason)}
      told={failureIn(reason)}
      onRetry={onRetry}
    />
  );
}

/** The name alone: a message may hold what was being drawn. */
const nameOf = (reason: unknown): string | undefined =>
  reason instanceof Error && /^\w{1,40}$/.test(reason.name) ? reason.name : undefined;

const failureIn = (reason: unknown) => (reason as { failure?: ComponentProps<typeof Failed>["told"] } | null)?.failure;

interface MissingProps extends Pick<FaultyProps, "onRetry"> {
  didNotArrive: boolean;
}

/** Without a connection the part comes by itself as soon as there is one. With one, a newer app has taken its place. */
function Missing({ didNotArrive, onRetry }: MissingProps) {
  const say = useSay();
  const reach = useReach();
  const [answers, setAnswers] = useState<boolean>();
  const away = reach !== "fine" || answers === false;

  useEffect(() => {
    let gone = false;
    void isThere().then((there) => !gone && setAnswers(there));
    return () => {
      gone = true;
    };
  }, [reach]);

  // It was away, and is back.
  const [wasAway, setWasAway] = useState(false);
  if (away && !wasAway) setWasAway(true);
  const isBack = wasAway && reach === "fine" && answers === true;
  useEffect(() => {
    if (isBack) onRetry();
  }, [isBack, onRetry]);

  if (away || didNotArrive)
    return (
      <Failed
        title={say("part.away", "No connection")}
        message={say("part.awayHow", "This part of Coffer opens when the connection is back.")}
        onRetry={onRetry}
      />
    );
  if (answers === undefined) return null;
  return (
    <Failed
      title={say("part.gone", "Coffer was updated")}
      message={say("part.goneHow", "Reload to open this part. What you saved is safe.")}
      retry={say("update.reload", "Reload to update")}
      onRetry={() => location.reload()}
    />
  );
}
