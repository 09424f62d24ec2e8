/**
 * What a file is, by its first bytes. Names lie, and browsers guess by names: a HEIC photo called `.jpg` stays one.
 *
 * Only what people keep is known here, and what would pass for something else otherwise.
 */
type Head = Uint8Array;

/** How far the first bytes reach that tell anything. */
export const HEAD_BYTES = 4096;

const text = (head: Head, from: number, length: number): string => String.fromCharCode(...head.subarray(from, from + length));

/** Bytes as text, each as its own character: `"\x89PNG"`. Places that do not matter are left out by an offset. */
interface Mark {
  at?: number;
  is: string;
  type: string;
}

const MARKS: readonly Mark[] = [
  { is: "\x89PNG\r\n\x1a\n", type: "image/png" },
  { is: "\xff\xd8\xff", type: "image/jpeg" },
  { is: "GIF8", type: "image/gif" },
  { is: "II*\0", type: "image/tiff" },
  { is: "MM\0*", type: "image/tiff" },
  { is: "II+\0", type: "image/tiff" },
  { is: "MM\0+", type: "image/tiff" },
  { is: "\0\0\0\x0cJXL ", type: "image/jxl" },
  { is: "\xff\x0a", type: "image/jxl" },
  { is: "\0\0\0\x0cjP  ", type: "image/jp2" },
  { is: "8BPS", type: "image/vnd.adobe.photoshop" },
  { is: "\0\0\x01\0", type: "image/vnd.microsoft.icon" },
  { is: "{\\rtf", type: "application/rtf" },
  { is: "%!PS", type: "application/postscript" },
  { is: "ID3", type: "audio/mpeg" },
  { is: "fLaC", type: "audio/flac" },
  { is: "MThd", type: "audio/midi" },
  { is: "#!AMR", type: "audio/amr" },
  { is: "PK\x05\x06", type: "application/zip" },
  { is: "\x1f\x8b\x08", type: "application/gzip" },
  { is: "BZh", type: "application/x-bzip2" },
  { is: "\xfd7zXZ\0", type: "application/x-xz" },
  { is: "7z\xbc\xaf\x27\x1c", type: "application/x-7z-compressed" },
  { is: "Rar!\x1a\x07", type: "application/vnd.rar" },
  { is: "\x28\xb5\x2f\xfd", type: "application/zstd" },
  { at: 257, is: "ustar", type: "application/x-tar" },
  { is: "SQLite format 3\0", type: "application/vnd.sqlite3" },
  { is: "BEGIN:VCARD", type: "text/vcard" },
  { is: "BEGIN:VCALENDAR", type: "text/calendar" },
];

/** The brands of ISO 14496-12; a photo that names several is the most special of them. */
const BRANDS: readonly (readonly [brands: RegExp, type: string])[] = [
  [/avi[fs]/, "image/avif"],
  [/hei[cxms]|hev[cxms]/, "image/heic"],
  [/mif1|msf1/, "image/heif"],
  [/crx /, "image/x-canon-cr3"],
  [/qt {2}/, "video/quicktime"],
  [/M4[AB] /, "audio/mp4"],
  [/3g[a-z0-9]{2}/, "video/3gpp"],
  [/./, "video/mp4"],
];

function inBoxes(head: Head): string | null {
  if (text(head, 4, 4) !== "ftyp") return null;
  const size = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const end = Math.min(size, head.length);
  // The version of the first brand stands between it and the others.
  const brands = [text(head, 8, 4), ...Array.from({ length: Math.max(0, (end - 16) >> 2) }, (_, i) => text(head, 16 + 4 * i, 4))].join("|");
  return BRANDS.find(([known]) => known.test(brands))?.[1] ?? null;
}

function inRiff(head: Head): string | null {
  if (text(head, 0, 4) !== "RIFF") return null;
  return { WEBP: "image/webp", WAVE: "audio/wav", "AVI ": "video/x-msvideo" }[text(head, 8, 4)] ?? null;
}

function inOgg(head: Head): string | null {
  if (text(head, 0, 4) !== "OggS") return null;
  return text(head, 28, 7) === "\x80theora" ? "video/ogg" : "audio/ogg";
}

function inMatroska(head: Head): string | null {
  if (text(head, 0, 4) !== "\x1aE\xdf\xa3") return null;
  return text(head, 0, 64).includes("webm") ? "video/webm" : "video/x-matroska";
}

/** A frame of MPEG audio or AAC begins anywhere with the same eleven bits; that its header makes sense is asked for, too. */
function inFrames(head: Head): string | null {
  const [first = 0, second = 0, third = 0] = head;
  if (first !== 0xff || (second & 0xf0) !== 0xf0) return null;
  if ((second & 0x06) === 0) return "audio/aac";
  const isMpeg = (second & 0x08) !== 0 && (third & 0xf0) !== 0xf0 && (third & 0xf0) !== 0 && (third & 0x0c) !== 0x0c;
  return isMpeg ? "audio/mpeg" : null;
}

/** Two letters are not enough: its own size has to be in it, and a header that there is. */
function isBitmap(head: Head): boolean {
  if (text(head, 0, 2) !== "BM" || head.length < 18) return false;
  return [12, 40, 52, 56, 64, 108, 124].includes(new DataView(head.buffer, head.byteOffset).getUint32(14, true));
}

/** Null without a known signature: text and all other formats. A ZIP or an OLE file may be more than that. */
export function typeOfHead(bytes: Head): string | null {
  const head = bytes.subarray(0, HEAD_BYTES);
  const mark = MARKS.find(({ at = 0, is }) => text(head, at, is.length) === is);
  if (mark) return mark.type;
  if (text(head, 0, 4) === "PK\x03\x04") return "application/zip";
  if (text(head, 0, 8) === "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") return "application/x-ole-storage";
  // Some programs write a few bytes of their own before a PDF.
  if (text(head, 0, 1024).includes("%PDF-")) return "application/pdf";
  if (isBitmap(head)) return "image/bmp";
  return inBoxes(head) ?? inRiff(head) ?? inOgg(head) ?? inMatroska(head) ?? inFrames(head);
}

/** Signs that no text has; one that is written in pairs of bytes says so first. */
export function hasControls(head: Head): boolean {
  if (["\xff\xfe", "\xfe\xff"].includes(text(head, 0, 2))) return false;
  return head.some((byte) => byte < 32 && ![9, 10, 12, 13, 27].includes(byte));
}

export function isUtf8(head: Head): boolean {
  try {
    // A character may be cut in two where the head ends.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
