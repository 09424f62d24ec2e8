/** One way out of the tab: every call carries who is calling, and no write happens twice. */
import { i18n } from "@lingui/core";

import { isUnanswered } from "../browser/connection";
import { hear } from "../browser/reach";
import { CallFailed, inOwnWords, OFFLINE, readFailure, UNREADABLE, type ApiFailure } from "./failure";
import { ENDED, endOfSession, refusalOf } from "./sessionEnd";
import { confirmWhoIsThere, UNCONFIRMED, wantsToKnowWhoIsThere } from "./stepUp";

/** One per tab and life of the page; changes that come back with it are our own. */
export const TAB_ID = crypto.randomUUID();

const known = { accountId: null as string | null, position: 0, readAt: 0, began: 0 };

/** From here on calls name this account, and the server refuses them once the session has another. */
export function nameAccount(accountId: string | null): void {
  if (accountId !== known.accountId) known.began = known.readAt;
  known.accountId = accountId;
}

/**
 * Where the reads of this account began: every list showed this position when the session was read, and was read after it.
 *
 * A stream that begins here tells what changed before it was opened. Null where the server did not say.
 */
export const readFrom = (): number | null => known.began || null;

/** The highest position seen; a read waits until the lists have reached it. */
export function sawPosition(position: number): void {
  if (position > known.position) known.position = position;
}

export interface Call {
  path: string;
  method?: string;
  body?: unknown;
  query?: Record<string, unknown> | undefined;
  signal?: AbortSignal;
  /** The same for all tries of one click. */
  idempotencyKey?: string;
  /** What answers a write is dropped where this does not stand: whoever only writes believes nothing of it. */
  reads?: boolean;
  /** It asks by POST and changes nothing. Such an answer is not waited for for ever, as that of a GET is not. */
  queries?: boolean;
  /** May the person be asked who is there, when the server wants to know? Writes come from a person; background reads say so. */
  asks?: boolean;
  /** In which form it is answered; in JSON without one. */
  form?: AnswerForm | undefined;
}

/** Another form than JSON, in which the same is said. */
export interface AnswerForm {
  readonly accept: string;
  /** What JSON would say; null where it does not say that. Rejected where the answer does not come to its end. */
  readonly read: (response: Response) => Promise<unknown>;
}

export interface Answer<Data> {
  data: Data;
  position: number | null;
}

const TRIES = 4;
const STALE_TRIES = 3;

/**
 * Whether an answer is one to what was asked, with an account and without: whoever joins one or looks after the platform asks
 * by ids, too. It comes beside the first call, so that nothing waits for it; one that failed is told after the answer.
 */
const asked = () => {
  const rules = import("../keyring/answered");
  rules.catch(() => undefined);
  return rules;
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Exponential backoff with jitter. */
const backOff = (tried: number) => 250 * 2 ** tried * (0.5 + Math.random());

/** Rate limits are met by waiting, unless the caller wants the error. */
const LONGEST_WAIT_S = 5;

function isTooFast({ reason, code, retryAfter = LONGEST_WAIT_S + 1 }: ApiFailure): boolean {
  return (reason === "rate_limited" || code === "RATE_LIMITED") && retryAfter <= LONGEST_WAIT_S;
}

function mayTryAgain(failure: ApiFailure): boolean {
  const { status, code, reason } = failure;
  return (
    isTooFast(failure) ||
    reason === "offline" ||
    reason === "idempotency_busy" ||
    ((code === "unavailable" || code === "deadline_exceeded") && status >= 500)
  );
}

function address(path: string, query: Call["query"]): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value])
      parts.append(name, typeof one === "string" ? one : JSON.stringify(one));
  }
  const text = parts.toString();
  return text ? `${path}?${text}` : path;
}

