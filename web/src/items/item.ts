/** What every sealed item has, whatever its kind. */
import type { SealedItem } from "../keyring/contract";

export interface Item extends SealedItem {
  /** Roles that are meant to read it, by the word of the server: to be drawn, and nothing is sealed by it. */
  audience: string[];
  lifecycle: string;
  createdAt: string;
  createdBy?: string | null;
  updatedAt: string;
  updatedBy?: string | null;
  /** Roles of its audience that get their wrap when they have a new key. */
  owed?: string[];
}
