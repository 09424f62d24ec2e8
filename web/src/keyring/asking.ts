/**
 * What the server answers about the log, told apart: an answer, one that is none, no answer at all, and a closed door.
 *
 * Only a network that fails, a limit and a server that has a fault say nothing. Whatever else is said in place of what was
 * asked for is an answer without a head, and the state of the client follows from it.
 */
import type { Leaf } from "../crypto/leaves.ts";
import type { Signed } from "../crypto/statements.ts";
import { failureOf, type HeadBody } from "./calls.ts";

/** The server says that this session, or this membership, is over. */
export class ViewClosed extends Error {
  readonly why: "session" | "membership";

  constructor(why: "session" | "membership") {
    super(why === "session" ? "The server says that you are no longer signed in." : "The server says that you are no longer a member.");
    this.name = "ViewClosed";
    this.why = why;
  }
}

/** Something else was answered than what was asked for. */
export class NoAnswer extends Error {
  readonly instead: unknown;

  constructor(instead: unknown) {
    super("The server answered something else.");
    this.name = "NoAnswer";
    this.instead = instead;
  }
}

const OTHER_ACCOUNT = "account_changed";
/** The page itself has held the question back, while the end of the session is under way: nobody has answered. */
const NOT_SENT = "not_sent";

/** The error as what it means for what was asked. */
function meaning(error: unknown): unknown {
  const failure = failureOf(error);
  // What can not be read as an answer was one all the same.
  if (!failure) return error instanceof SyntaxError ? new NoAnswer(error.message) : error;
  const { status = 0, reason } = failure;
  if (reason === NOT_SENT) return error;
  if (status === 401 || reason === OTHER_ACCOUNT) return new ViewClosed("session");
  if (status === 403) return new ViewClosed("membership");
  if (status === 0 || status === 429 || status >= 500) return error;
  return new NoAnswer(failure);
}

async function asked<T>(call: Promise<unknown>, isAnswer: (answer: unknown) => answer is T): Promise<T> {
  const answer = await call.catch((error: unknown) => { throw meaning(error); });
  if (!isAnswer(answer)) throw new NoAnswer(answer);
  return answer;
}

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null;
const areTexts = (value: Members, ...names: string[]): boolean => names.every((name) => typeof value[name] === "string");
const isListOf = <T>(isOne: (value: unknown) => value is T) => (value: unknown): value is readonly T[] => Array.isArray(value) && value.every(isOne);
const isText = (value: unknown): value is string => typeof value === "string";

const isHead = (value: unknown): value is HeadBody =>
  isObject(value) && areTexts(value, "note", "logKeyB64u") && value["note"] !== "" && isListOf(isText)(value["consistency"]);
const isSigned = (value: unknown): value is Signed => isObject(value) && areTexts(value, "statementB64u", "signatureB64u");
const isLeaf = (value: unknown): value is Leaf => isObject(value) && areTexts(value, "tagB64u", "hashB64u") && typeof value["seq"] === "number";

export const askHead = (call: Promise<unknown>): Promise<HeadBody> => asked(call, isHead);
export const askEntries = (call: Promise<unknown>): Promise<readonly Signed[]> => asked(call, isListOf(isSigned));
export const askLeaves = (call: Promise<unknown>): Promise<readonly Leaf[]> => asked(call, isListOf(isLeaf));
