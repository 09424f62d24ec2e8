/**
 * Whether the server serves another build of the app than the one that runs on this page.
 *
 * A tab stays open for weeks. Every build names its files by hashes, and the page that the server hands out names those of the
 * newest: one that nothing on this page was loaded by belongs to another build. It is asked for when the server may have been
 * exchanged, and when somebody comes back to the tab. What is no page of the app, as of a proxy that wants a sign-in, says nothing.
 */
import { onReach, reach } from "../browser/reach";
import { foundNewer } from "./outdated";

const HASH = /\bintegrity="(sha\d+-[\w+/=]+)"/g;
const PATIENCE_MS = 15_000;
/** Whoever goes from tab to tab does not ask each time. */
const SELDOM_MS = 5 * 60_000;
const FROM_TIME_TO_TIME_MS = 30 * 60_000;

const hashesIn = (page: string): string[] => [...page.matchAll(HASH)].map(([, hash = ""]) => hash);

const isHere = (hash: string): boolean => document.querySelector(`[integrity="${hash}"]`) !== null;

/** Without a page there is nothing to compare. */
async function servedPage(): Promise<string> {
  const answer = await fetch("/", { headers: { Accept: "text/html" }, cache: "no-cache", signal: AbortSignal.timeout(PATIENCE_MS) });
  return answer.ok ? answer.text() : "";
}

let lookedAt = 0;

export async function lookWhatIsServed(): Promise<void> {
  lookedAt = Date.now();
  const page = await servedPage().catch(() => "");
  if (!hashesIn(page).every(isHere)) foundNewer();
}

/** Looks for as long as the page lives, until the function that it returns is called. */
export function followServed(): () => void {
  // The page came just now.
  lookedAt = Date.now();
  const seldom = (after: number) => {
    if (document.visibilityState === "visible" && Date.now() - lookedAt >= after) void lookWhatIsServed();
  };
  const comesBack = () => seldom(SELDOM_MS);
  const timer = setInterval(() => seldom(FROM_TIME_TO_TIME_MS), SELDOM_MS);
  document.addEventListener("visibilitychange", comesBack);
  const stop = onReach(() => {
    if (reach() === "fine") void lookWhatIsServed();
  });
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", comesBack);
    stop();
  };
}
