/** What people do with files: they put one in, and get back byte for byte what somebody put in, or nothing. */
import { fromBase64Url, toBase64Url } from "../../../crypto/base64url.ts";
import { concat, randomBytes } from "../../../crypto/bytes.ts";
import { parseStatement } from "../../../crypto/statements.ts";
import type { FileBundle } from "../../worker/fileOperations.ts";
import { meant } from "../people.ts";
import { clientOf, keyringOf, truly, type Doing } from "./command.ts";
import { mayHaveRead, type StoredFile } from "./history.ts";
import { withOneChanged, type Lie } from "./lies.ts";
import { isReady, under, type Client, type World } from "./world.ts";

const SOME_BYTES = 900;

const addressOf = (bytes: Uint8Array): string => `data:application/octet-stream;base64,${btoa(String.fromCharCode(...bytes))}`;

export async function attach(world: World, client: Client, audience: readonly string[]): Promise<void> {
  const bytes = randomBytes(SOME_BYTES);
  const sealing = await keyringOf(client).sealFile(new File([bytes], "passport.pdf"), null, meant(audience));
  const parts = [];
  for await (const part of sealing.parts(new AbortController().signal)) parts.push(part);
  const finished = await sealing.finish();
  const statement = parseStatement(fromBase64Url(finished.statementB64u));
  if (statement.type !== "file.put" || statement.id !== sealing.fileId) return world.fault(client, "signed about another file");
  if (JSON.stringify(statement.audience) !== JSON.stringify([...audience].sort())) world.fault(client, "sealed a file for others than were meant");
  if (finished.wraps.some(({ roleId }) => !audience.includes(roleId))) world.fault(client, "wrapped a file for a role that was not meant");
  const sealed = concat(...parts.map((part) => part.bytes));
  const frameHashesB64u = toBase64Url(concat(...parts.map((part) => fromBase64Url(part.frameHashesB64u))));
  const bundle = { ...finished, url: addressOf(sealed), later: [], frameHashesB64u, thumbnailHeaderB64u: null } as unknown as StoredFile["bundle"];
  await client.history.server.leaf(finished);
  client.history.files.set(sealing.fileId, { id: sealing.fileId, bytes, audience, bundle });
  return undefined;
}

/** Before anything else: two files that everybody may read. */
export async function someFiles(world: World): Promise<void> {
  const { owner, member } = world.truth.server.roles;
  const clara = clientOf(world, "clara");
  for (const audience of [[member, owner], [member, owner]]) await under(clara, null, () => attach(world, clara, audience));
}

/** The bundle that is answered in place of a file's, as far as a lie of this kind can be made of it. */
function insteadOf(files: readonly StoredFile[], { id, bundle }: StoredFile, { kind, choice }: Lie): object | null {
  const others = files.filter((file) => file.id !== id);
  const other = others[choice % Math.max(others.length, 1)]?.bundle;
  switch (kind) {
    case "swapped": return other ?? null;
    // Bytes, frame list or header of one file beside the statement of another.
    case "older": return other ? { ...bundle, url: other.url } : null;
    case "lost": return other ? { ...bundle, url: other.url, frameHashesB64u: other.frameHashesB64u } : null;
    case "failing": return other ? { ...bundle, frameHashesB64u: other.frameHashesB64u } : null;
    case "another account": return other ? { ...other, statementB64u: bundle.statementB64u, signatureB64u: bundle.signatureB64u } : null;
    case "empty": return { ...bundle, url: addressOf(new Uint8Array(0)) };
    case "not found": return { ...bundle, wraps: bundle.wraps.slice(1) };
    case "forged": return { ...bundle, wraps: [...bundle.wraps, ...bundle.wraps.slice(0, 1)] };
    case "changed": return withOneChanged(bundle as FileBundle & { url: string }, choice);
  }
}

const readableFiles = ({ history, person }: Client): StoredFile[] => [...history.files.values()].filter(({ audience }) =>
  audience.some((role) => history.server.state().roles[role]?.holders.includes(person.id)));

async function open(world: World, client: Client, { id, bytes, audience }: StoredFile): Promise<void> {
  const opened = await keyringOf(client).openFile(id);
  const parts = [];
  for await (const part of opened.stream()) parts.push(part);
  if (toBase64Url(concat(...parts)) !== toBase64Url(bytes)) world.fault(client, "handed out another file than the one that was asked for");
  if (!mayHaveRead(client.history, client.person.id, audience)) world.fault(client, "opened a file that was sealed for others");
}

/** One of those that a person may read, as it is or with a lie about it. */
export const openingFile = (pick: number): Doing => ({
  can: (_world, client) => isReady(client) && readableFiles(client).length > 0,
  does: async (world, client, lie) => {
    await truly(client, lie);
    const files = [...client.history.files.values()];
    const mine = readableFiles(client);
    const file = mine[pick % mine.length] as StoredFile;
    const instead = lie?.about === "item" ? insteadOf(files, file, lie) : null;
    const { bundles } = client.history.server;
    for (const one of files) bundles.set(one.id, one.bundle);
    if (instead) bundles.set(file.id, instead);
    const { came, told, all } = await under(client, lie, () => open(world, client, file));
    return { came, all, told: told || (instead !== null && JSON.stringify(instead) !== JSON.stringify(file.bundle)) };
  },
});
