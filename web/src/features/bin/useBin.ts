/** The bin as one list, and the two ways out of it. Each kind is signed and sent as it is elsewhere. */
import { useCallback, useMemo } from "react";

import type { ApiFailure } from "../../api/failure";
import type { Answered } from "../../api/answered";
import { held } from "../../api/held";
import {
  useDeletedContactsQuery,
  useDeletedDocumentsQuery,
  useDeletedProfilesQuery,
  useDeletedTasksQuery,
  useDeletedVendorsQuery,
} from "../../api/bin";
import { titleSaid, type FindableKind } from "../../lists/finding/kinds";
import type { BulkHooks, BulkResult } from "../../lists/bulk";
import { useContactCalls } from "../../lists/desks/contacts";
import { useDocumentDesk } from "../../lists/desks/documents";
import { usePlainDesk } from "../../lists/desks/plain";
import { useProfileDesk } from "../../lists/desks/profiles";
import { useTaskDesk } from "../../lists/desks/tasks";
import { useVendorCalls } from "../../lists/desks/vendors";
import type { DocumentWord } from "../../api/documents";
import type { Ranked } from "../../api/profiles";
import type { TaskWord } from "../../api/tasks";
import type { Item } from "../../lists/item";
import { DOCUMENT, type DocumentFacts } from "../../lists/kinds/document";
import { CONTACT, VENDOR } from "../../lists/kinds/plain";
import { PROFILE, type ProfileFacts } from "../../lists/kinds/profile";
import { NO_TASK_WORD, TASK, type TaskFacts } from "../../lists/kinds/task";
import { asOpened, useAll } from "../../lists/list/useAll";
import type { Making } from "../../lists/list/useRows";
import type { OpenedItem } from "../../lists/opening";
import { usePassingFeed } from "../../lists/useFeed";
import { useBinActs, type BinActs } from "../../lists/useItemActs";
import { useMay } from "../../session/useSession";

/** `domain.md` section 12. */
const DAYS_IN_BIN = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Profiles first: what belongs to them finds them again. */
export const KINDS: readonly FindableKind[] = ["profile", "document", "task", "contact", "vendor"];

export interface BinRow extends OpenedItem<Item, unknown> {
  kind: FindableKind;
  title: string | null;
  /** When its keys are destroyed by themselves. */
  keptUntil: Date | null;
}

export interface BinItem extends Item {
  kind: FindableKind;
}

export type Leave = (items: readonly BinItem[], hooks: BulkHooks) => Promise<BulkResult<BinItem>>;

interface Bin {
  rows: BinRow[] | undefined;
  /** Nothing can be shown. */
  failure: ApiFailure | null;
  /** What is shown may lack what could not be asked for. */
  late: boolean;
  retry: () => void;
  restore: Leave;
  purge: Leave;
}

type Deleting<Word extends object, Own extends object> = Making<Word, Own, unknown, OpenedItem<Item<Word, Own>, unknown>>;

const DOCUMENTS: Deleting<DocumentWord, DocumentFacts> = { of: DOCUMENT, nothing: { hiddenBy: null }, rowOf: asOpened };
const CONTACTS: Deleting<object, object> = { of: CONTACT, nothing: {}, rowOf: asOpened };
const VENDORS: Deleting<object, object> = { of: VENDOR, nothing: {}, rowOf: asOpened };
const TASKS: Deleting<TaskWord, TaskFacts> = { of: TASK, nothing: NO_TASK_WORD, rowOf: asOpened };
const PROFILES: Deleting<Ranked, ProfileFacts> = { of: PROFILE, nothing: { rank: "" }, rowOf: asOpened };

/** Beside the list of the kind: what lies in the bin stands in none. */
function useDeleted<Word extends object, Own extends object>(kind: FindableKind, making: Deleting<Word, Own>, answers: readonly Answered<Word>[] | undefined) {
  const shelf = `${kind} bin` as const;
  usePassingFeed({ kind, shelf }, answers);
  return useAll(making, shelf, answers);
}

