/** What a member says that no field knows, in one line: a newer version of the app may have written it. */
import { addressLines } from "../../payloads/base";

type Entry = Readonly<Record<string, unknown>>;

const isEntry = (value: unknown): value is Entry => typeof value === "object" && value !== null;

export function saidInWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(saidInWords).join(", ");
  if (!isEntry(value)) return String(value);
  const { address, number, full, name } = value;
  const said = [address, number, full, name].find((one) => typeof one === "string");
  if (typeof said === "string") return said;
  const lines = addressLines(value);
  return lines.length > 0 ? lines.join(", ") : Object.values(value).map(saidInWords).join(" ");
}
