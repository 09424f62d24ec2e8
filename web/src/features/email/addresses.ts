/** What counts as an email address when one is written to: the same as on the server (`domain/email_addresses.py`). */
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`, "u");
const MOST = 254;
const MOST_LOCAL = 64;

/** In the one form in which two are compared; null where it is none. */
export function normalised(text: string): string | null {
  const address = text.trim().toLowerCase();
  const [local = ""] = address.split("@");
  const fits = address.length <= MOST && local.length <= MOST_LOCAL && ADDRESS.test(address) && (address.split(".").at(-1) ?? "").length >= 2;
  return fits ? address : null;
}

export interface Typed {
  address: string;
  /** Empty where only the address was typed. */
  name: string;
}

const NAMED = /^(.*)<([^<>]*)>$/su;

/** Addresses as people paste them: by commas, semicolons or lines, each alone or as `Anna Lind <anna@lind.example>`. */
export function readTyped(text: string): { typed: Typed[]; wrong: string[] } {
  const typed: Typed[] = [];
  const wrong: string[] = [];
  for (const part of parts(text)) {
    const [, name = "", inside = part] = NAMED.exec(part) ?? [];
    const address = normalised(inside);
    if (address === null) wrong.push(part);
    else typed.push({ address, name: name.trim().replace(/^"(.*)"$/su, "$1").trim() });
  }
  return { typed, wrong };
}

/** A comma inside quotes belongs to a name: `"Lind, Anna" <anna@lind.example>`. */
const parts = (text: string): string[] => (text.match(/(?:"[^"]*"|[^",;\n])+|"/gu) ?? []).map((part) => part.trim()).filter(Boolean);
