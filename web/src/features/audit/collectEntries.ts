/** All entries that answer a question, for the export: straight from the server and past the store. */
import { call } from "../../api/http";
import { ACCOUNT_LOG, MY_LOG, type AuditEntry, type AuditFilter, type AuditPage } from "../../api/oversight";

const LARGEST_PAGE = 200;
/** As much as a spreadsheet still opens without waiting. */
const MOST_EXPORTED = 20_000;

export interface Exported {
  entries: AuditEntry[];
  /** There was more than the most. */
  cut: boolean;
}

export async function collectEntries(question: AuditFilter | "mine"): Promise<Exported> {
  const [path, filter] = question === "mine" ? [MY_LOG, {}] : [ACCOUNT_LOG, question];
  const entries: AuditEntry[] = [];
  let cursor: string | null | undefined;
  do {
    const { data }: { data: AuditPage } = await call<AuditPage>({ path, query: { ...filter, limit: LARGEST_PAGE, cursor } });
    entries.push(...data.data);
    cursor = data.page.nextCursor;
  } while (cursor && entries.length < MOST_EXPORTED);
  return { entries, cut: Boolean(cursor) };
}
