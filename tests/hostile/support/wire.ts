/**
 * The wire between browsers and the product, in the hands of the operator.
 *
 * It writes down every answer, lets one of them be another, and keeps what leaves the browser: writes that a test only
 * wants to see are refused in the server's name, so that every lie meets the same account.
 */
import { Between, fetched, type Looks, type Question, type Reply } from "./between";
import { inJson } from "./inJson";
import { operationOf, type Operation } from "./surface";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface Answer {
  operation: string;
  /** The same question asked twice has the same key. */
  key: string;
  status: number;
  body: Json;
  /** A write that does not reach the server. */
  refused?: boolean;
}

export interface Sent {
  operation: string;
  method: string;
  path: string;
  body: Json;
}

/** Another answer as a whole, some of its headers among it. */
export interface Whole {
  status: number;
  body: Json;
  headers?: Readonly<Record<string, string>>;
}

/** What becomes of an answer. Undefined leaves it as it is. */
export type Told = Json | Whole | undefined;
export type Lie = (answer: Answer) => Told | Promise<Told>;

/**
 * What an honest server has answered to whom. Nothing happens in an account while it is lied to, so that the same question
 * has the same answer, and the server need not be asked ten thousand times; what is signed anew for everyone who asks is
 * never kept.
 */
export class Memory {
  private readonly known = new Map<string, { reply: Reply; until: number }>();
  private readonly keeps: (operation: string) => boolean;

  constructor(keeps: (operation: string) => boolean) {
    this.keeps = keeps;
  }

  of({ id, reads }: Operation, key: string): Reply | undefined {
    const kept = reads && this.keeps(id) ? this.known.get(key) : undefined;
    return kept && kept.until > Date.now() ? kept.reply : undefined;
  }

  keep({ id, reads }: Operation, key: string, answer: Reply): void {
    if (!reads || !this.keeps(id) || answer.status >= 300) return;
    this.known.set(key, { reply: answer, until: holdsAddress(answer) ? Date.now() + ADDRESS_MS : Infinity });
  }
}

/** The address of a file lapses after five minutes, and a browser that meets one asks for another. */
const ADDRESS_MS = 4 * 60_000;
const holdsAddress = ({ bytes }: Reply): boolean => ['"url":"http', '"url":"/blobs/'].some((start) => bytes.includes(start));

export class Wire {
  readonly answers: Answer[] = [];
  readonly sent: Sent[] = [];
  lie: Lie | null = null;
  /** How often an answer was changed. */
  told = 0;
  /** How far the server has come, as it says with every list. */
  position = 0;
  /** Which writes reach the server. */
  lets: (sent: Sent) => boolean = () => true;
  /** What is answered to a write that does not reach it, as if it had been carried out. */
  pretends: (sent: Sent) => Json | undefined = () => undefined;
  /** What is refused in the server's name, whatever it is. */
  refuses: (operation: string) => boolean = () => false;

  private readonly memory: Memory | null;
  private readonly between: Between;

  constructor(operations: readonly Operation[], memory: Memory | null = null) {
    this.memory = memory;
    this.between = new Between((method, url) => {
      const operation = isOfTheProduct(url) ? operationOf(operations, method, url.pathname) : undefined;
      return operation ? (question) => this.answer(question, operation) : null;
    });
  }

  /** How a browser is opened that comes to the server on this wire. */
  looks(): Promise<Looks> {
    return this.between.looks();
  }

  end(): void {
    this.between.end();
  }

  private async answer(given: Question, operation: Operation): Promise<Reply> {
    const question = inJson(given);
    const path = question.url.pathname + question.url.search;
    const asked = parsed(question.bytes.toString()) ?? null;
    if (this.refuses(operation.id)) return replied(400, REFUSED);
    if (!operation.reads) {
      const sent = { operation: operation.id, method: operation.method, path, body: asked };
      this.sent.push(sent);
      const pretended = this.pretends(sent);
      if (pretended !== undefined) return this.lied(operation.id, "", replied(200, pretended));
      if (!this.lets(sent)) {
        const told = await this.lie?.({ operation: operation.id, key: "", status: 400, body: REFUSED, refused: true });
        if (!isWhole(told)) return replied(400, REFUSED);
        this.told += 1;
        return replied(told.status, told.body);
      }
    }
    const key = `${operation.id} ${path} ${JSON.stringify(asked)} ${question.headers.range ?? ""}`;
    const kept = this.memory?.of(operation, key);
    const honest = kept ?? (await fetched(question));
    // Not what was kept already: it would never grow old.
    if (!kept) this.memory?.keep(operation, key, honest);
    return this.lied(operation.id, key, honest);
  }

  private async lied(operation: string, key: string, honest: Reply): Promise<Reply> {
    const { status, headers, bytes } = honest;
    const body = parsed(bytes.toString());
    if (body === undefined) return honest;
    const answer = { operation, key, status, body };
    this.answers.push(answer);
    this.position = Math.max(this.position, (body as { sync?: { seq?: number } } | null)?.sync?.seq ?? 0);
    const told = status < 300 ? await this.lie?.(structuredClone(answer)) : undefined;
    if (told === undefined) return honest;
    this.told += 1;
    return isWhole(told) ? replied(told.status, told.body, { ...headers, ...told.headers }) : replied(status, told, headers);
  }
}

const replied = (status: number, body: Json, headers: Reply["headers"] = { "content-type": "application/json" }): Reply => ({ status, headers, bytes: Buffer.from(JSON.stringify(body)) });

/** What the server would say to a write that comes too late; the page says that it was not saved. */
const REFUSED = { code: "aborted", message: "Not now.", details: { reason: "not_now", requestId: "none" } };

const isOfTheProduct = ({ pathname }: URL): boolean =>
  /^\/(api|contact|devices|document|documents|files|roles|task|users|health)(\/|$)|^\/email\./.test(pathname);

const isWhole = (told: unknown): told is Whole =>
  typeof told === "object" && told !== null && /^status,body(,headers)?$/.test(Object.keys(told).join());

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
