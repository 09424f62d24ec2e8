/** What every sealed item has, whatever its kind. */
import type { SealedItem } from "../keyring/contract";

export interface Item extends SealedItem {
  lifecycle: string;
  createdAt: string;
  createdBy?: string | null;
  updatedAt: string;
  updatedBy?: string | null;
  /** Roles of its audience that get their wrap when they have a new key. */
  owed?: string[];
}
