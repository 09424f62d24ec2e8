/** What a document keeps about its file, and how it is called after one. */
import type { DocumentPayload } from "./document.generated.ts";
import type { ExtraField } from "./shared.generated.ts";

export type { DocumentPayload } from "./document.generated.ts";

const MIME = "file.mime";
const PICTURE = "file.thumbnail";

const field = ({ fields }: DocumentPayload, key: string): unknown => fields?.find((one) => one.key === key)?.value;

/** The kind of the current file, noted in the record so that a list need not open every file. */
export function mimeOf(payload: DocumentPayload): string | undefined {
  const value = field(payload, MIME);
  return typeof value === "string" ? value : undefined;
}

export const hasPicture = (payload: DocumentPayload): boolean => field(payload, PICTURE) === true;

export function withFile(payload: DocumentPayload, { mime, picture }: { mime: string; picture: boolean }): DocumentPayload {
  const others = payload.fields?.filter(({ key }) => key !== MIME && key !== PICTURE) ?? [];
  const about: ExtraField[] = [
    { key: MIME, type: "text", value: mime },
    { key: PICTURE, type: "bool", value: picture },
  ];
  return { ...payload, fields: [...others, ...about] };
}

/** The words under which a document is found, besides its title. */
export function documentWords({ number, issuer, category, notes, tags }: DocumentPayload): string {
  return [number, issuer, category, notes, ...(tags ?? [])].filter(Boolean).join(" ");
}

/** "Passport Clara.pdf" becomes "Passport Clara". */
export function titleOf(fileName: string): string {
  const bare = fileName.replace(/\.[A-Za-z0-9]{1,8}$/, "").replace(/_+/g, " ").trim();
  return (bare || fileName).slice(0, 200);
}

/** Three letters for the tile of a file. */
export function tileOf(mime: string | undefined): string {
  if (!mime) return "—";
  if (mime === "application/pdf") return "PDF";
  if (mime.startsWith("image/")) return "IMG";
  if (mime.startsWith("audio/")) return "AUD";
  if (mime.startsWith("video/")) return "VID";
  if (mime === "text/csv") return "CSV";
  if (/spreadsheet|excel/.test(mime)) return "XLS";
  if (/wordprocessing|msword|opendocument\.text/.test(mime)) return "DOC";
  if (/zip|compressed|tar/.test(mime)) return "ZIP";
  return mime.startsWith("text/") ? "TXT" : "BIN";
}

export const CATEGORIES = [
  "identity", "family", "property", "vehicle", "finance", "insurance", "legal", "tax", "health", "education",
  "travel", "employment", "company", "warranty", "other",
] as const;
