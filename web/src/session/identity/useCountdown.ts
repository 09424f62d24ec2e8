/** Seconds until another mail may be asked for. */
import { useCallback, useEffect, useState } from "react";

const RESEND_SECONDS = 30;

export function useCountdown(): { left: number; restart: () => void } {
  const [left, setLeft] = useState(RESEND_SECONDS);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, restart: useCallback(() => setLeft(RESEND_SECONDS), []) };
}
