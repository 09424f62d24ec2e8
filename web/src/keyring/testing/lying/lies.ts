/** The lies of a server, each as what becomes of one answer. It has no key but that of its log, which signs any head. */
import type { Request } from "../keyServer.ts";

export const LIES = ["older", "another account", "lost", "failing", "swapped", "empty", "not found", "changed", "forged"] as const;
export type LieKind = (typeof LIES)[number];

/** What may be lied about: a part of the path, whatever comes first, or the item that is answered. */
export const ABOUT = [
  "keys/head", "keys/log", "keys/leaves", "keys/chain", "device/pending", "device/attach", "unlock-share", "invit", "/users", "/api/roles", "roles/bundle",
  "roles/wrap", "roles/roll-wrap", "missing-wraps", "public-keys", "uploads", "", "item",
] as const;

/** What is said beside answers about tasks: the switches of the account, that it takes no dates, and when a task is due next. */
export const BESIDE_TASKS = ["switches", "dates refused", "next date"] as const;

export interface Lie {
  readonly kind: LieKind;
  readonly about: (typeof ABOUT)[number] | (typeof BESIDE_TASKS)[number];
  /** How many of these answers are true before it is told, and how often it is told then. */
  readonly after: number;
  readonly times: number;
  /** Which member, and in which way, where there is a choice. */
  readonly choice: number;
  /** Another one that is told with it. */
  readonly also?: Lie;
}

/** Lies that are worse together: each makes the other one look as if it were true. */
export const PAIRS = [
  ["/users", "invit"], ["switches", "next date"], ["dates refused", "next date"],
] as const satisfies readonly (readonly [Lie["about"], Lie["about"]])[];

export const pairName = ({ about, also }: Lie): string | null => (also ? `${about} and ${also.about}` : null);

/** One lie, or both of a pair. */
export const eachOf = (lie: Lie | null): readonly Lie[] => (lie ? [lie, ...eachOf(lie.also ?? null)] : []);

export const isAbout = (lie: Lie | null, about: Lie["about"]): boolean => eachOf(lie).some((one) => one.about === about);

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null;

export class Failure extends Error {
  readonly failure: { readonly status: number; readonly code: string };

  constructor(status: number) {
    super(`status ${status}`);
    this.failure = { status, code: "lied" };
  }
}

/** Every place of an answer that holds a value and no further members. */
function placesIn(value: unknown, holder: Members | null = null, name = ""): { readonly holder: Members; readonly name: string }[] {
  if (isObject(value)) return Object.keys(value).flatMap((key) => placesIn(value[key], value, key));
  return holder ? [{ holder, name }] : [];
}

function otherThan(value: unknown, choice: number): unknown {
  if (typeof value === "number") return [value + 1, Math.max(value - 1, 0), 0, 2 ** 40][choice % 4];
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string" || value === "") return "x";
  // One letter of an id, a hash, a key, a name or a signature.
  const at = choice % value.length;
  return `${value.slice(0, at)}${value[at] === "a" ? "b" : "a"}${value.slice(at + 1)}`;
}

/** One member other than it was; the answer comes as a copy. */
export function withOneChanged<T>(answer: T, choice: number): T {
  const changed = structuredClone(answer);
  const places = placesIn(changed);
  const { holder, name } = places[choice % Math.max(places.length, 1)] ?? {};
  if (holder && name !== undefined) holder[name] = otherThan(holder[name], Math.floor(choice / places.length));
  return changed;
}

const IDS = ["id", "userId", "deviceId", "roleId", "statements"] as const;

/** Rows under the ids of one another; `null` where there are no two. */
function swapped(answer: unknown, choice: number): unknown {
  const copy = structuredClone(answer);
  const rows: unknown = Array.isArray(copy) ? copy : isObject(copy) ? copy["data"] : null;
  if (!Array.isArray(rows) || rows.length < 2 || !rows.every(isObject)) return null;
  const [one, other] = [rows[choice % rows.length], rows[(choice + 1) % rows.length]] as [Members, Members];
  const name = IDS.filter((id) => id in one && id in other && one[id] !== other[id])[0];
  if (name === undefined) return null;
  [one[name], other[name]] = [other[name], one[name]];
  return copy;
}

function emptied(answer: unknown): unknown {
  if (Array.isArray(answer)) return [];
  if (!isObject(answer)) return null;
  return Array.isArray(answer["data"]) ? { ...answer, data: [] } : {};
}

export interface Liar {
  /** From now on; nothing means the truth. */
  readonly tell: (lie: Lie | null) => void;
  /** How often a lie was told, and whether each of a pair was. */
  readonly told: () => number;
  readonly toldAll: () => boolean;
  /** What is answered in place of the truth, which may be asked for or not. */
  readonly answer: (request: Request, truth: () => Promise<unknown>) => Promise<unknown>;
}

/** What a liar has beside the truth: another account, and an answer that only the server itself can make. */
export interface Means {
  readonly elsewhere: (request: Request) => Promise<unknown>;
  readonly forge: (request: Request, truth: unknown, choice: number) => unknown;
}

/** A server that tells one browser one lie at a time, or a pair of them. What it says of another account it has from there. */
export function aLiar({ elsewhere, forge }: Means): Liar {
  const earlier = new Map<string, unknown[]>();
  let lies: { readonly lie: Lie; seen: number; told: number }[] = [];

  /** The truth as far as a lie of this kind can be made of it, or nothing. */
  async function inPlaceOf(kind: LieKind, choice: number, request: Request, truth: () => Promise<unknown>): Promise<{ readonly answer: unknown } | null> {
    const before = earlier.get(`${request.method ?? "GET"} ${request.path}`) ?? [];
    // The last that was asked for is remembered already.
    const older = before.slice(0, -1);
    switch (kind) {
      case "lost":
        if (choice % 2 === 0) await truth();
        throw new Error("No connection.");
      case "failing": throw new Failure([500, 503, 429][choice % 3] ?? 500);
      case "not found": {
        if (choice % 2 === 0) await truth();
        throw new Failure(404);
      }
      case "another account": return elsewhere(request).then((answer) => ({ answer }), () => null);
      case "older": {
        await truth();
        return older.length > 0 ? { answer: older[choice % older.length] } : null;
      }
      case "swapped": {
        const answer = swapped(await truth(), choice);
        return answer === null ? null : { answer };
      }
      case "empty": return { answer: emptied(await truth()) };
      case "changed": return { answer: withOneChanged(await truth(), choice) };
      case "forged": {
        const answer = await forge(request, await truth(), choice);
        return answer === null ? null : { answer };
      }
    }
  }

  async function answer(request: Request, ask: () => Promise<unknown>): Promise<unknown> {
    let asked: Promise<unknown> | null = null;
    const name = `${request.method ?? "GET"} ${request.path}`;
    const truth = () => {
      asked ??= ask().then((one) => {
        earlier.set(name, [...(earlier.get(name) ?? []), structuredClone(one)].slice(-6));
        return one;
      });
      return asked;
    };
    const one = lies.find(({ lie: { about } }) => request.path.includes(about));
    if (!one || one.told >= one.lie.times || one.seen++ < one.lie.after) return truth();
    const { kind, choice } = one.lie;
    one.told += 1;
    const instead = await inPlaceOf(kind, choice, request, truth);
    if (instead) return instead.answer;
    one.told -= 1;
    return truth();
  }

  return {
    tell: (next) => { lies = eachOf(next).map((lie) => ({ lie, seen: 0, told: 0 })); },
    told: () => lies.reduce((sum, { told }) => sum + told, 0),
    toldAll: () => lies.every(({ told }) => told > 0),
    answer,
  };
}
