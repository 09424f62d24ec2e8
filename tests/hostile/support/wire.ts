/**
 * The wire between browsers and the product, in the hands of the operator.
 *
 * It writes down every answer, lets one of them be another, and keeps what leaves the browser: writes that a test only
 * wants to see are refused in the server's name, so that every lie meets the same account.
 */
import type { BrowserContext, Request, Route } from "@playwright/test";

import { operationOf, type Operation } from "./surface";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface Answer {
  operation: string;
  /** The same question asked twice has the same key. */
  key: string;
  status: number;
  body: Json;
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

export class Wire {
  readonly answers: Answer[] = [];
  readonly sent: Sent[] = [];
  /** Requests that have no answer yet: a screen that still asks is not read. */
  open = 0;
  lie: Lie | null = null;
  /** How often an answer was changed. */
  told = 0;
  /** Which writes reach the server. */
  lets: (sent: Sent) => boolean = () => true;

  private readonly operations: readonly Operation[];

  constructor(operations: readonly Operation[]) {
    this.operations = operations;
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
      if (!this.lets(sent)) return route.fulfill({ status: 400, json: REFUSED });
    }
    const response = await route.fetch({ maxRedirects: 0 });
    const text = await response.text();
    const body = parsed(text);
    if (body === undefined) return route.fulfill({ response });
    const answer = { operation: operation.id, key: `${operation.id} ${path} ${JSON.stringify(asked)}`, status: response.status(), body };
    this.answers.push(answer);
    const told = response.ok() ? await this.lie?.(structuredClone(answer)) : undefined;
    if (told === undefined) return route.fulfill({ response, body: text });
    this.told += 1;
    const { status, body: lie } = isWhole(told) ? told : { status: response.status(), body: told };
    const headers = response.headers();
    delete headers["content-length"];
    delete headers["content-encoding"];
    return route.fulfill({ status, headers, body: JSON.stringify(lie) });
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
