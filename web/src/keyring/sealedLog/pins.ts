/** The newest checkpoint that this browser has verified, kept by it: a server that takes back what it showed is caught. */
import { ofBrowser } from "../../browser/shelf";
import type { LogPin } from "./check";

const NAME = "coffer.sealed-log";

export function keptPin(): LogPin | null {
  const text = ofBrowser.get(NAME);
  if (text === null) return null;
  try {
    const { name, key, size, root, since } = JSON.parse(text) as Partial<LogPin>;
    const whole = typeof name === "string" && typeof key === "string" && typeof size === "number" && typeof root === "string" && typeof since === "string";
    return whole ? { name, key, size, root, since } : null;
  } catch {
    return null;
  }
}

/** Never back to an older one: another tab may have seen more meanwhile. */
export function keepPin(pin: LogPin): void {
  const before = keptPin();
  if (!before || before.key !== pin.key || before.size <= pin.size) ofBrowser.set(NAME, JSON.stringify(pin));
}
