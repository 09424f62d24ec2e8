/** How the things of the log are called, as far as this person and this device may know. */
import { useEffect, useMemo, useState } from "react";

import { useListInvitationsQuery, useRoles } from "../../api/accounts";
import { useAllDocumentsQuery, type DocumentItem } from "../../api/documents";
import type { AuditEntry } from "../../api/oversight";
import type { Keyring } from "../../keyring/contract";
import { useKeyring, useKeyState } from "../../keyring/react";
import { useMay, useSignedIn } from "../../session/useSession";

export type Target = Pick<AuditEntry["targets"][number], "kind" | "id">;

/** `null`: it has a name that this device cannot open. Nothing: there is no name. */
export type NameOf = (target: Target) => string | null | undefined;

const STEP = 32;

export function useTargetNames(entries: readonly AuditEntry[] | undefined): NameOf {
  const may = useMay();
  const { account } = useSignedIn();
  const roles = useRoles();
  const { data: invitations } = useListInvitationsQuery({}, { skip: !may("invitation.list") });
  const documents = useDocumentsOf(entries);
  const titles = useTitles(documents);

  return useMemo(() => {
    const known = new Map<string, string>([
      ...account.users.map(({ id, name, email }) => [id, name || email] as const),
      ...roles.map(({ id, name }) => [id, name] as const),
      ...(invitations?.data ?? []).map(({ id, email }) => [id, email] as const),
      [account.id, account.displayName],
    ]);
    const documentOf = new Map(documents.flatMap((item) => idsOf(item).map((id) => [id, item.id] as const)));
    return ({ kind, id }) => {
      if (kind !== "document" && kind !== "file") return known.get(id);
      const document = documentOf.get(id);
      return (document && titles.get(document)) ?? null;
    };
  }, [account, roles, invitations, documents, titles]);
}

/** A file is called as its document is: the one it is a version of, or hangs on. */
const idsOf = ({ id, fileIds, versions }: DocumentItem): string[] => [id, ...fileIds, ...versions.map(({ fileId }) => fileId)];

/** The list of documents is asked for only when the log speaks of some, and only what is spoken of is opened. */
function useDocumentsOf(entries: readonly AuditEntry[] | undefined): readonly DocumentItem[] {
  const may = useMay();
  const ids = useMemo(() => {
    const targets = entries?.flatMap((entry) => entry.targets) ?? [];
    return new Set(targets.filter(({ kind }) => kind === "document" || kind === "file").map(({ id }) => id));
  }, [entries]);
  const { data } = useAllDocumentsQuery(undefined, { skip: ids.size === 0 || !may("document.read") });
  return useMemo(() => (data ?? []).filter((item) => idsOf(item).some((one) => ids.has(one))), [data, ids]);
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Plaintext stays in this component, and goes when the device locks. */
function useTitles(documents: readonly DocumentItem[]): ReadonlyMap<string, string> {
  const keyring = useKeyring();
  const ready = useKeyState().name === "ready";
  const [titles, setTitles] = useState(NONE);

  useEffect(() => {
    if (!ready || documents.length === 0) return undefined;
    const control = new AbortController();
    void openTitles(keyring, documents, control.signal, setTitles);
    return () => control.abort();
  }, [keyring, ready, documents]);

  return ready ? titles : NONE;
}

async function openTitles(
  keyring: Keyring,
  documents: readonly DocumentItem[],
  signal: AbortSignal,
  show: (titles: ReadonlyMap<string, string>) => void,
): Promise<void> {
  const titles = new Map<string, string>();
  for (let from = 0; from < documents.length; from += STEP) {
    const some = documents.slice(from, from + STEP);
    const opened = await Promise.all(some.map((item) => keyring.openRecord("document", item).catch(() => null)));
    if (signal.aborted) return;
    opened.forEach((payload, place) => {
      const { title } = (payload ?? {}) as { title?: unknown };
      const id = some[place]?.id;
      if (typeof title === "string" && id !== undefined) titles.set(id, title);
    });
    show(new Map(titles));
  }
}