export async function call<Data>(made: Call): Promise<Answer<Data>> {
  const { path, method = "GET", body, query, signal, idempotencyKey, form } = made;
  const writes = method !== "GET";
  const reads = made.reads ?? !writes;
  let mayAsk = made.asks ?? writes;
  const rules = asked();
  const headers: Record<string, string> = { "X-Tab-Id": TAB_ID, Accept: form?.accept ?? "application/json" };
  if (known.accountId) headers["X-Account-Id"] = known.accountId;
  // Mails go out in the language that the page speaks, which need not be the browser's.
  if (i18n.locale) headers["Accept-Language"] = i18n.locale;
  if (writes) headers["Idempotency-Key"] = idempotencyKey ?? crypto.randomUUID();
  if (body !== undefined) headers["Content-Type"] = "application/json";

  let stale = 0;
  for (let tried = 0; ; tried += 1) {
    const refusal = refusalOf(path);
    if (refusal) throw new CallFailed(refusal);
    // Lists read by POST want to see our own writes as well.
    if (known.position > 0) headers["X-Min-Position"] = String(known.position);
    const outcome = await once<Data>(address(path, query), { reads, form, patience: writes && !made.queries ? null : PATIENCE_MS }, {
      method,
      headers,
      credentials: "include",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });

    if ("failure" in outcome) {
      if (mayAsk && wantsToKnowWhoIsThere(outcome.failure)) {
        mayAsk = false;
        if (await confirmWhoIsThere(outcome.failure)) continue;
        throw new CallFailed(UNCONFIRMED);
      }
      if (!mayTryAgain(outcome.failure) || tried + 1 >= TRIES) {
        if (outcome.failure.details) (await rules).demandRefusalAnswered(made, outcome.failure.details);
        if (outcome.failure !== ENDED) hear(isUnanswered(outcome.failure.status) ? "unanswered" : "answered");
        throw new CallFailed(await inOwnWords(outcome.failure));
      }
      const { failure } = outcome;
      await pause(isTooFast(failure) ? (failure.retryAfter ?? 1) * 1000 * (1 + Math.random() / 2) : backOff(tried));
      continue;
    }
    hear("answered");
    if (outcome.position !== null) sawPosition(outcome.position);
    if (outcome.stale && stale < STALE_TRIES) {
      stale += 1;
      await pause(backOff(stale));
      continue;
    }
    const { demandAnswered, isInForm } = await rules;
    if (reads && !isInForm(made, outcome.data)) throw new CallFailed(await inOwnWords(UNREADABLE));
    demandAnswered(made, outcome.data);
    return { data: outcome.data, position: outcome.position };
  }
}

/** Until an answer begins: longer than any deadline of the server's, so that it can still say why there is none. */
const PATIENCE_MS = 35_000;

/** Longer than any answer of a server that works. */
const ANSWER_MS = 10_000;

/** Asks for nothing but an answer, and takes none in time for none. */
export async function askWhetherThere(): Promise<void> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), ANSWER_MS);
  const request = fetch("/api/auth/ok", { cache: "no-store", credentials: "omit", signal: patience.signal });
  const answered = await request.then(({ status }) => !isUnanswered(status)).catch(() => false);
  clearTimeout(timer);
  hear(answered ? "answered" : "unanswered");
  if (!answered) throw new CallFailed(OFFLINE);
}

type Outcome<Data> = { data: Data; position: number | null; stale: boolean } | { failure: ApiFailure };

interface How {
  readonly reads: boolean;
  readonly form: AnswerForm | undefined;
  /** How long the beginning of the answer is waited for. What was written may be written, so there it is waited for without end. */
  readonly patience: number | null;
}

async function once<Data>(url: string, { reads, form, patience }: How, request: RequestInit): Promise<Outcome<Data>> {
  // A read ends with the session. What was written may be written: only the server knows.
  const end = request.method === "GET" ? endOfSession() : null;
  const late = new AbortController();
  const signals = [request.signal, end, late.signal].filter((signal) => signal instanceof AbortSignal);
  let response: Response;
  let data: unknown;
  try {
    const timer = patience === null ? undefined : setTimeout(() => late.abort(), patience);
    response = await fetch(url, { ...request, signal: AbortSignal.any(signals) }).finally(() => clearTimeout(timer));
    if (!response.ok) return { failure: await readFailure(response) };
    data = form ? await form.read(response) : parsed(await response.text(), reads);
  } catch (reason) {
    if (request.signal?.aborted) throw reason;
    return { failure: end?.aborted ? ENDED : OFFLINE };
  }

  if (reads && isInEnvelope(url) && !isEnvelope(data)) return { failure: UNREADABLE };
  const position = Number(response.headers.get("X-Position"));
  known.readAt = Number(response.headers.get("X-Read-Position")) || known.readAt;
  return { data: data as Data, position: position > 0 ? position : null, stale: isStale(response, data) };
}

function parsed(text: string, reads: boolean): unknown {
  try {
    return reads ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/**
 * What is asked outside the authentication protocol is answered in an envelope, whose `data` every screen takes out of it.
 * Inside, each answer has a form of its own (`keyring/forms.ts`).
 */
const isInEnvelope = (url: string): boolean => !url.startsWith("/api/auth/");
const isEnvelope = (answer: unknown): boolean => typeof answer === "object" && answer !== null && "data" in answer;

function isStale(response: Response, data: unknown): boolean {
  if (response.headers.get("X-Stale") === "true") return true;
  const sync = (data as { sync?: { stale?: boolean } } | null)?.sync;
  return sync?.stale === true;
}
