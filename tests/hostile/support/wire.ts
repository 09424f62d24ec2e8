/**
 * The wire between browsers and the product, in the hands of the operator.
 *
 * It writes down every answer, lets one of them be another, and keeps what leaves the browser: writes that a test only
 * wants to see are refused in the server's name, so that every lie meets the same account.
 */
import type { APIResponse, BrowserContext, Request, Route } from "@playwright/test";

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

/** What becomes of an answer. Undefined leaves it as it is. */
export type Told = Json | { status: number; body: Json } | undefined;
export type Lie = (answer: Answer) => Told | Promise<Told>;

/** An answer to one question, for whoever asks the same again of an account in which nothing happens meanwhile. */
interface Kept {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
}

/**
 * What an honest server has answered to whom. Nothing happens in an account while it is lied to, so that the same question
 * has the same answer, and the server need not be asked ten thousand times; what is signed anew for everyone who asks is
 * never kept.
 */
export class Memory {
  private readonly known = new Map<string, Kept>();
  private readonly keeps: (operation: string) => boolean;

  constructor(keeps: (operation: string) => boolean) {
    this.keeps = keeps;
  }

  of({ id, reads }: Operation, key: string): Kept | undefined {
    return reads && this.keeps(id) ? this.known.get(key) : undefined;
  }

  keep({ id, reads }: Operation, key: string, answer: Kept): void {
    if (reads && this.keeps(id) && answer.status < 300) this.known.set(key, answer);
  }
}

export class Wire {
  readonly answers: Answer[] = [];
  readonly sent: Sent[] = [];
  /** Requests that have no answer yet: a screen that still asks is not read. */
  open = 0;
  lie: Lie | null = null;
  /** How often an answer was changed. */
  told = 0;
  /** How far the server has come, as it says with every list. */
  position = 0;
  /** Which writes reach the server. */
  lets: (sent: Sent) => boolean = () => true;

  private readonly operations: readonly Operation[];
  private readonly memory: Memory | null;

  constructor(operations: readonly Operation[], memory: Memory | null = null) {
    this.operations = operations;
    this.memory = memory;
  }

  async hold(context: BrowserContext): Promise<void> {
    await context.route(isOfTheProduct, (route, request) => this.pass(route, request));
  }

  private async pass(route: Route, request: Request): Promise<void> {
    const { pathname, search } = new URL(request.url());
    const operation = operationOf(this.operations, request.method(), pathname);
    if (!operation) return route.continue();
    this.open += 1;
    try {
      await this.answer(route, request, operation, pathname + search);
    } catch {
      // The page has gone meanwhile, and nobody waits for this answer any more.
      await route.abort().catch(() => undefined);
    } finally {
      this.open -= 1;
    }
  }

  private async answer(route: Route, request: Request, operation: Operation, path: string): Promise<void> {
    const asked = bodyOf(request);
    if (!operation.reads) {
      const sent = { operation: operation.id, method: operation.method, path, body: asked };
      this.sent.push(sent);
      if (!this.lets(sent)) {
        const told = await this.lie?.({ operation: operation.id, key: "", status: 400, body: REFUSED, refused: true });
        if (!isWhole(told)) return route.fulfill({ status: 400, json: REFUSED });
        this.told += 1;
        return route.fulfill({ status: told.status, json: told.body });
      }
    }
    const key = `${operation.id} ${path} ${JSON.stringify(asked)}`;
    const kept = this.memory?.of(operation, key);
    const { response, ...said } = kept ? { ...kept, response: undefined } : await this.fetched(route, operation, key);
    const { status, headers, bytes } = said;
    const honest = response ? { response, body: bytes } : { status, headers, body: bytes };
    const body = parsed(bytes.toString());
    if (body === undefined) return route.fulfill(honest);
    const answer = { operation: operation.id, key, status, body };
    this.answers.push(answer);
    this.position = Math.max(this.position, (body as { sync?: { seq?: number } } | null)?.sync?.seq ?? 0);
    const told = status < 300 ? await this.lie?.(structuredClone(answer)) : undefined;
    if (told === undefined) return route.fulfill(honest);
    this.told += 1;
    const lie = isWhole(told) ? told : { status, body: told };
    return route.fulfill({ status: lie.status, headers, body: JSON.stringify(lie.body) });
  }

  private async fetched(route: Route, operation: Operation, key: string): Promise<Kept & { response: APIResponse }> {
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = response.headers();
    delete headers["content-length"];
    delete headers["content-encoding"];
    const answer = { status: response.status(), headers, bytes: await response.body() };
    this.memory?.keep(operation, key, answer);
    return { ...answer, response };
  }
}

/** What the server would say to a write that comes too late; the page says that it was not saved. */
const REFUSED = { code: "aborted", message: "Not now.", details: { reason: "not_now", requestId: "none" } };

const isOfTheProduct = ({ pathname }: URL): boolean =>
  /^\/(api|contact|devices|document|documents|files|roles|task|users|health)(\/|$)/.test(pathname);

const isWhole = (told: unknown): told is { status: number; body: Json } =>
  typeof told === "object" && told !== null && Object.keys(told).join() === "status,body";

function bodyOf(request: Request): Json {
  return parsed(request.postData() ?? "") ?? null;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
