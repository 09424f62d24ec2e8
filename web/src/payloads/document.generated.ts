// Made by `npm run payloads` from schemas/document.1.json.
import { isRecord, isText, list, under } from "./fit.ts";
import { amountFault, basePayloadFault, dayFault, itemIdFault, type Amount, type BasePayload, type Day, type ItemId } from "./shared.generated.ts";

/** What a document says, once it is open. */
export interface DocumentPayload extends BasePayload {
  title: string;
  fileType?: string;
  category?: string;
  number?: string;
  issuer?: string;
  country?: string;
  issuedOn?: Day;
  /** Only where the account keeps dates from the server. */
  expiresOn?: Day;
  subjectIds?: ItemId[];
  physicalLocation?: string;
  archiveNumber?: string;
  amount?: Amount;
}

const documentPayloadSubjectIdsFault = list(itemIdFault);

export function documentPayloadFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if ((at = basePayloadFault(value)) !== null) return at;
  if (!isText(value["title"], 1, 200)) return "title";
  if (value["fileType"] !== undefined && !isText(value["fileType"])) return "fileType";
  if (value["category"] !== undefined && !isText(value["category"])) return "category";
  if (value["number"] !== undefined && !isText(value["number"])) return "number";
  if (value["issuer"] !== undefined && !isText(value["issuer"])) return "issuer";
  if (value["country"] !== undefined && !isText(value["country"])) return "country";
  if (value["issuedOn"] !== undefined && (at = dayFault(value["issuedOn"])) !== null) return under("issuedOn", at);
  if (value["expiresOn"] !== undefined && (at = dayFault(value["expiresOn"])) !== null) return under("expiresOn", at);
  if (value["subjectIds"] !== undefined && (at = documentPayloadSubjectIdsFault(value["subjectIds"])) !== null) return under("subjectIds", at);
  if (value["physicalLocation"] !== undefined && !isText(value["physicalLocation"])) return "physicalLocation";
  if (value["archiveNumber"] !== undefined && !isText(value["archiveNumber"])) return "archiveNumber";
  if (value["amount"] !== undefined && (at = amountFault(value["amount"])) !== null) return under("amount", at);
  return null;
}
