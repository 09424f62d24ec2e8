/** The desk worker's own side of its port. */
import { copiesOf, type CopyOwner } from "../keyring/copies.ts";
import type { CopyOperations } from "../keyring/worker/localOperations.ts";
import { connect } from "../keyring/worker/rpc.ts";
import { openCopy, type Copy } from "./copy/copy.ts";
import { keepWriting } from "./copy/writing.ts";
import { openDesk, type Desk } from "./desk.ts";
import type { DeskKind } from "./kind.ts";
import { ALIVE, ASK, type FromWorker, type ToWorker } from "./port.ts";
import type { Kind, Opened } from "./row.ts";

/** As much of a worker's own side as is needed. */
interface Inside {
  postMessage(message: FromWorker): void;
  addEventListener(type: "message", listener: (event: MessageEvent<ToWorker>) => void): void;
}

/**
 * Held by the tab that writes, until it ends.
 *
 * A browser that has no locks, or gives none, lets each tab write: of two the list on the disk lets one, and the other ends its copy.
 */
function lockOf({ user, account, device }: CopyOwner, isMine: () => void): void {
  const held = (): Promise<never> => {
    isMine();
    return new Promise(() => undefined);
  };
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks) locks.request(`coffer-copy ${user} ${account} ${device}`, held).catch(isMine);
  else isMine();
}

export function serveDesk(port: Inside, kinds: readonly DeskKind[]): void {
  let desk: Desk | null = null;
  let copy: Copy | null = null;
  const writing = keepWriting((kind) => (desk && copy ? copy.flush(desk.collection(kind)) : Promise.resolve()));
  const recalled = new Map<Kind, readonly Opened[]>();

  function keepCopy(owner: CopyOwner, lent: MessagePort): void {
    const copies = copiesOf(owner);
    const { operations } = connect<CopyOperations>(lent);
    lent.start();
    const lock = (isMine: () => void): void => lockOf(owner, () => {
      isMine();
      writing.all();
    });
    copy = openCopy({ copies, sealing: operations, lock, note: (note) => port.postMessage({ copy: note }) });
    // Another device of this person opened nothing of it, and neither does this one.
    copies.dropOthers().catch(() => undefined);
  }

  async function recall(name: Kind): Promise<void> {
    const kind = kinds.find((one) => one.kind === name);
    // A browser that keeps nothing has nothing to recall.
    const rows = kind && copy ? await copy.recall(kind).catch(() => []) : [];
    recalled.set(name, rows);
    port.postMessage({ recalled: name, rows: rows.flatMap(({ id, version, word, item }) => (item ? [{ id, version, word, revision: item.revision, hash: item.hash }] : [])) });
  }

  function keep(kind: Kind, ids: readonly string[]): void {
    const those = new Set(ids);
    desk?.keys({ put: kind, rows: (recalled.get(kind) ?? []).filter(({ id }) => those.has(id)) });
    recalled.delete(kind);
    if (desk) copy?.shown(desk.collection(kind), ids);
  }

  port.addEventListener("message", ({ data }) => {
    if (data === ASK) port.postMessage(ALIVE);
    else if ("language" in data && desk) desk.speak(data.language);
    else if ("language" in data) desk = openDesk({ kinds, language: data.language, tell: (message) => port.postMessage(message) });
    else if ("keys" in data) {
      desk?.keys(data.keys);
      writing.heard(data.keys);
    } else if ("copy" in data) keepCopy(data.copy, data.port);
    else if ("recall" in data) void recall(data.recall);
    else if ("keep" in data) keep(data.keep, data.ids);
    else if ("rest" in data) void writing.now().then(() => port.postMessage({ rested: data.rest }));
    else desk?.page(data.desk);
  });
  port.postMessage(ALIVE);
}
