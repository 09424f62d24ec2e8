/** How the things of the log are called, as far as this person and this device may know. */
import { useCallback, useMemo } from "react";

import { useListInvitationsQuery } from "../../api/accounts";
import type { AuditEntry } from "../../api/oversight";
import { baseCell, TITLE } from "../../desk/kind";
import type { View } from "../../desk/messages";
import { useNames, useView } from "../../desk/react";
import { FINDABLE } from "../finding/kinds";
import { ofEach, useSame } from "../kinds/ofEach";
import { useFed } from "../list/useFed";
import type { RecordKind } from "../../keyring/contract";
import { useMembers, useRoleNames } from "../people/people";
import { useMay, useSignedIn } from "../../session/useSession";
import type { DocumentFacts } from "../kinds/document";
import { read } from "../../i18n/word";

export type Target = Pick<AuditEntry["targets"][number], "kind" | "id">;

/** `null`: it has a name that this device cannot open. Nothing: there is no name. */
export type NameOf = (target: Target) => string | null | undefined;

const WHOLE = { whole: true };

/** Kinds whose names only a key opens; a file is called as its document is. */
const ENCRYPTED: readonly string[] = ["file", ...FINDABLE];

export function useTargetNames(targets: readonly Target[]): NameOf {
  const may = useMay();
  const { account } = useSignedIn();
  const roles = useRoleNames();
  const people = useMembers();
  const { data: invitations } = useListInvitationsQuery({}, { skip: !may("invitation.list") });
  const titles = useTitles(targets);

  return useMemo(() => {
    const known = new Map<string, string>([
      ...people.map(({ id, name }) => [id, name] as const),
      ...roles,
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

/** By the ids of items and of their files. A list is asked for only when the log speaks of some of it. */
function useTitles(targets: readonly Target[]): ReadonlyMap<string, string> {
  const idsOf = useCallback((kind: string) => [...new Set(targets.flatMap((target) => (target.kind === kind ? [target.id] : [])))], [targets]);
  const files = useMemo(() => idsOf("file"), [idsOf]);
  useFed(useMemo(() => FINDABLE.filter((kind) => targets.some((one) => one.kind === kind || (kind === "document" && one.kind === "file"))), [targets]));
  const names = useSame(ofEach(useNamesOf, idsOf));
  // Which document a file belongs to, only the documents themselves say.
  const view = useMemo((): View => ({ kind: "document", where: { field: "fileIds", op: "hasAny", value: files }, text: "", sort: [], group: null }), [files]);
  const { window } = useView(view, 0, files.length, WHOLE);
  return useMemo(() => {
    const ofFiles = [...(window?.rows.values() ?? [])].flatMap((row) => {
      const title = baseCell(row, TITLE);
      return typeof title === "string" ? (row.whole?.item?.fileIds ?? []).map((id) => [id, title] as const) : [];
    });
    const named = names.flatMap((some) => [...(some?.values() ?? [])]);
    return new Map([...ofFiles, ...named.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const]))]);
  }, [window, names]);
}

const useNamesOf = ({ kind }: { kind: RecordKind }, idsOf: (kind: string) => string[]) => useNames(kind, useMemo(() => idsOf(kind), [kind, idsOf]));
