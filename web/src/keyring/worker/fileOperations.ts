/** Operations on files: sealing them part by part, and reading them frame by frame. */
import { attributesHash, generateSalt } from "../../crypto/attributes.ts";
import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import { boxHash, type Box } from "../../crypto/box.ts";
import { concat, type Bytes } from "../../crypto/bytes.ts";
import { EMPTY_RANGE, extend, rangeRoot } from "../../crypto/compactRange.ts";
import { generateDataKey } from "../../crypto/contentWrap.ts";
import { sha256 } from "../../crypto/derive.ts";
import { BeingChecked, ContentAlarm, damaged } from "../../crypto/errors.ts";
import { readFileRanges, readWholeFile, type SignedFrames } from "../../crypto/fileDecryptor.ts";
import { createFileEncryptor } from "../../crypto/fileEncryptor.ts";
import { TAG_BYTES, type FilePurpose } from "../../crypto/fileHeader.ts";
import { contentSizes, partCount, partSizes, thumbnailSizes, type FileSizes, type PartSizes } from "../../crypto/fileSizes.ts";
import type { Id } from "../../crypto/ids.ts";
import { MANIFEST_SCHEMA, openManifest, paddedSizeFits, sealManifest, withoutPadding } from "../../crypto/manifest.ts";
import { leafHash } from "../../crypto/merkle.ts";
import type { Document } from "../../crypto/record.ts";
import { type Signed, type StatementOf } from "../../crypto/statements.ts";
import { wrapsHash, type Wrap } from "../../crypto/wraps.ts";
import { asAudience, demandOwnWrap, openWraps, wrapForAudience } from "./audience.ts";
import type { SealedItem } from "../contract.ts";
import { filesOf, owedTo } from "./debts.ts";
import { decoded, demandWritable } from "./decoding.ts";
import { found, framesOf, type SealingObject } from "./fileDesk.ts";
import { wrapsOf } from "./itemChecks.ts";
import { signContent, type Vault } from "./vault.ts";
import { verifyFile } from "./verifyFile.ts";
import { verifyItem } from "./verifyItem.ts";

const VERSION = 1;
const DIGEST_STEP = 256 * 1024;
/** Files open for reading at a time; the one opened first gives way. */
const MOST_READINGS = 64;

/** Id, version and sizes are in its statement. */
export interface FileBundle extends Signed {
  readonly headerB64u?: string | null;
  readonly thumbnailHeaderB64u?: string | null;
  readonly manifest: Box;
  readonly wraps: readonly Wrap[];
  readonly attrsSaltB64u: string;
  readonly later?: readonly (Signed & { readonly wraps?: readonly Wrap[] })[];
  readonly frameHashesB64u?: string | null;
}

/** The item that names a file. */
export interface Naming {
  readonly kind: string;
  readonly item: SealedItem;
}

/** A file is what a proven item names. */
async function demandNamed(vault: Vault, fileId: Id, { kind, item }: Naming): Promise<void> {
  const { proven } = await verifyItem(vault, kind, item.id, item);
  if (!proven) throw new BeingChecked();
  if (!filesOf(item).includes(fileId)) throw new ContentAlarm("foreign", "The item does not name this file.");
}

export interface PlainPart {
  /** The true bytes of a part, behind room for what encryption adds. */
  readonly buffer: Bytes;
  /** How many true bytes there are. */
  readonly length: number;
}

export interface SealedPart {
  /** The memory that the part was brought in, and how much of its start is encrypted frames. */
  readonly buffer: Bytes;
  readonly sealed: number;
  readonly sha256B64u: string;
  readonly frameHashesB64u: string;
}

export interface FinishedFile extends Signed {
  readonly headerB64u: string;
  readonly thumbnailHeaderB64u?: string;
  readonly manifest: Box;
  readonly wraps: Wrap[];
  readonly attrsSaltB64u: string;
}

