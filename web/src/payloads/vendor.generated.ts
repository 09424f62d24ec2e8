// Made by `npm run payloads` from schemas/vendor.1.json.
import { isRecord, isText, list, under, when } from "./fit.ts";
import { amountFault, basePayloadFault, dayFault, itemIdFault, reachableFault, type Amount, type BasePayload, type Day, type ItemId, type Reachable } from "./shared.generated.ts";

export interface BankAccount {
  iban?: string;
  bic?: string;
  name?: string;
}

export function bankAccountFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (value["iban"] !== undefined && !isText(value["iban"])) return "iban";
  if (value["bic"] !== undefined && !isText(value["bic"])) return "bic";
  if (value["name"] !== undefined && !isText(value["name"])) return "name";
  return null;
}

export interface VendorContract {
  startOn?: Day;
  endOn?: Day;
  noticeDays?: number;
  autoRenew?: boolean;
  amount?: Amount;
  every?: "month" | "quarter" | "year";
}

export function vendorContractFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if (value["startOn"] !== undefined && (at = dayFault(value["startOn"])) !== null) return under("startOn", at);
  if (value["endOn"] !== undefined && (at = dayFault(value["endOn"])) !== null) return under("endOn", at);
  if (value["noticeDays"] !== undefined && !(Number.isInteger(value["noticeDays"]) && (value["noticeDays"] as number) >= 0)) return "noticeDays";
  if (value["autoRenew"] !== undefined && !(typeof value["autoRenew"] === "boolean")) return "autoRenew";
  if (value["amount"] !== undefined && (at = amountFault(value["amount"])) !== null) return under("amount", at);
  if (value["every"] !== undefined && !(value["every"] === "month" || value["every"] === "quarter" || value["every"] === "year")) return "every";
  return null;
}

/** What a vendor says: who does which work, under which contract, and how to reach them. */
export interface VendorPayload extends BasePayload, Reachable {
  name: string;
  legalName?: string;
  services: string[];
  customerNumber?: string;
  website?: string;
  contactIds?: ItemId[];
  taxId?: string;
  bank?: BankAccount;
  contract?: VendorContract;
  emergency?: boolean;
  rating?: 1 | 2 | 3 | 4 | 5;
}

const vendorPayloadServicesFault = list(when((one) => isText(one)));
const vendorPayloadContactIdsFault = list(itemIdFault);

export function vendorPayloadFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if ((at = basePayloadFault(value)) !== null) return at;
  if ((at = reachableFault(value)) !== null) return at;
  if (!isText(value["name"], 1, 200)) return "name";
  if (value["legalName"] !== undefined && !isText(value["legalName"])) return "legalName";
  if ((at = vendorPayloadServicesFault(value["services"])) !== null) return under("services", at);
  if (value["customerNumber"] !== undefined && !isText(value["customerNumber"])) return "customerNumber";
  if (value["website"] !== undefined && !isText(value["website"])) return "website";
  if (value["contactIds"] !== undefined && (at = vendorPayloadContactIdsFault(value["contactIds"])) !== null) return under("contactIds", at);
  if (value["taxId"] !== undefined && !isText(value["taxId"])) return "taxId";
  if (value["bank"] !== undefined && (at = bankAccountFault(value["bank"])) !== null) return under("bank", at);
  if (value["contract"] !== undefined && (at = vendorContractFault(value["contract"])) !== null) return under("contract", at);
  if (value["emergency"] !== undefined && !(typeof value["emergency"] === "boolean")) return "emergency";
  if (value["rating"] !== undefined && !(value["rating"] === 1 || value["rating"] === 2 || value["rating"] === 3 || value["rating"] === 4 || value["rating"] === 5)) return "rating";
  return null;
}
