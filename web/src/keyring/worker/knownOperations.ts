/** What this device knows of objects and what was shown to it wrongly: sealed to be kept, opened when it is unlocked again. */
import { confirmAlarms, isBurst, markRead, nameOfAlarm, noteAlarm, recallAlarms, type AlarmEntry, type AlarmEvidence } from "./alarms.ts";
import { noteTag, tagOf } from "./itemChecks.ts";
import { recallDisclosed } from "./disclosing.ts";
import { recall, type KnownObject } from "./known.ts";
import { recallAgreed, type AgreedEntry } from "./restarts.ts";
import { recallNames, type NameEntry } from "./renamings.ts";
import { recallTitles } from "./titles.ts";
import { areTooMany, openSegments, sealSegments, type Segment } from "./segments.ts";
import type { Id } from "../../crypto/ids.ts";
import type { RefusedAnswer } from "../answered.ts";
import type { Disclosure, WronglyShown } from "../contract.ts";
import type { Vault } from "./vault.ts";

/** What a device keeps of both. */
export interface Kept {
  readonly known: readonly Segment[];
  readonly alarms: readonly Segment[];
  readonly titles: readonly Segment[];
  readonly agreed: readonly Segment[];
  readonly disclosed: readonly Segment[];
  readonly names: readonly Segment[];
}

/** What was found out since the last time; some of it stands in place of all that was kept before. */
export interface Fresh extends Kept {
  readonly titlesAnew: boolean;
}

export interface AlarmReport {
  /** Newest first. */
  readonly entries: readonly WronglyShown[];
  /** More than single objects explain. */
  readonly burst: boolean;
  /** Something is in doubt: it has to be asked about again. */
  readonly waits: boolean;
}

const NOTHING_FRESH: Fresh = { known: [], alarms: [], titles: [], titlesAnew: false, agreed: [], disclosed: [], names: [] };

type TitleEntry = readonly [tag: string, title: string];
type KnownEntry = readonly [tag: string, KnownObject];

export function knownOperations(vault: Vault) {
  const { known, alarms, titles, agreed, disclosing, names } = vault;

  const summaries = (): WronglyShown[] => [...alarms.entries.values()].reverse()
    .map(({ kind, id, word, firstAt, lastAt, count, read, open }) => ({ kind, id, word, firstAt, lastAt, count, read, open, name: nameOfAlarm({ kind, id, word }) }));

  return {
    /** What was kept before this page was opened; with it few segments in place of many, where that is worth it. */
    openKept: async ({ known: before, alarms: shown, titles: called, agreed: trusted, disclosed: seen, names: named }: Kept): Promise<Partial<Kept>> => {
      recall(known, await openSegments<KnownEntry>(vault, "known.1", before));
      // A hash each, which lists ask for by the ten thousands as soon as they are shown.
      for (const [tag, { kind, id }] of known.byTag) noteTag(vault, kind, id, tag);
      recallAlarms(alarms, await openSegments<AlarmEntry>(vault, "alarms.1", shown));
      recallTitles(titles, await openSegments<TitleEntry>(vault, "titles.1", called));
      recallAgreed(agreed, await openSegments<AgreedEntry>(vault, "agreed.1", trusted));
      recallDisclosed(disclosing, await openSegments<Disclosure>(vault, "disclosed.1", seen));
      recallNames(names, await openSegments<NameEntry>(vault, "names.1", named));
      return {
        ...(areTooMany(before, known.byTag.size) ? { known: await sealSegments(vault, "known.1", [...known.byTag]) } : {}),
        ...(areTooMany(shown, alarms.entries.size) ? { alarms: await sealSegments(vault, "alarms.1", [...alarms.entries.values()]) } : {}),
        ...(areTooMany(called, titles.proven.size) ? { titles: await sealSegments(vault, "titles.1", [...titles.proven]) } : {}),
        ...(areTooMany(named, names.byCommitment.size) ? { names: await sealSegments(vault, "names.1", [...names.byCommitment]) } : {}),
      };
    },

    /** What was found out since the last time the page asked. */
    takeFresh: async (): Promise<Fresh> => {
      // Nothing is sealed without the device: it stays until it is there again.
      if (!vault.device) return NOTHING_FRESH;
      const objects = [...known.fresh].flatMap((tag): KnownEntry[] => {
        const object = known.byTag.get(tag);
        return object ? [[tag, object]] : [];
      });
      const entries = [...alarms.fresh].flatMap((name) => alarms.entries.get(name) ?? []);
      // What was dropped is nowhere afterwards.
      const { dropped: titlesAnew } = titles;
      const called = titlesAnew ? [...titles.proven] : [...titles.proven].filter(([tag]) => titles.fresh.has(tag));
      known.fresh.clear();
      alarms.fresh.clear();
      titles.fresh.clear();
      const trusted = [...agreed.fresh].map((role): AgreedEntry => [role, agreed.byRole.get(role) ?? 0]);
      agreed.fresh.clear();
      const allowed = disclosing.fresh && disclosing.agreed ? [disclosing.agreed] : [];
      disclosing.fresh = false;
      titles.dropped = false;
      const shown = [...names.byCommitment].filter(([commitment]) => names.fresh.has(commitment));
      names.fresh.clear();
      return {
        known: await sealSegments(vault, "known.1", objects), alarms: await sealSegments(vault, "alarms.1", entries),
        titles: await sealSegments(vault, "titles.1", called), titlesAnew,
        agreed: await sealSegments(vault, "agreed.1", trusted), disclosed: await sealSegments(vault, "disclosed.1", allowed),
        names: await sealSegments(vault, "names.1", shown),
      };
    },

    /** What objects were called when this device had proven them last; nothing where it has not opened them. */
    lastTitles: ({ kind, ids }: { kind: string; ids: readonly Id[] }): Promise<(string | null)[]> =>
      Promise.all(ids.map(async (id) => titles.proven.get(await tagOf(vault, kind, id)) ?? null)),

    /** The lasting list as it is now. */
    alarmReport: async (): Promise<AlarmReport> => {
      const waits = confirmAlarms(alarms, vault.now());
      return Promise.resolve({ entries: summaries(), burst: isBurst(alarms, vault.now()), waits });
    },

    markAlarmsRead: async ({ names }: { names: readonly string[] }): Promise<void> => {
      markRead(alarms, names, vault.now());
      return Promise.resolve();
    },

    /** An answer that the page has refused as a whole. */
    noteRefused: async ({ kind, route, ids, reason, answered }: RefusedAnswer): Promise<void> => {
      noteAlarm(alarms, "foreign", { asked: { kind, id: "", route, ids }, reason, answered, known: null, pin: vault.book.pin, leaves: [] }, vault.now());
      return Promise.resolve();
    },

    alarmEvidence: async ({ name }: { name: string }): Promise<AlarmEvidence | null> => Promise.resolve(alarms.entries.get(name)?.evidence ?? null),
  };
}