export interface FileShape {
  readonly handle: number;
  readonly content: FileSizes;
  readonly thumbnail: FileSizes | null;
}

/** The next part of an object, with the zeros of the padding behind its true bytes. */
function plainOf({ sizes, parts }: SealingObject, { buffer, length }: PlainPart): PartSizes {
  const part = partSizes(sizes, parts);
  const end = part.tagBytes + part.plainBytes;
  if (parts >= partCount(sizes) || length !== part.trueBytes || buffer.length < end) throw damaged();
  buffer.fill(0, part.tagBytes + length, end);
  return part;
}

/** Leaves of the tree over the true bytes of a file. */
function digestLeaves(truth: Bytes): Promise<Bytes[]> {
  const steps = truth.length === 0 ? [] : framesOf(truth, DIGEST_STEP);
  return Promise.all(steps.map(async (step) => leafHash(await sha256(step))));
}

/** Wraps of the key of a file for the roles that `wish` makes of its audience in force, which is proven; nothing where it wishes none. */
export async function shareFileWith(
  vault: Vault, fileId: Id, bundle: FileBundle,
  wish: (audience: readonly Id[], proven: boolean) => Promise<{ readonly wraps: readonly Id[]; readonly audience: readonly Id[] } | null>,
): Promise<(Signed & { version: number; wraps: Wrap[] }) | null> {
  const { place: next, statement, audience, proven } = await verifyFile(vault, fileId, bundle);
  const wished = await wish(audience, proven);
  if (!wished) return null;
  if (!proven) throw new BeingChecked();
  const file = { account: vault.book.account, file: fileId, version: statement.version };
  const revision = { account: vault.book.account, kind: "file", id: fileId, contentRevision: statement.version };
  const dek = await openWraps(vault, revision, wrapsOf(bundle, bundle.later ?? []), async (key) => {
    await openManifest(key, file, bundle.manifest);
    return key;
  });
  const wraps = await wrapForAudience(vault, revision, dek, wished.wraps);
  const fields = { kind: "file", id: fileId, contentRevision: statement.version, audience: asAudience(wished.audience), wrapsHash: await wrapsHash(wraps) };
  return { ...(await signContent(vault, "content.share", next, fields)), version: statement.version, wraps };
}

