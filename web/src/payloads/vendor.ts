/** What a vendor says: who does which work, under which contract, and how to reach them. */
import type { BasePayload, Reachable } from "./base.ts";

export interface VendorContract {
  startOn?: string | undefined;
  endOn?: string | undefined;
  noticeDays?: number | undefined;
  autoRenew?: boolean;
  amount?: { minor: number; currency: string } | undefined;
  every?: "month" | "quarter" | "year";
}

export interface VendorPayload extends BasePayload, Reachable {
  name: string;
  legalName?: string;
  services: string[];
  customerNumber?: string;
  website?: string;
  contactIds?: string[];
  taxId?: string;
  bank?: { iban?: string; bic?: string; name?: string };
  contract?: VendorContract;
  emergency?: boolean;
  rating?: 1 | 2 | 3 | 4 | 5;
}

/** The words under which a vendor is found. */
export function vendorWords({ name, legalName, services, customerNumber, emails, phones, notes, tags }: VendorPayload): string {
  const reached = [...(emails ?? []).map(({ address }) => address), ...(phones ?? []).map(({ number }) => number)];
  return [name, legalName, customerNumber, notes, ...services, ...(tags ?? []), ...reached].filter(Boolean).join(" ");
}
