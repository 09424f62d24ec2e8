/** The kinds of items that can be found by what they say, and what each says. */
import type { Answered } from "../api/answered";
import { textIn } from "../items/item";
import type { VerifiedItem } from "../keyring/contract";
import { contactWords, type ContactPayload } from "../payloads/contact";
import type { DocumentPayload } from "../payloads/document";
import { profileWords, type ProfilePayload } from "../payloads/profile";
import { taskWords, type TaskPayload } from "../payloads/task";
import { vendorWords, type VendorPayload } from "../payloads/vendor";

export type FindableKind = "document" | "task" | "contact" | "vendor" | "profile";

export interface Findable {
  kind: FindableKind;
  item: Answered;
}

/** Of what was found, what its statements say about it. */
export interface FoundFacts {
  expiresOn: string | null;
  audience: readonly string[];
}

export const factsOf = ({ attributes, audience }: VerifiedItem): FoundFacts => ({ expiresOn: textIn(attributes, "expiresOn"), audience });

export interface Said {
  title: string;
  /** What else it says. */
  words: string;
}

export function saidBy(kind: FindableKind, payload: unknown): Said {
  switch (kind) {
    case "document": {
      const { title, number, issuer, notes, tags } = payload as DocumentPayload;
      return { title, words: [number, issuer, notes, ...(tags ?? [])].filter(Boolean).join(" ") };
    }
    case "contact":
      return { title: (payload as ContactPayload).name.full, words: contactWords(payload as ContactPayload) };
    case "task":
      return { title: (payload as TaskPayload).title, words: taskWords(payload as TaskPayload) };
    case "profile":
      return { title: (payload as ProfilePayload).name, words: profileWords(payload as ProfilePayload) };
    case "vendor":
      return { title: (payload as VendorPayload).name, words: vendorWords(payload as VendorPayload) };
  }
}