export function fileOperations(vault: Vault) {
  const place = (file: Id, purpose: FilePurpose) => ({ account: vault.book.account, file, version: VERSION, purpose });

  async function sealingObject(file: Id, purpose: FilePurpose, dek: ReturnType<typeof generateDataKey>, sizes: FileSizes): Promise<SealingObject> {
    return { sizes, encryptor: await createFileEncryptor(dek, place(file, purpose), sizes.frameSize), parts: 0 };
  }

  return {
    startFile: async ({ fileId, size, thumbnailSize }: { fileId: Id; size: number; thumbnailSize: number | null }): Promise<FileShape> => {
      const dek = generateDataKey();
      const content = await sealingObject(fileId, "content", dek, contentSizes(size));
      const thumbnail = thumbnailSize === null ? null : await sealingObject(fileId, "thumbnail", dek, thumbnailSizes(thumbnailSize));
      const handle = vault.files.next++;
      vault.files.sealing.set(handle, { fileId, dek, content, thumbnail, digest: EMPTY_RANGE });
      return { handle, content: content.sizes, thumbnail: thumbnail?.sizes ?? null };
    },

    /**
     * Seals the next part of an object in the buffer that the page brings the true bytes of it in, in order: of each frame its
     * contents are hashed for the manifest, encrypted, and what comes out is hashed for the tree, before the next ones follow.
     */
    sealPart: async ({ handle, object, ...brought }: PlainPart & { handle: number; object: FilePurpose }): Promise<SealedPart> => {
      const file = found(vault.files.sealing, handle);
      const target = file[object];
      if (!target) throw damaged();
      const { sizes, encryptor } = target;
      const { plainBytes, tagBytes } = plainOf(target, brought);
      target.parts += 1;
      const truth = object === "content" ? brought.length : 0;
      const leaves: Bytes[][] = [];
      const hashes = await encryptor.nextInPlace(brought.buffer, plainBytes, target.parts === partCount(sizes), async (plain, i) => {
        leaves[i] = await digestLeaves(plain.subarray(0, Math.max(truth - i * sizes.frameSize, 0)));
      });
      for (const leaf of leaves.flat()) file.digest = await extend(file.digest, leaf);
      const sealed = plainBytes + tagBytes;
      const sha256B64u = toBase64Url(await sha256(brought.buffer.subarray(0, sealed)));
      return { buffer: brought.buffer, sealed, sha256B64u, frameHashesB64u: toBase64Url(concat(...hashes)) };
    },

    finishFile: async ({ handle, audience, manifest }: { handle: number; audience: readonly Id[]; manifest: Document }): Promise<FinishedFile> => {
      const { fileId, dek, content, thumbnail, digest } = found(vault.files.sealing, handle);
      const frames = await content.encryptor.finish();
      const small = (await thumbnail?.encryptor.finish()) ?? null;
      const file = { account: vault.book.account, file: fileId, version: VERSION };
      const whole = { ...manifest, v: 1, bytes: content.sizes.trueSize, digest: toBase64Url(await rangeRoot(digest)) };
      demandWritable("file", whole);
      const sealedManifest = await sealManifest(dek, file, whole);
      const revision = { account: vault.book.account, kind: "file", id: fileId, contentRevision: VERSION };
      const readers = asAudience(audience);
      const wraps = await wrapForAudience(vault, revision, dek, readers);
      demandOwnWrap(vault, wraps);
      const attrsSaltB64u = generateSalt();
      const signed = await signContent(vault, "file.put", { seq: 1 }, {
        kind: "file", id: fileId, version: VERSION,
        headerHash: toBase64Url(content.encryptor.headerHash), frameCount: frames.frameCount, encryptedSize: frames.encryptedSize,
        frameRoot: toBase64Url(frames.frameRoot), manifestHash: await boxHash(sealedManifest),
        thumbnailHeaderHash: thumbnail && toBase64Url(thumbnail.encryptor.headerHash),
        thumbnailFrameCount: small && small.frameCount, thumbnailFrameRoot: small && toBase64Url(small.frameRoot),
        audience: readers, wrapsHash: await wrapsHash(wraps), attrsHash: await attributesHash(attrsSaltB64u, {}),
      });
      return {
        ...signed, manifest: sealedManifest, wraps, attrsSaltB64u, headerB64u: toBase64Url(content.encryptor.header),
        ...(thumbnail ? { thumbnailHeaderB64u: toBase64Url(thumbnail.encryptor.header) } : {}),
      };
    },

    /** Drops a file whose upload ended, in whatever way. */
    dropFile: async ({ handle }: { handle: number }): Promise<void> => {
      vault.files.sealing.delete(handle);
      vault.files.reading.delete(handle);
      return Promise.resolve();
    },

    signedBy: async ({ fileId, bundle }: { fileId: Id; bundle: FileBundle }): Promise<{ author: Id; at: string }> => {
      const { statement } = await verifyFile(vault, fileId, bundle);
      return { author: statement.authorUser, at: new Date(statement.createdAt).toISOString() };
    },

    /** With `from` it may leave this app: then the item that names it is proven, and so is the file. */
    openFile: async ({ fileId, bundle, object, from = null }: { fileId: Id; bundle: FileBundle; object: FilePurpose; from?: Naming | null }) => {
      const { statement, proven } = await verifyFile(vault, fileId, bundle);
      if (from) await demandNamed(vault, fileId, from);
      if (from && !proven) throw new BeingChecked();
      const revision = { account: vault.book.account, kind: "file", id: fileId, contentRevision: statement.version };
      const file = { account: vault.book.account, file: fileId, version: statement.version };
      const { dek, manifest } = await openWraps(vault, revision, wrapsOf(bundle, bundle.later ?? []), async (key) => (
        { dek: key, manifest: decoded("file", MANIFEST_SCHEMA, await openManifest(key, file, bundle.manifest)) }));
      const header = fromBase64Url((object === "content" ? bundle.headerB64u : bundle.thumbnailHeaderB64u) ?? "");
      const signed = signedFrames(statement, object);
      const where = { ...file, purpose: object };
      const hashes = object === "content" ? (bundle.frameHashesB64u ?? null) : null;
      const source = hashes === null
        ? ({ by: "whole", file: await readWholeFile(dek, where, header, signed) } as const)
        : ({ by: "frames", file: await readFileRanges(dek, where, header, signed, framesOf(fromBase64Url(hashes), 32)) } as const);
      const trueSize = object === "content" ? trueSizeOf(manifest) : null;
      const paddedSize = statement.encryptedSize - signed.frameCount * TAG_BYTES;
      if (trueSize !== null && !paddedSizeFits(trueSize, paddedSize)) throw damaged();
      const handle = vault.files.next++;
      if (vault.files.reading.size >= MOST_READINGS) vault.files.reading.delete([...vault.files.reading.keys()][0] ?? 0);
      vault.files.reading.set(handle, { trueSize, paddedSize, source, next: 0 });
      return { handle, manifest, frameSize: source.file.frameSize, frameCount: signed.frameCount, encryptedSize: statement.encryptedSize };
    },

    /** The wraps that roles of the file's own audience lack, among those that are asked about. */
    payFile: async ({ fileId, bundle, roles: asked }: { fileId: Id; bundle: FileBundle; roles: readonly Id[] }): Promise<(Signed & { version: number; wraps: Wrap[] }) | null> => {
      return shareFileWith(vault, fileId, bundle, async (audience, proven) => {
        const roles = await owedTo(vault, { first: bundle, proven, audience, wraps: wrapsOf(bundle, bundle.later ?? []) }, asked);
        return roles.length > 0 ? { wraps: roles, audience } : null;
      });
    },

    /** Opens encrypted frames from the number that is next on; a reading from the start ends with the proof of the root. */
    openFrames: async ({ handle, from, input }: { handle: number; from: number; input: Bytes }): Promise<{ bytes: Bytes; done: boolean }> => {
      const reading = found(vault.files.reading, handle);
      const { source, trueSize } = reading;
      if (source.by === "whole" && from !== reading.next) throw damaged();
      const parts: Bytes[] = [];
      for (const [i, frame] of framesOf(input, source.file.frameSize + TAG_BYTES).entries()) {
        const part = source.by === "whole" ? await source.file.next(frame) : await source.file.open(from + i, frame);
        parts.push(trueSize === null ? part : withoutPadding(part, (from + i) * source.file.frameSize, trueSize));
      }
      reading.next = from + parts.length;
      const done = reading.next === source.file.frameCount;
      if (done && source.by === "whole") await source.file.finish();
      return { bytes: concat(...parts), done };
    },
  };
}

function signedFrames(statement: StatementOf<"file.put">, object: FilePurpose): SignedFrames {
  const { headerHash, frameCount, frameRoot, thumbnailHeaderHash, thumbnailFrameCount, thumbnailFrameRoot } = statement;
  if (object === "content") return { headerHash: fromBase64Url(headerHash), frameCount, frameRoot: fromBase64Url(frameRoot) };
  if (thumbnailHeaderHash === null || thumbnailFrameCount === null || thumbnailFrameRoot === null) throw damaged();
  return { headerHash: fromBase64Url(thumbnailHeaderHash), frameCount: thumbnailFrameCount, frameRoot: fromBase64Url(thumbnailFrameRoot) };
}

function trueSizeOf(manifest: Document): number {
  const size = manifest["bytes"];
  if (typeof size !== "number") throw damaged();
  return size;
}
