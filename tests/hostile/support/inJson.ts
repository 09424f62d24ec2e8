/**
 * Lists are asked for in JSON on their way, as they are asked for by others than the app: lies are told member by member.
 *
 * What the app makes of an answer is the same object in either form, and it understands both. What it does with bytes that were bent is the
 * matter of `keyring/rows/rows.test.ts`.
 */
import type { Question } from "./between";

const MOST_IN_JSON = 200;

const asksForRows = ({ headers }: Question): boolean => headers.accept?.startsWith("application/vnd.coffer.rows") === true;

export function inJson(question: Question): Question {
  if (!asksForRows(question)) return question;
  const url = new URL(question.url);
  if (url.searchParams.has("limit")) {
    const { limit } = asJson({ limit: Number(url.searchParams.get("limit")), ...(url.searchParams.has("since") && { since: 0 }) });
    url.searchParams.delete("parts");
    url.searchParams.set("limit", String(limit));
  }
  const bytes = question.bytes.length > 0 ? Buffer.from(JSON.stringify(asJson(JSON.parse(question.bytes.toString()) as Asked))) : question.bytes;
  return { ...question, url, bytes, headers: { ...question.headers, accept: "application/json" } };
}

interface Asked {
  readonly limit?: number;
  readonly since?: number;
  readonly parts?: string;
}

/** In JSON a page is shorter; what changed is not asked for by the page. */
function asJson({ parts: _, limit = MOST_IN_JSON, ...asked }: Asked): Asked {
  return { ...asked, limit: asked.since === undefined ? Math.min(limit, MOST_IN_JSON) : limit };
}
