/** Lists in the form of rows, read as the server writes them (`tests/contracts/rows.json`), and refused where they are cut or bent. */
import fc from "fast-check";
import { expect, test } from "vitest";

import corpus from "../../../../tests/contracts/rows.json";
import { fromBase64Url } from "../../crypto/base64url.ts";
import { concat, u32, utf8, type Bytes } from "../../crypto/bytes.ts";
import { boxHash } from "../../crypto/box.ts";
import type { SealedItem, ServedWrap, Wrap } from "../contract.ts";
import { answerIn, ROWS } from "./answer.ts";
import { NotRows } from "./frames.ts";

interface Sent {
  readonly id: string;
  readonly sealed: Partial<SealedItem["sealed"]> & { readonly wraps?: readonly Wrap[] };
  readonly later: SealedItem["later"];
  readonly word: object;
}

interface Case {
  readonly kind: string;
  readonly reads: readonly string[];
  readonly header: { readonly sync: { readonly seq: number }; readonly nextCursor: string | null };
  readonly items: readonly { readonly item: Sent; readonly before: readonly object[] }[];
  readonly rowsB64u: string;
}

const CASES = corpus as unknown as readonly Case[];
const END = u32(0);
const HEADER = JSON.stringify({ word: ["version"], attrs: ["state"], roles: [], people: [], sync: { seq: 1 }, nextCursor: null });
const refusedOrNot = (bytes: Bytes) => answerIn(bytes).then(() => "read", (fault: unknown) => (fault instanceof NotRows ? "refused" : fault));

/** As the item has it, with the name of each wrap in place of those that did not come. */
async function expected({ item, before }: Case["items"][number], got: SealedItem | undefined): Promise<object> {
  const { id, sealed, later, word } = item;
  if (sealed.dataB64u === undefined) return { id, word };
  const named = (wraps: readonly ServedWrap[] = [], came: readonly ServedWrap[] = []) =>
    Promise.all(wraps.map(async (wrap, i) => {
      const one = came[i];
      return one && "boxHash" in one ? { roleId: wrap.roleId, generation: wrap.generation, boxHash: await boxHash(wrap as Wrap) } : wrap;
    }));
  return {
    id, word, before,
    sealed: { ...sealed, wraps: await named(sealed.wraps, got?.sealed.wraps) },
    later: await Promise.all(later.map(async (step, i) => ({ ...step, wraps: await named(step.wraps, got?.later[i]?.wraps) }))),
  };
}

const wholeIn = ({ sealed, later }: SealedItem) => [...sealed.wraps, ...later.flatMap(({ wraps = [] }) => wraps)].filter((wrap) => !("boxHash" in wrap));

test("rows say what JSON says, with one wrap for their reader and the statements from the first one on", async () => {
  const counted = { open: 0, closed: 0, before: 0, later: 0, mine: 0, nobodys: 0, people: 0 };
  for (const { reads, header, items, rowsB64u } of CASES) {
    const { data, page, sync } = await answerIn(fromBase64Url(rowsB64u));
    expect([page.nextCursor, sync.seq]).toEqual([header.nextCursor, header.sync.seq]);
    expect(data).toHaveLength(items.length);
    for (const [i, row] of data.entries()) {
      const one = items[i] as Case["items"][number];
      const got = "sealed" in row ? (row as unknown as SealedItem) : undefined;
      expect(row).toEqual(await expected(one, got));
      counted[got ? "open" : "closed"] += 1;
      if (!got) continue;
      const mine = [...(one.item.sealed.wraps ?? []), ...one.item.later.flatMap(({ wraps = [] }) => wraps)].filter(({ roleId }) => reads.includes(roleId));
      expect(wholeIn(got)).toHaveLength(Math.min(1, mine.length));
      counted[mine.length > 0 ? "mine" : "nobodys"] += 1;
      counted.before += got.before?.length ?? 0;
      counted.later += got.later.length;
      counted.people += got.sealed.attrs["assigneeIds"] ? 1 : 0;
    }
  }
  expect(Object.entries(counted).filter(([, count]) => count === 0)).toEqual([]);
});

