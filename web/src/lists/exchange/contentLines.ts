/** The lines that vCards are made of (RFC 6350 section 3): folded, with parameters, and with their own escapes. */

export interface ContentLine {
  /** In capitals. */
  name: string;
  /** By name in capitals. */
  params: Readonly<Record<string, readonly string[]>>;
  /** As it stands, escapes and all. */
  value: string;
}

const LINE_OCTETS = 75;

/** A line that begins with a blank goes on with the one before it. */
export const unfold = (text: string): string[] =>
  text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");

/** Null for what is no such line. */
export function readLine(line: string): ContentLine | null {
  const colon = endOfName(line);
  if (colon < 0) return null;
  const [label = "", ...written] = split(line.slice(0, colon), ";");
  const name = label.slice(label.lastIndexOf(".") + 1).toUpperCase();
  if (!/^[A-Z0-9-]+$/.test(name)) return null;
  const params: Record<string, string[]> = {};
  for (const param of written) {
    const equals = param.indexOf("=");
    // A word alone is how older cards name a type.
    const [key, values] = equals < 0 ? ["TYPE", param] : [param.slice(0, equals).toUpperCase(), param.slice(equals + 1)];
    (params[key] ??= []).push(...split(values, ",").map(unquoted));
  }
  return { name, params, value: line.slice(colon + 1) };
}

/** The first colon that is not in quotes. */
function endOfName(line: string): number {
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') quoted = !quoted;
    else if (line[at] === ":" && !quoted) return at;
  }
  return -1;
}

/** Splits outside quotes. */
function split(text: string, by: string): string[] {
  const parts = [""];
  let quoted = false;
  for (const sign of text) {
    if (sign === '"') quoted = !quoted;
    if (sign === by && !quoted) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** RFC 6868: a circumflex says what cannot stand in a parameter. */
const unquoted = (value: string): string =>
  value.replace(/^"(.*)"$/, "$1").replace(/\^(['n^])/g, (_all, sign: string) => ({ "'": '"', n: "\n", "^": "^" })[sign] ?? sign);

const quoted = (value: string): string => {
  const written = value.replace(/\^/g, "^^").replace(/"/g, "^'").replace(/\n/g, "^n");
  return /[:;,]/.test(written) ? `"${written}"` : written;
};

/** The components of a value, and the entries of a list, with their escapes taken out. */
export const readText = (value: string): string =>
  value.replace(/\\([\\,;:nN])/g, (_all, sign: string) => (sign === "n" || sign === "N" ? "\n" : sign));

export const readParts = (value: string, by: ";" | ","): string[] => {
  const parts = [""];
  for (let at = 0; at < value.length; at += 1) {
    const sign = value[at] ?? "";
    if (sign === "\\") parts[parts.length - 1] += sign + (value[(at += 1)] ?? "");
    else if (sign === by) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map(readText);
};

export const writeText = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[\\,;]/g, (sign) => `\\${sign}`)
    .replace(/\n/g, "\\n");

export function writeLine(name: string, value: string, params: Readonly<Record<string, readonly string[]>> = {}): string {
  const written = Object.entries(params).flatMap(([key, values]) => (values.length > 0 ? [`;${key}=${values.map(quoted).join(",")}`] : []));
  return fold(`${name}${written.join("")}:${value}`);
}

const octets = new TextEncoder();

/** No line is longer than 75 octets, and no character is cut in two. */
function fold(line: string): string {
  const lines = [""];
  let length = 0;
  for (const character of line) {
    const size = octets.encode(character).length;
    if (length + size > LINE_OCTETS) {
      lines.push(" ");
      length = 1;
    }
    lines[lines.length - 1] += character;
    length += size;
  }
  return `${lines.join("\r\n")}\r\n`;
}
