/** A file is what its bytes say, whatever it is called and whatever the browser takes it for. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { formatOf, typeOf, typeOfStream, underItsType, UNKNOWN } from "./types";

type Bytes = Uint8Array<ArrayBuffer>;

/** Each character is one byte. */
const bytes = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const file = (content: BlobPart, { name = "a.bin", type = "" } = {}) => new File([content], name, { type, lastModified: 5 });
const of = (text: string, type?: string) => typeOf(file(bytes(text), type === undefined ? {} : { type }));

const boxes = (major: string, ...compatible: string[]) =>
  `\0\0\0${String.fromCharCode(16 + 4 * compatible.length)}ftyp${major}\0\0\0\0${compatible.join("")}\0\0\0\x08free`;

describe("first bytes", () => {
  test.each([
    ["image/png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
    ["image/jpeg", "\xff\xd8\xff\xe0\0\x10JFIF"],
    ["image/gif", "GIF89a"],
    ["image/webp", "RIFF\x24\0\0\0WEBPVP8 "],
    ["image/tiff", "II*\0\x08\0\0\0"],
    ["image/tiff", "MM\0*\0\0\0\x08"],
    ["image/bmp", "BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"],
    ["image/heic", boxes("heic", "mif1", "heic")],
    ["image/heic", boxes("mif1", "mif1", "heic", "miaf")],
    ["image/heif", boxes("mif1", "mif1", "miaf")],
    ["image/avif", boxes("avif", "avif", "mif1", "miaf")],
    ["image/avif", boxes("mif1", "avif", "miaf")],
    ["image/x-canon-cr3", boxes("crx ", "crx ", "isom")],
    ["image/jxl", "\xff\x0a\xfa\x7f"],
    ["image/jp2", "\0\0\0\x0cjP  \r\n\x87\n"],
    ["video/quicktime", boxes("qt  ", "qt  ")],
    ["video/mp4", boxes("isom", "iso2", "avc1", "mp41")],
    ["audio/mp4", boxes("M4A ", "M4A ", "isom")],
    ["video/webm", "\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm"],
    ["video/x-matroska", "\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x88matroska"],
    ["audio/wav", "RIFF\x24\0\0\0WAVEfmt "],
    ["audio/mpeg", "ID3\x04\0\0"],
    ["audio/mpeg", "\xff\xfb\x90\x64\0"],
    ["audio/aac", "\xff\xf1\x50\x80"],
    ["audio/flac", "fLaC\0\0\0\x22"],
    ["application/pdf", "%PDF-1.7\n"],
    ["application/pdf", "\xef\xbb\xbf\n%PDF-1.4\n"],
    ["application/rtf", "{\\rtf1\\ansi"],
    ["application/gzip", "\x1f\x8b\x08\0"],
    ["application/vnd.rar", "Rar!\x1a\x07\x01\0"],
    ["application/x-7z-compressed", "7z\xbc\xaf\x27\x1c\0\x04"],
    ["application/x-tar", `${"a".padEnd(257, "\0")}ustar\x0000`],
    ["text/vcard", "BEGIN:VCARD\r\nVERSION:4.0\r\n"],
  ])("%s", async (type, head) => {
    expect(await of(head)).toBe(type);
    // A name and a guess make no difference.
    expect(await typeOf(file(bytes(head), { name: "passport.jpg", type: "image/jpeg" }))).toBe(type);
  });
});

describe("text", () => {
  test("is of the kind that the browser says, among kinds of text", async () => {
    expect(await of("name;city\nClara;Bern\n", "text/csv")).toBe("text/csv");
    expect(await of('{"v":1}', "application/json")).toBe("application/json");
    expect(await of("<svg xmlns=''/>", "image/svg+xml")).toBe("image/svg+xml");
    expect(await of("# Will", "")).toBe("text/plain");
  });

  test("is never taken for a picture or a program", async () => {
    expect(await of("just words", "image/png")).toBe("text/plain");
    expect(await of("just words", "application/pdf")).toBe("text/plain");
  });

  test("in an older encoding is text where the browser says so", async () => {
    expect(await of("Z\xfcrich", "text/csv")).toBe("text/csv");
    expect(await of("Z\xfcrich")).toBe(UNKNOWN);
  });

  test("with signs that no text has is none", async () => expect(await of("MZ\x90\0\x03", "text/plain")).toBe(UNKNOWN));
  test("that is empty is nothing", async () => expect(await of("", "text/plain")).toBe(UNKNOWN));

  test("may be cut in the middle of a character", async () => {
    expect(await typeOf(file(`${"a".repeat(4095)}üü`))).toBe("text/plain");
  });
});

/** A ZIP without its contents: each name in an entry and in the directory. */
function zip(entries: readonly (readonly [name: string, content?: string])[]): Bytes {
  const number = (value: number, length: number) => String.fromCharCode(...Array.from({ length }, (_, i) => (value >> (8 * i)) & 255));
  let body = "";
  let directory = "";
  for (const [name, content = ""] of entries) {
    const sizes = number(0, 4) + number(content.length, 4) + number(content.length, 4);
    directory += `PK\x01\x02${number(0, 12)}${sizes}${number(name.length, 2)}${number(0, 12)}${number(body.length, 4)}${name}`;
    body += `PK\x03\x04${number(0, 10)}${sizes}${number(name.length, 2)}${number(0, 2)}${name}${content}`;
  }
  const end = `PK\x05\x06${number(0, 4)}${number(entries.length, 2).repeat(2)}${number(directory.length, 4)}${number(body.length, 4)}${number(0, 2)}`;
  return bytes(body + directory + end);
}

/** An OLE file with these streams. */
function ole(...streams: string[]): Bytes {
  const out = new Uint8Array(1024);
  out.set(bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"));
  out[30] = 9;
  for (const [i, name] of ["Root Entry", ...streams].entries()) {
    const at = 512 + i * 128;
    for (let c = 0; c < name.length; c++) out[at + 2 * c] = name.charCodeAt(c);
    out[at + 64] = 2 * name.length + 2;
  }
  return out;
}

describe("what is in a container", () => {
  const OOXML = "application/vnd.openxmlformats-officedocument";
  test.each([
    [`${OOXML}.wordprocessingml.document`, zip([["[Content_Types].xml"], ["_rels/.rels"], ["word/document.xml"]])],
    [`${OOXML}.spreadsheetml.sheet`, zip([["[Content_Types].xml"], ["docProps/app.xml"], ["xl/workbook.xml"]])],
    [`${OOXML}.presentationml.presentation`, zip([["ppt/presentation.xml"], ["[Content_Types].xml"]])],
    ["application/vnd.oasis.opendocument.text", zip([["mimetype", "application/vnd.oasis.opendocument.text"], ["content.xml"]])],
    ["application/epub+zip", zip([["mimetype", "application/epub+zip"]])],
    ["application/zip", zip([["mimetype", "text/html"]])],
    ["application/zip", zip([["word/holiday.jpg"], ["xl/b.jpg"]])],
    ["application/zip", zip([])],
    ["application/msword", ole("WordDocument", "1Table")],
    ["application/vnd.ms-excel", ole("Workbook")],
    ["application/vnd.ms-powerpoint", ole("PowerPoint Document")],
    ["application/vnd.ms-outlook", ole("__properties_version1.0")],
    ["application/x-ole-storage", ole("Something")],
  ])("%s", async (type, content) => expect(await typeOf(file(content, { type: "application/x-guess" }))).toBe(type));

  test("is not guessed from the first bytes of a file that is read piece by piece", async () => {
    const piece = (content: Bytes) => new Blob([content]).stream() as ReadableStream<Bytes>;
    expect(await typeOfStream(piece(zip([["word/document.xml"]])))).toBe(UNKNOWN);
    expect(await typeOfStream(piece(bytes(boxes("heic", "mif1"))))).toBe("image/heic");
    expect(await typeOfStream(piece(bytes("")))).toBe(UNKNOWN);
  });
});

test("whatever a file holds, it has a type", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom("", "PK\x03\x04", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "\0\0\0\x20ftyp", "RIFF", "BM", "OggS", "\xff"),
      fc.uint8Array({ maxLength: 700 }),
      async (head, rest) => {
        const type = await typeOf(new Blob([bytes(head), new Uint8Array(rest)]));
        expect(type).toMatch(/^[a-z]+\/[\w.+-]+$/);
      },
    ),
  ));

test("a file goes on under its true type, with its name and its date", async () => {
  const photo = await underItsType(file(bytes(boxes("heic", "mif1")), { name: "IMG_1.jpg", type: "image/jpeg" }));
  expect([photo.type, photo.name, photo.lastModified]).toEqual(["image/heic", "IMG_1.jpg", 5]);
  const right = file(bytes("%PDF-1.7"), { type: "application/pdf" });
  expect(await underItsType(right)).toBe(right);
});

test("kinds that not every browser shows are called as people call them", () => {
  expect(formatOf("image/heic")).toBe("HEIC");
  expect(formatOf("application/vnd.oasis.opendocument.spreadsheet")).toBe("OpenDocument");
  expect(formatOf(UNKNOWN)).toBeNull();
});