test("an answer is whole or refused, wherever it is cut, and nothing follows it", async () => {
  for (const { rowsB64u } of CASES) {
    const whole = fromBase64Url(rowsB64u);
    const ends = Array.from({ length: 60 }, (_, i) => Math.floor((i * whole.length) / 60));
    for (const end of ends) expect(await refusedOrNot(whole.slice(0, end))).toBe("refused");
    expect(await refusedOrNot(whole.slice(0, -4))).toBe("refused");
    expect(await refusedOrNot(concat(whole, u8s(0)))).toBe("refused");
    expect(await refusedOrNot(whole)).toBe("read");
  }
});

const u8s = (...bytes: number[]): Bytes => new Uint8Array(bytes);

test("whatever is bent is read as something, for its statements to judge, or refused, and never fails in another way", async () => {
  const counted = { read: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.nat(CASES.length - 1), fc.nat(), fc.integer({ min: 1, max: 255 }), async (which, place, bits) => {
      const bytes = fromBase64Url(CASES[which]?.rowsB64u ?? "");
      const at = place % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ bits;
      const outcome = await refusedOrNot(bytes);
      expect(["read", "refused"]).toContain(outcome);
      counted[outcome as keyof typeof counted] += 1;
    }),
    { numRuns: 400 },
  );
  expect(counted.read).toBeGreaterThan(50);
  expect(counted.refused).toBeGreaterThan(50);
});

test("any bytes behind a good header are read or refused", async () => {
  const header = framed(field(utf8(HEADER)));
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (noise) => {
      const bytes = new Uint8Array(noise);
      for (const tail of [concat(bytes), concat(framed(bytes), END)]) expect(["read", "refused"]).toContain(await refusedOrNot(concat(header, tail)));
    }),
    { numRuns: 300 },
  );
});

test("a wrap that is said to have come, and is not the one that did, is refused", async () => {
  let turns = 0;
  for (const { rowsB64u } of CASES) {
    const bytes = fromBase64Url(rowsB64u);
    // Place of the role, and the generation: six bytes without a hash.
    const names = Array.from({ length: bytes.length - 10 }, (_, at) => at).filter((at) => [0, 0, 0, 6, 0, null, 0, 0, 0].every((byte, i) => byte === null || bytes[at + i] === byte) && (bytes[at + 9] ?? 9) < 4);
    for (const at of names) {
      for (const place of [at + 5, at + 9]) {
        const bent = bytes.slice();
        bent[place] = (bent[place] ?? 0) ^ 3;
        expect(await refusedOrNot(bent), `byte ${String(place)}`).toBe("refused");
        turns += 1;
      }
    }
  }
  expect(turns).toBeGreaterThan(10);
});

const field = (bytes: Bytes): Bytes => concat(u32(bytes.length), bytes);
const framed = field;

test.each([
  ["no header", END],
  ["a header that is no object", concat(framed(field(utf8("7"))), END)],
  ["a header without names", concat(framed(field(utf8('{"sync":{"seq":1},"nextCursor":null}'))), END)],
  ["a field that is longer than its frame", concat(framed(concat(u32(999), utf8(HEADER))), END)],
  ["a frame that is too long", concat(u32(5 * 1024 * 1024), new Uint8Array(5 * 1024 * 1024), END)],
])("%s is refused", async (_what, bytes) => {
  expect(await refusedOrNot(bytes)).toBe("refused");
});

const answered = (bytes: Bytes | string, type: string) => ROWS.read(new Response(bytes, { headers: { "Content-Type": type } }));

test("what is no answer in this form is told as none, and a server that answers in JSON is understood", async () => {
  expect(await answered(u8s(1, 2), ROWS.accept)).toBeNull();
  expect(await answered(concat(framed(u8s(0)), END), ROWS.accept)).toBeNull();
  expect(await answered('{"data":[]}', "application/json")).toEqual({ data: [] });
  expect(await answered("<html>", "text/html")).toBeNull();
});

test("an answer that breaks off on its way is no answer of the server's", async () => {
  const breaking = new ReadableStream<Uint8Array>({ start: (stream) => { stream.enqueue(u8s(0, 0)); stream.error(new TypeError("gone")); } });
  await expect(ROWS.read(new Response(breaking, { headers: { "Content-Type": ROWS.accept } }))).rejects.toThrow("gone");
});
