/** What a call that failed tells: the code of the catalogue, a sentence of the app for a person, and the reason. */
import { i18n } from "@lingui/core";

import { CALLS } from "../i18n/fixedTexts";
import { voice, type Say } from "../i18n/say";
import { wordOf, type Word } from "../i18n/word";

export interface FieldFailure {
  path: string;
  /** A sentence of the app's about the rule that it breaks. */
  message: string;
}

export interface ApiFailure {
  status: number;
  /** A code of the catalogue, or one in capitals under `/api/auth`. */
  code: string;
  /** A sentence of the app's, never of the answer. */
  message: string;
  /** The English by which the app knows a sentence that was thrown here. */
  thrown?: string;
  /** What the server says itself, where the sentence does not say as much. */
  said?: Word;
  reason?: string;
  fields?: FieldFailure[];
  requestId?: Word;
  /** Seconds to wait before the next try. */
  retryAfter?: number;
  details?: Record<string, unknown>;
}

export const OFFLINE: ApiFailure = {
  status: 0,
  code: "unavailable",
  message: CALLS.offline,
  reason: "offline",
};

/** A server that answers something else than was asked for has answered nothing. */
export const UNREADABLE: ApiFailure = { status: 0, code: "data_loss", message: CALLS.unreadable };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** What of an answer has not become a sentence yet. */
interface Unworded extends ApiFailure {
  answer?: { message: string; fields: readonly { path: string; rule: string }[] };
}

export async function readFailure(response: Response): Promise<Unworded> {
  const body: unknown = await response.json().catch(() => null);
  const wait = Number(response.headers.get("Retry-After") ?? response.headers.get("X-Retry-After"));
  const retryAfter = Number.isFinite(wait) && wait > 0 ? { retryAfter: wait } : {};
  const { status } = response;
  const message = `request failed: status ${status}`;
  if (!isRecord(body) || typeof body["message"] !== "string") return { status, code: "unknown", message, ...retryAfter };
  const details = isRecord(body["details"]) ? body["details"] : {};
  const fields = Array.isArray(details["fields"]) ? details["fields"].filter(isField) : [];
  return {
    status,
    code: typeof body["code"] === "string" ? body["code"] : "unknown",
    message,
    answer: { message: body["message"], fields },
    ...(typeof details["reason"] === "string" ? { reason: details["reason"] } : {}),
    ...(typeof details["requestId"] === "string" ? { requestId: wordOf(details["requestId"]) } : {}),
    ...retryAfter,
    details,
  };
}

/** With the sentences of the app, which come with the first refusal: most pages see none. Without them nothing of the answer is drawn. */
export async function inOwnWords({ answer, ...failure }: Unworded): Promise<ApiFailure> {
  // Nothing can be fetched then, so these words are there from the beginning.
  if (isOffline(failure)) return failure;
  const texts = await import("../i18n/refusalTexts").catch(() => null);
  if (!texts) return failure;
  const say = voice(i18n.locale);
  if (!answer) return named(failure, texts.sayRefusal(say, failure));
  const fields = answer.fields.map(({ path, rule }) => ({ path, message: texts.sayFieldFault(say, rule) }));
  return { ...failure, ...texts.sentencesOf(say, { ...failure, message: answer.message }), ...(fields.length > 0 ? { fields } : {}) };
}

const isOffline = ({ reason }: ApiFailure): boolean => reason === OFFLINE.reason;

/** Under another sentence, and still known by the one that was thrown. */
const named = (failure: ApiFailure, message: string): ApiFailure =>
  message === failure.message ? failure : { ...failure, message, thrown: failure.thrown ?? failure.message };

const isField = (value: unknown): value is { path: string; rule: string } =>
  isRecord(value) && typeof value["path"] === "string" && typeof value["rule"] === "string";

/** Thrown where calls are made outside RTK Query. */
export class CallFailed extends Error {
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = "CallFailed";
    this.failure = failure;
  }
}

/** Something that the app itself found, said in the language of the reader where it was found. */
export class ToldToReader extends Error {}

/** What was thrown in this browser: a sentence of the code, in English. */
export interface ThrownHere {
  readonly message: string;
  readonly code?: string;
}

/** The words for it come after the first list. Until then it is told as something that did not work. */
let sayThrownHere: (say: Say, thrown: ThrownHere) => string | undefined = () => undefined;

export function wordsForThrown(by: typeof sayThrownHere): void {
  sayThrownHere = by;
}

/**
 * The failure inside whatever was caught: the one place where what was thrown becomes a text for people.
 *
 * The English of an error is drawn nowhere; where the app has no sentence for it, it did not work.
 */
export function failureOf(caught: unknown): ApiFailure {
  const say = voice(i18n.locale);
  if (caught instanceof CallFailed) return worded(say, caught.failure);
  if (caught instanceof ToldToReader) return { status: 0, code: "unknown", message: caught.message };
  if (caught instanceof Error) {
    const { code = "unknown", message } = caught as Error & { code?: unknown };
    const known = typeof code === "string" ? code : "unknown";
    return { status: 0, code: known, message: sayError(say, caught, known), thrown: message };
  }
  if (isRecord(caught) && typeof caught["code"] === "string" && typeof caught["message"] === "string")
    return worded(say, caught as unknown as ApiFailure);
  return { status: 0, code: "unknown", message: didNotWork(say) };
}

function worded(say: Say, failure: ApiFailure): ApiFailure {
  if (isOffline(failure)) return named(failure, say("refusal.offline", "No connection. Nothing was lost."));
  // What the server refused has its sentence already.
  if (failure.thrown !== undefined || failure.status >= 500) return failure;
  return named(failure, sayThrownHere(say, { message: failure.message }) ?? failure.message);
}

/** Errors of the language are told by the browser, with the values in them. */
const OF_THE_LANGUAGE = new Set(["TypeError", "RangeError", "SyntaxError", "ReferenceError", "URIError", "EvalError"]);

const sayError = (say: Say, { name, message }: Error, code: string): string =>
  (OF_THE_LANGUAGE.has(name) ? undefined : sayThrownHere(say, { message, code })) ?? didNotWork(say);

const didNotWork = (say: Say): string => say("refused.browser", "This did not work in this browser. Reload the page and try again.");

/** The role does not allow it. The code for that differs from one part of the server to another, the status does not. */
export const isForbidden = ({ status }: ApiFailure): boolean => status === 403;

/** What was said about one field, by the last part of its path. */
export function fieldMessage(failure: ApiFailure | undefined, field: string): string | undefined {
  return failure?.fields?.find(({ path }) => path === field || path.endsWith(`.${field}`))?.message;
}
