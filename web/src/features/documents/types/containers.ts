/** Documents of office programs: what the ZIP or the OLE file around them says that they are. */
const OOXML = "application/vnd.openxmlformats-officedocument";

const PARTS: readonly (readonly [part: string, type: string])[] = [
  ["word/", `${OOXML}.wordprocessingml.document`],
  ["xl/", `${OOXML}.spreadsheetml.sheet`],
  ["ppt/", `${OOXML}.presentationml.presentation`],
];

const STREAMS: readonly (readonly [stream: string, type: string])[] = [
  ["WordDocument", "application/msword"],
  ["Workbook", "application/vnd.ms-excel"],
  ["Book", "application/vnd.ms-excel"],
  ["PowerPoint Document", "application/vnd.ms-powerpoint"],
  ["__properties_version1.0", "application/vnd.ms-outlook"],
];

/** The end of a ZIP with the longest comment, and as much of its directory as is looked through. */
const END_BYTES = 22 + 65_535;
const MOST_DIRECTORY = 1 << 20;
const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const ENTRY_BYTES = 46;

const DECLARED = /^application\/(vnd\.oasis\.opendocument\.[a-z-]+|epub\+zip)$/;

async function bytesOf(blob: Blob): Promise<DataView<ArrayBuffer>> {
  return new DataView(await blob.arrayBuffer());
}

const latin = new TextDecoder("latin1");
const textAt = (view: DataView<ArrayBuffer>, from: number, length: number): string =>
  latin.decode(new Uint8Array(view.buffer).subarray(from, from + length));

/** OpenDocument and EPUB begin with an entry that says what they are, and is not compressed. */
async function declaredIn(file: Blob): Promise<string | null> {
  const view = await bytesOf(file.slice(0, 256));
  if (view.byteLength < 30) return null;
  const name = view.getUint16(26, true);
  if (textAt(view, 30, name) !== "mimetype") return null;
  const declared = textAt(view, 30 + name + view.getUint16(28, true), view.getUint32(22, true));
  return DECLARED.test(declared) ? declared : null;
}

/** The names in the directory at the end of a ZIP. */
async function namesIn(file: Blob): Promise<string[]> {
  const tail = await bytesOf(file.slice(-END_BYTES));
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END_MARK) at -= 1;
  if (at < 0) return [];
  const size = Math.min(tail.getUint32(at + 12, true), MOST_DIRECTORY);
  const from = tail.getUint32(at + 16, true);
  const directory = await bytesOf(file.slice(from, from + size));
  const names: string[] = [];
  for (let next = 0; next + ENTRY_BYTES <= directory.byteLength && directory.getUint32(next, true) === ENTRY_MARK; ) {
    const [name, extra, comment] = [28, 30, 32].map((place) => directory.getUint16(next + place, true)) as [number, number, number];
    names.push(textAt(directory, next + ENTRY_BYTES, name));
    next += ENTRY_BYTES + name + extra + comment;
  }
  return names;
}

export async function typeOfZip(file: Blob): Promise<string> {
  const declared = await declaredIn(file);
  if (declared) return declared;
  const names = await namesIn(file);
  if (!names.includes("[Content_Types].xml")) return "application/zip";
  return PARTS.find(([part]) => names.some((name) => name.startsWith(part)))?.[1] ?? "application/zip";
}

/** The first sector of the directory is enough: the streams that tell stand among the first. */
export async function typeOfOle(file: Blob): Promise<string> {
  const header = await bytesOf(file.slice(0, 512));
  if (header.byteLength < 512) return "application/x-ole-storage";
  const sector = 1 << Math.min(header.getUint16(30, true), 12);
  const from = sector * (1 + header.getUint32(48, true));
  const directory = await bytesOf(file.slice(from, from + sector));
  const names: string[] = [];
  for (let next = 0; next + 128 <= directory.byteLength; next += 128) {
    const length = Math.min(directory.getUint16(next + 64, true), 64);
    names.push(new TextDecoder("utf-16le").decode(new Uint8Array(directory.buffer).subarray(next, next + Math.max(0, length - 2))));
  }
  return STREAMS.find(([stream]) => names.includes(stream))?.[1] ?? "application/x-ole-storage";
}
