/** A prompt in a page without focus would be refused by the browser, so it waits for the person to come back. */
import { CallFailed } from "../../api/failure";
import { THROWN } from "../../i18n/fixedTexts";

const FOCUS_WAIT_MS = 15_000;

let waiting = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1): void {
  waiting += change;
  for (const listener of listeners) listener();
}

/** Whether some prompt waits, so that the page can say where to click. */
export const focusWait = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): boolean => waiting > 0,
};

export async function waitForFocus(limit = FOCUS_WAIT_MS): Promise<void> {
  if (document.hasFocus()) return;
  count(1);
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("focus", focused);
      count(-1);
    };
    const focused = () => {
      end();
      resolve();
    };
    const timer = setTimeout(() => {
      end();
      reject(new CallFailed({ status: 400, code: "failed_precondition", message: THROWN.noFocus }));
    }, limit);
    window.addEventListener("focus", focused);
  });
}
