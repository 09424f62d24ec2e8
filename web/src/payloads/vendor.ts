/** What a vendor is found by. */
import type { VendorPayload } from "./vendor.generated.ts";

export type { BankAccount, VendorContract, VendorPayload } from "./vendor.generated.ts";

/** The words under which a vendor is found. */
export function vendorWords({ name, legalName, services, customerNumber, taxId, bank, emails, phones, notes, tags }: VendorPayload): string {
  const reached = [...(emails ?? []).map(({ address }) => address), ...(phones ?? []).map(({ number }) => number)];
  return [name, legalName, customerNumber, taxId, bank?.name, bank?.iban, notes, ...services, ...(tags ?? []), ...reached].filter(Boolean).join(" ");
}
