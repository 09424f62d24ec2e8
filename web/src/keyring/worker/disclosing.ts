/**
 * What stands in the clear beside the sealed words of an item, where the account has a switch for it.
 *
 * The switches are the server's word, and they decide what is signed in the clear. So this device discloses no more than
 * its person has last agreed to on it: less than that applies as soon as the server says so, and stays; more needs a click.
 */
import type { Attributes } from "../../crypto/attributes.ts";
import { encodeAttributes } from "../../crypto/attributes.ts";
import { CryptoError } from "../../crypto/errors.ts";
import type { Disclosure } from "../contract.ts";
import type { ChangedAttributes } from "./recordOperations.ts";
import type { Vault } from "./vault.ts";

type Switch = keyof Disclosure;

/** The attributes of each kind that a switch is about. */
const SWITCHED: Readonly<Record<string, Readonly<Record<string, Switch>>>> = {
  task: {
    startOn: "taskDates", dueOn: "taskDates", dueTime: "taskDates", recurrence: "taskDates", reminders: "taskDates",
    assigneeIds: "assignees",
  },
  comment: { mentionIds: "assignees" },
  document: { expiresOn: "documentExpiry", remindDays: "documentExpiry" },
};

const NOTHING: Disclosure = { taskDates: false, documentExpiry: false, assignees: false };

/** What the person of this device has agreed to; null before the server has said anything about it. */
export interface Disclosing {
  agreed: Disclosure | null;
  /** Not written down yet. */
  fresh: boolean;
}

export const nothingDisclosed = (): Disclosing => ({ agreed: null, fresh: false });

/** What was written down before; the latest counts. */
export function recallDisclosed(disclosing: Disclosing, entries: readonly Disclosure[]): void {
  disclosing.agreed = entries.at(-1) ?? disclosing.agreed;
}

const onlyBoth = (one: Disclosure, other: Disclosure): Disclosure => ({
  taskDates: one.taskDates && other.taskDates,
  documentExpiry: one.documentExpiry && other.documentExpiry,
  assignees: one.assignees && other.assignees,
});

const isSame = (one: Disclosure | null, other: Disclosure): boolean =>
  one !== null && one.taskDates === other.taskDates && one.documentExpiry === other.documentExpiry && one.assignees === other.assignees;

function agreeTo(disclosing: Disclosing, agreed: Disclosure): Disclosure {
  if (!isSame(disclosing.agreed, agreed)) {
    disclosing.agreed = agreed;
    disclosing.fresh = true;
  }
  return agreed;
}

/** What may be signed in the clear, after the server has said this; null where it has said nothing. */
export function disclosed({ disclosing }: Vault, told: Disclosure | null): Disclosure {
  const { agreed } = disclosing;
  if (!told) return agreed ?? NOTHING;
  return agreeTo(disclosing, agreed ? onlyBoth(agreed, told) : told);
}

/** Bytes that were signed before disclose nothing more when they are signed once more. */
export function demandDisclosed(vault: Vault, kind: string, told: Disclosure | null | undefined, changed: ChangedAttributes, signed: Attributes): void {
  const allowed = disclosed(vault, told ?? null);
  for (const [name, value] of Object.entries(changed)) {
    const about = SWITCHED[kind]?.[name];
    if (!about || allowed[about] || value === null) continue;
    const bytes = encodeAttributes({ [name]: value })[name];
    if (bytes !== undefined && bytes !== signed[name]) throw new CryptoError("failed_precondition", "This account keeps this from the server.");
  }
}

export function disclosingOperations(vault: Vault) {
  return {
    /** What may be signed in the clear now. */
    discloses: async ({ told }: { told: Disclosure | null }): Promise<Disclosure> => Promise.resolve(disclosed(vault, told)),

    /** Its person was shown what the server would see, and agrees to that. */
    agreeToDisclose: async ({ shown }: { shown: Disclosure }): Promise<void> => {
      agreeTo(vault.disclosing, onlyBoth(shown, shown));
      return Promise.resolve();
    },
  };
}
