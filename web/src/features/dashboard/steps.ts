/**
 * The first steps in an account, each done when it is so: by the device's own record, by what was signed, and by what this
 * device has verified. Nothing is ticked because somebody clicked on it, or because the server says so.
 */
import type { KeyOverview, KeyState } from "../../keyring/contract";

export type StepId = "unlock" | "save" | "upload" | "expiry" | "device" | "invite" | "test";

export interface Step {
  id: StepId;
  done: boolean;
}

export interface Known {
  keys: KeyState["name"];
  /** Nothing before it was read, and in a browser that is no device. */
  overview: Pick<KeyOverview, "recovery" | "devices" | "invitations"> | undefined;
  /** Documents that this device has verified, and those of them that have a last day; null where it is not known. */
  documents: number | null;
  dated: number | null;
  /** Others whose membership is signed. */
  others: number;
  mayAdd: boolean;
  mayInvite: boolean;
}

/** Documents of the account, and those of them that have a last day; null where that is not known. */
export type Begun = Pick<Known, "documents" | "dated">;

interface Answered {
  /** This browser verifies nothing. */
  isClosed: boolean;
  /** How many the server has told of. */
  answered: number | undefined;
  /** What this device has verified, and of that what the server leaves out now; null until the answer was judged. */
  found: { verified: number; dated: number; withheld: number } | null;
}

/** Where nothing is verified, it is known only of an account in which there is nothing. */
export function begunOf({ isClosed, answered, found }: Answered): Begun {
  if (isClosed) return { documents: answered === 0 ? 0 : null, dated: null };
  if (!found) return { documents: null, dated: null };
  // What the server leaves out is there all the same, and may have a last day.
  return { documents: found.verified + found.withheld, dated: found.dated + found.withheld };
}

/** States in which this browser is no device of its person; one that is locked or still starting is one. */
const WITHOUT_DEVICE: readonly KeyState["name"][] = ["unset", "new", "elsewhere"];

/** Null as long as too little is known to say anything. */
export function stepsOf({ keys, overview, documents, dated, others, mayAdd, mayInvite }: Known): Step[] | null {
  const isDevice = !WITHOUT_DEVICE.includes(keys);
  if (keys === "keyless" || (isDevice && !overview)) return null;
  // Of a browser without keys it is only known that it has none.
  if (isDevice && mayAdd && documents === null) return null;
  const { recovery, devices = [], invitations = [] } = overview ?? {};
  const own = devices.filter(({ mine, revoked, vouched }) => mine && !revoked && vouched !== null);
  return [
    { id: "unlock", done: isDevice },
    { id: "save", done: Boolean(recovery?.savedAt) },
    ...(mayAdd && documents !== null ? [{ id: "upload" as const, done: documents > 0 }] : []),
    ...(mayAdd && documents ? [{ id: "expiry" as const, done: Boolean(dated) }] : []),
    { id: "device", done: own.length > 1 },
    ...(mayInvite ? [{ id: "invite" as const, done: others > 0 || invitations.length > 0 }] : []),
    { id: "test", done: Boolean(recovery?.testedAt) },
  ];
}
