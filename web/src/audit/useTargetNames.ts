/** How the things of the log are called, as far as this person and this device may know. */
import { useEffect, useMemo, useState } from "react";

import { useListInvitationsQuery } from "../api/accounts";
import { useAllContactsQuery } from "../api/contacts";
import { useAllDocumentsQuery } from "../api/documents";
import type { AuditEntry } from "../api/oversight";
import { useAllProfilesQuery } from "../api/profiles";
import { useAllTasksQuery } from "../api/tasks";
import { useAllVendorsQuery } from "../api/vendors";
import { saidBy, type Findable } from "../finding/kinds";
import type { Keyring } from "../keyring/contract";
import { useKeyring, useKeyState } from "../keyring/react";
import { useMembers, useRoles } from "../people/people";
import { useMay, useSignedIn } from "../session/useSession";
import type { DocumentFacts } from "../items/kinds/document";
import { read } from "../i18n/word";

export type Target = Pick<AuditEntry["targets"][number], "kind" | "id">;

/** `null`: it has a name that this device cannot open. Nothing: there is no name. */
export type NameOf = (target: Target) => string | null | undefined;

const STEP = 32;

/** Kinds whose names only a key opens; a file is called as its document is. */
const ENCRYPTED = ["document", "file", "task", "contact", "vendor", "profile"];

export function useTargetNames(targets: readonly Target[]): NameOf {
  const may = useMay();
  const { account } = useSignedIn();
  const roles = useRoles();
  const people = useMembers();
  const { data: invitations } = useListInvitationsQuery({}, { skip: !may("invitation.list") });
  const items = useItemsOf(targets);
  const titles = useTitles(items);

  return useMemo(() => {
    const known = new Map<string, string>([
      ...people.map(({ id, name }) => [id, name] as const),
      ...roles.map(({ id, name }) => [id, name] as const),
      ...(invitations?.data ?? []).map(({ id, word }) => [id, read(word.email)] as const),
      [account.id, read(account.displayName)],
    ]);
    return ({ kind, id }) => (ENCRYPTED.includes(kind) ? (titles.get(id) ?? null) : known.get(id));
  }, [account, people, roles, invitations, titles]);
}

export const targetsOf = (entries: readonly AuditEntry[] | undefined): Target[] => entries?.flatMap(({ targets }) => targets) ?? [];

/** A file is a version of a document, or hangs on one. */
export const filesOf = ({ fileIds, versions }: Pick<DocumentFacts, "fileIds" | "versions">): string[] =>
  [...fileIds, ...versions.map(({ fileId }) => fileId)];

/** A list is asked for only when the log speaks of some of it, and only what can be spoken of is opened. */
function useItemsOf(targets: readonly Target[]): readonly Findable[] {
  const may = useMay();
  const ids = useMemo(() => new Set(targets.filter(({ kind }) => ENCRYPTED.includes(kind)).map(({ id }) => id)), [targets]);
  const speaksOf = (...kinds: string[]) => targets.some(({ kind }) => kinds.includes(kind));
  // Which document a file belongs to, only the documents themselves say.
  const ofFiles = speaksOf("file");
  const skip = (permission: string, ...kinds: string[]) => ({ skip: !may(permission) || !speaksOf(...kinds) });
  const { data: documents } = useAllDocumentsQuery(undefined, skip("document.read", "document", "file"));
  const { data: tasks } = useAllTasksQuery(undefined, skip("task.read", "task"));
  const { data: contacts } = useAllContactsQuery(undefined, skip("contact.read", "contact"));
  const { data: vendors } = useAllVendorsQuery(undefined, skip("vendor.read", "vendor"));
  const { data: profiles } = useAllProfilesQuery(undefined, skip("profile.read", "profile"));
  return useMemo(() => {
    const all: Findable[] = [
      ...(documents ?? []).map((item): Findable => ({ kind: "document", item })),
      ...(tasks?.rows ?? []).map((item): Findable => ({ kind: "task", item })),
      ...(contacts?.rows ?? []).map((item): Findable => ({ kind: "contact", item })),
      ...(vendors?.rows ?? []).map((item): Findable => ({ kind: "vendor", item })),
      ...(profiles?.rows ?? []).map((item): Findable => ({ kind: "profile", item })),
    ];
    return all.filter(({ kind, item }) => ids.has(item.id) || (kind === "document" && ofFiles));
  }, [documents, tasks, contacts, vendors, profiles, ids, ofFiles]);
}

const NONE: ReadonlyMap<string, string> = new Map();

/** By the ids of items and of their files. Plaintext stays in this component, and goes when the device locks. */
function useTitles(items: readonly Findable[]): ReadonlyMap<string, string> {
  const keyring = useKeyring();
  const ready = useKeyState().name === "ready";
  const [titles, setTitles] = useState(NONE);

  useEffect(() => {
    if (!ready || items.length === 0) return undefined;
    const control = new AbortController();
    void openTitles(keyring, items, control.signal, setTitles);
    return () => control.abort();
  }, [keyring, ready, items]);

  return ready ? titles : NONE;
}

/** What does not open, or says no title, stays without one. */
async function titlesOf(keyring: Keyring, { kind, item }: Findable): Promise<[string, string][]> {
  try {
    const { item: verified, contents } = await keyring.showRecord(kind, item);
    if (!("payload" in contents)) return [];
    const { title } = saidBy(kind, contents.payload);
    return [item.id, ...verified.fileIds].map((id) => [id, title]);
  } catch {
    return [];
  }
}

async function openTitles(
  keyring: Keyring,
  items: readonly Findable[],
  signal: AbortSignal,
  show: (titles: ReadonlyMap<string, string>) => void,
): Promise<void> {
  const titles = new Map<string, string>();
  for (let from = 0; from < items.length; from += STEP) {
    const opened = await Promise.all(items.slice(from, from + STEP).map((item) => titlesOf(keyring, item)));
    if (signal.aborted) return;
    for (const [id, title] of opened.flat()) if (typeof title === "string") titles.set(id, title);
    show(new Map(titles));
  }
}