export function useBin(): Bin {
  const may = useMay();
  const documents = useDeletedDocumentsQuery(undefined, { skip: !may("document.read") });
  const contacts = useDeletedContactsQuery(undefined, { skip: !may("contact.read") });
  const vendors = useDeletedVendorsQuery(undefined, { skip: !may("vendor.read") });
  const tasks = useDeletedTasksQuery(undefined, { skip: !may("task.read") });
  const profiles = useDeletedProfilesQuery(undefined, { skip: !may("profile.read") });
  const answers = [documents, tasks, contacts, vendors, profiles];
  const openedDocuments = useDeleted("document", DOCUMENTS, documents.data);
  const openedContacts = useDeleted("contact", CONTACTS, contacts.data);
  const openedVendors = useDeleted("vendor", VENDORS, vendors.data);
  const openedTasks = useDeleted("task", TASKS, tasks.data);
  const openedProfiles = useDeleted("profile", PROFILES, profiles.data);
  const heldAnswers = answers.map((answer) => held<unknown>(answer));
  const failed = heldAnswers.filter(({ failure, late }) => failure ?? late);
  const isAllMissing = heldAnswers.every(({ data }) => data === undefined);
  const loading = answers.some(({ isLoading }) => isLoading);
  const { restore, purge } = useWaysOut();

  const rows = useMemo(() => {
    if (loading) return undefined;
    return [
      ...(openedDocuments ?? []).map((one) => rowOf("document", one)),
      ...(openedTasks ?? []).map((one) => rowOf("task", one)),
      ...(openedContacts ?? []).map((one) => rowOf("contact", one)),
      ...(openedVendors ?? []).map((one) => rowOf("vendor", one)),
      ...(openedProfiles ?? []).map((one) => rowOf("profile", one)),
    ];
  }, [loading, openedDocuments, openedTasks, openedContacts, openedVendors, openedProfiles]);

  return {
    rows,
    failure: isAllMissing ? (failed[0]?.failure ?? null) : null,
    late: !isAllMissing && failed.length > 0,
    retry: () => failed.forEach(({ again }) => again()),
    restore,
    purge,
  };
}

function rowOf(kind: FindableKind, opened: OpenedItem<Item, unknown>): BinRow {
  const { item, opening } = opened;
  return {
    ...opened,
    kind,
    title: opening.name === "open" ? titleSaid(kind, opening.payload) : null,
    // Nothing happens to what lies in the bin, so that its last change is when it was thrown there.
    keptUntil: item.updatedAt === null ? null : new Date(Date.parse(item.updatedAt) + DAYS_IN_BIN * DAY_MS),
  };
}

function useWaysOut(): { restore: Leave; purge: Leave } {
  // Neither of the two tells of anything by itself.
  const words = useMemo(() => ({ deleted: () => "" }), []);
  const document = useBinActs(useDocumentDesk(), words);
  const task = useBinActs(useTaskDesk(), words);
  const contact = useBinActs(usePlainDesk(CONTACT, useContactCalls()), words);
  const vendor = useBinActs(usePlainDesk(VENDOR, useVendorCalls()), words);
  const profile = useBinActs(useProfileDesk(false), words);

  const each = useCallback(
    (leave: (acts: BinActs<Item>, items: readonly Item[], hooks: BulkHooks) => Promise<BulkResult<Item>>): Leave =>
      async (items, { onProgress, signal }) => {
        const acts = { document, task, contact, vendor, profile } as unknown as Record<FindableKind, BinActs<Item>>;
        const result: BulkResult<BinItem> = { done: [], refused: [] };
        let settled = 0;
        for (const kind of KINDS) {
          const some = items.filter((item) => item.kind === kind);
          if (some.length === 0 || signal?.aborted) continue;
          const before = settled;
          const { done, refused } = await leave(acts[kind], some, {
            ...(signal && { signal }),
            onProgress: (count) => onProgress?.(before + count),
          });
          settled += some.length;
          result.done.push(...done.map((item) => ({ ...item, kind })));
          result.refused.push(...refused);
        }
        return result;
      },
    [document, task, contact, vendor, profile],
  );

  return useMemo(
    () => ({
      restore: each((acts, items, hooks) => acts.restore(items, hooks)),
      purge: each((acts, items, hooks) => acts.purge(items, hooks)),
    }),
    [each],
  );
}
