/** The profiles of the account, as the desk has opened them. */
import { useMemo } from "react";

import { wholeSince } from "../../api/held";
import { useAllProfilesQuery, type Ranked } from "../../api/profiles";
import { baseCell, ID, ROW, STATE, TITLE, VERIFIED } from "../../desk/kind";
import type { View } from "../../desk/messages";
import { useView } from "../../desk/react";
import { PROFILE, type ProfileFacts, type ProfileItem } from "../kinds/profile";
import { useRows, type Making } from "../list/useRows";
import { useSome } from "../list/useSome";
import type { OpenedItem } from "../opening";
import { useFeed } from "../useFeed";
import type { ProfilePayload } from "../../payloads/profile";
import { useMay } from "../../session/useSession";
import type { ProfileName } from "./names";

export interface ProfileRow extends OpenedItem<ProfileItem, ProfilePayload> {
  /** Null while this device has not opened it. */
  title: string | null;
}

const MAKING: Making<Ranked, ProfileFacts, ProfilePayload, ProfileRow> = {
  of: PROFILE,
  nothing: { rank: "" },
  rowOf: (one) => ({ ...one, title: one.opening.name === "open" ? one.opening.payload.name : null }),
};

const ALL: View = { kind: "profile", where: null, text: "", sort: [{ field: TITLE, dir: "asc" }], group: null };
const OPEN: View = { ...ALL, where: { field: ROW, op: "eq", value: "open" } };
const KNOWN: View = { ...ALL, where: { field: VERIFIED, op: "eq", value: true } };
const EVERY = Number.MAX_SAFE_INTEGER;

/** The answers of the list, handed to the desk; none where they are not asked for. */
function useFed(skip: boolean) {
  const may = useMay()("profile.read");
  const asked = useAllProfilesQuery(undefined, { skip: skip || !may });
  const answers = skip ? undefined : asked.data?.rows;
  useFeed("profile", answers, wholeSince(asked));
  return answers;
}

/** Undefined until the list is loaded, and without the permission. The tree of them draws all. */
export function useProfiles(skip = false): readonly ProfileRow[] | undefined {
  const answers = useFed(skip);
  const { rows } = useSome(ALL, EVERY, useRows(MAKING, answers));
  return answers && rows;
}

/** By name; those that this device has not opened are left out. */
export function useProfileNames(): readonly ProfileName[] {
  useFed(false);
  const { window } = useView(OPEN, 0, EVERY);
  return useMemo(
    () => (window?.ids ?? []).flatMap((id) => {
      const row = window?.rows.get(id);
      const name = row && baseCell(row, TITLE);
      return row && typeof name === "string" ? [{ id, name, isArchived: baseCell(row, STATE) === "archived" }] : [];
    }),
    [window],
  );
}

/** Whether each that this device has verified is archived, opened or not. */
export function useArchivedProfiles(skip: boolean): ReadonlyMap<string, boolean> {
  const answers = useFed(skip);
  const { window } = useView(KNOWN, 0, EVERY);
  return useMemo(
    () => new Map(answers && window ? [...window.rows.values()].map((row) => [String(baseCell(row, ID)), baseCell(row, STATE) === "archived"] as const) : []),
    [answers, window],
  );
}
