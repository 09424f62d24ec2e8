/** The record of a file that arrived: a document of its own, or the next version of one. */
import { CallFailed, failureOf } from "../../../api/failure";
import type { DocumentBulk, DocumentChanges, NewDocument } from "../../../api/generated";
import { call } from "../../../api/http";
import { newId } from "../../../api/ids";
import type { FoundDocuments } from "../../../api/typesOnly.generated";
import type { Day } from "../../../dates/settings";
import type { Keyring } from "../../../keyring/contract";
import { titleOf, withFile, type DocumentPayload } from "../../../payloads/document";
import { readDocument } from "../../../lists/desks/documents";
import { firstFailure } from "../../../lists/itemErrors";
import { inTurn, wrote } from "../../../lists/turns";
import { withLastDay } from "../contents";
import { steadily, type Waits } from "./steadily";
import type { SentFile } from "./transfer";
import type { DocumentItem } from "../../../lists/kinds/document";

/** Where a file goes when it is not a document of its own. */
export interface Target {
  document: DocumentItem;
  /** The new last day, when the file renews the document. */
  renewTo?: Day;
}

const TRIES = 4;

const about = (file: File, { picture }: SentFile) => ({ mime: file.type || "application/octet-stream", picture });

export async function writeDocument(keyring: Keyring, file: File, sent: SentFile, waits: Waits): Promise<string> {
  const { fileId, audience } = sent;
  const id = newId();
  const payload: DocumentPayload = withFile({ v: 1, title: titleOf(file.name) }, about(file, sent));
  const attrs = { state: "active", versions: [fileId] };
  const sealed = await steadily(waits, () => keyring.sealRecord({ kind: "document", id, payload, attrs, audience }));
  await steadily(waits, () =>
    call({
      path: "/document/create",
      method: "POST",
      body: { id, sealed } satisfies NewDocument,
      idempotencyKey: id,
    }),
  );
  return id;
}

/** Nothing else in the document changes, so a concurrent change is kept and the write is signed again on top of it. */
export function writeVersion(keyring: Keyring, file: File, sent: SentFile, target: Target, waits: Waits): Promise<string> {
  return inTurn([target.document.id], () => addVersion(keyring, file, sent, target, waits));
}

async function addVersion(keyring: Keyring, file: File, sent: SentFile, target: Target, waits: Waits): Promise<string> {
  let item = await steadily(waits, () => current(keyring, target.document.id));
  let disclosed = (await keyring.discloses()).documentExpiry;
  for (let tried = 1; ; tried += 1) {
    // Another file of the same try is there already: the answer was lost, and not the version.
    if (item.versions.some(({ fileId }) => fileId === sent.fileId)) return item.id;
    const [base, shown] = [item, disclosed];
    const data = await steadily(waits, () => sendVersion(keyring, file, sent, base, target.renewTo, shown));
    const failure = await firstFailure({ data });
    for (const saved of data.data) wrote(base.version, await readDocument(keyring, saved));
    if (!failure) return item.id;
    if (tried >= TRIES) throw new CallFailed(failure);
    if (failure.reason === "version_conflict") item = await steadily(waits, () => current(keyring, base.id));
    else if (failure.reason === "disclosure_off" && disclosed) disclosed = false;
    else throw new CallFailed(failure);
  }
}

async function sendVersion(
  keyring: Keyring,
  file: File,
  sent: SentFile,
  item: DocumentItem,
  renewTo: Day | undefined,
  disclosed: boolean,
): Promise<DocumentBulk> {
  const { fileId } = sent;
  const before = (await keyring.openRecord("document", item)) as DocumentPayload;
  // Where the account keeps dates from the server, the day stands among the sealed words.
  const renewed = renewTo ? withLastDay(before, renewTo, disclosed && before.expiresOn === undefined) : { payload: before, attrs: {} };
  const sealed = await keyring.sealRecord({
    kind: "document",
    id: item.id,
    payload: withFile(renewed.payload, about(file, sent)),
    attrs: { ...renewed.attrs, versions: [...item.versions.map((one) => one.fileId), fileId] },
    previous: item,
  });
  const body: DocumentChanges = { items: [{ id: item.id, version: item.version, sealed }] };
  const { data } = await call<DocumentBulk>({ path: "/documents/update", method: "POST", reads: true, body });
  return data;
}

async function current(keyring: Keyring, documentId: string): Promise<DocumentItem> {
  const { data } = await call<FoundDocuments>({ path: "/document/ids", method: "POST", reads: true, body: { ids: [documentId] } });
  const item = data.data[0];
  if (!item) throw new CallFailed(failureOf(new Error("There is no such document.")));
  return readDocument(keyring, item);
}
