/** What a file is: by its bytes where these tell, and for text by what the browser says. */
import { typeOfOle, typeOfZip } from "./containers";
import { hasControls, HEAD_BYTES, isUtf8, typeOfHead } from "./magic";

export const UNKNOWN = "application/octet-stream";

/** Kinds of text are alike byte by byte: the browser's guess may choose among them, and only among them. */
const TEXT = /^(text\/.+|application\/(json|x-ndjson|xml|.+\+(xml|json))|image\/svg\+xml|message\/rfc822)$/;

/** By the first bytes alone these may be something more. */
const IN_WHOLE = ["application/zip", "application/x-ole-storage"];

/** Of a file that is read piece by piece: by its first bytes. */
export async function typeOfStream(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const reader = stream.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  const type = await typeOf(new Blob(value ? [value] : []));
  return IN_WHOLE.includes(type) ? UNKNOWN : type;
}

export async function typeOf(file: Blob): Promise<string> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const known = typeOfHead(head);
  if (known === "application/zip") return typeOfZip(file);
  if (known === "application/x-ole-storage") return typeOfOle(file);
  if (known !== null) return known;
  if (head.length === 0 || hasControls(head)) return UNKNOWN;
  if (TEXT.test(file.type)) return file.type;
  return isUtf8(head) ? "text/plain" : UNKNOWN;
}

/** The same file under its true type: whatever handles it from now on asks for that. */
export async function underItsType(file: File): Promise<File> {
  const type = await typeOf(file);
  return type === file.type ? file : new File([file], file.name, { type, lastModified: file.lastModified });
}

/** What people call the kinds that not every browser shows: the same in every language. */
const FORMATS: Readonly<Record<string, string>> = {
  "image/heic": "HEIC",
  "image/heif": "HEIF",
  "image/avif": "AVIF",
  "image/tiff": "TIFF",
  "image/jxl": "JPEG XL",
  "image/jp2": "JPEG 2000",
  "image/x-canon-cr3": "CR3",
  "image/vnd.adobe.photoshop": "Photoshop",
  "image/svg+xml": "SVG",
  "application/msword": "Word",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
  "application/vnd.ms-excel": "Excel",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel",
  "application/vnd.ms-powerpoint": "PowerPoint",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint",
  "application/vnd.ms-outlook": "Outlook",
  "application/epub+zip": "EPUB",
  "application/rtf": "RTF",
  "application/zip": "ZIP",
  "application/gzip": "gzip",
  "application/vnd.rar": "RAR",
  "application/x-7z-compressed": "7z",
  "application/x-tar": "TAR",
};

/** Null for formats without a common name. */
export const formatOf = (mime: string): string | null =>
  FORMATS[mime] ?? (mime.includes("vnd.oasis.opendocument") ? "OpenDocument" : null);
