/** One history of an account as its server keeps it, with what is true in it: the documents, and who was ever given which key. */
import { fromBase64Url } from "../../../crypto/base64url.ts";
import { builtInRoleIds, type Id } from "../../../crypto/ids.ts";
import { replay } from "../../../crypto/keyLog/replay.ts";
import { emptyKeyState, generationOf, type KeyState } from "../../../crypto/keyLog/state.ts";
import { parseStatement, statementHash, type ContentStatement } from "../../../crypto/statements.ts";
import type { SealedItem } from "../../contract.ts";
import type { FileBundle } from "../../worker/fileOperations.ts";
import type { KeyServer } from "../keyServer.ts";

export type Values = Readonly<Record<string, string | readonly string[]>>;

/** A state of a document as its author meant it, and as an honest server serves it. */
export interface Revision {
  readonly item: SealedItem;
  readonly seq: number;
  readonly hash: string;
  readonly author: Id;
  readonly payload: object;
  readonly values: Values;
  readonly audience: readonly Id[];
  readonly deleted: boolean;
}

/** A document or a task. */
export interface Doc {
  readonly kind: "document" | "task";
  readonly id: Id;
  readonly revisions: Revision[];
  /** Somebody with keys and the server have put something into its chain that nobody may read. */
  spoiled: boolean;
}

/** A file as it went out, and for whom. */
export interface StoredFile {
  readonly id: Id;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly audience: readonly Id[];
  readonly bundle: FileBundle & { readonly url: string };
}

export interface History {
  readonly server: KeyServer;
  readonly docs: Map<Id, Doc>;
  readonly files: Map<Id, StoredFile>;
  /** The newest generation of a role that was in force while a person held it, by `user role`. */
  readonly held: Map<string, number>;
  /** How far the log was gone through, and what it says there. */
  after: KeyState;
}

export const newest = ({ revisions }: Doc): Revision => {
  const last = revisions.at(-1);
  if (!last) throw new Error("A document without a revision.");
  return last;
};

/** The statement that was signed last about what an item is. */
export async function lastOf(item: SealedItem): Promise<{ readonly statement: ContentStatement; readonly hash: string }> {
  const bytes = fromBase64Url((item.later.at(-1) ?? item.sealed).statementB64u);
  return { statement: parseStatement(bytes) as ContentStatement, hash: await statementHash(bytes) };
}

export async function aHistory(server: KeyServer, before?: History): Promise<History> {
  const docs = [...(before?.docs ?? [])].map(([id, doc]): [Id, Doc] => [id, { ...doc, revisions: [...doc.revisions] }]);
  const after = before?.after ?? emptyKeyState(server.account, await builtInRoleIds(server.account));
  const history: History = { server, docs: new Map(docs), files: new Map(before?.files), held: new Map(before?.held), after };
  await noteHeld(history);
  return history;
}

/** Goes through what was appended since: keys that were given stay known to whoever had them. */
export async function noteHeld(history: History): Promise<void> {
  const { server, held } = history;
  const replayed = await replay(history.after, server.entries.slice(history.after.nextSeq));
  for (const { after } of replayed) {
    for (const [role, found] of Object.entries(after.roles)) {
      for (const user of found.holders) held.set(`${user} ${role}`, Math.max(held.get(`${user} ${role}`) ?? 0, generationOf(found)));
    }
  }
  history.after = replayed.at(-1)?.after ?? history.after;
}

export const everHeld = ({ held }: History, user: Id, role: Id): number => held.get(`${user} ${role}`) ?? 0;

export const mayHaveRead = (history: History, user: Id, audience: readonly Id[]): boolean => audience.some((role) => everHeld(history, user, role) > 0);
