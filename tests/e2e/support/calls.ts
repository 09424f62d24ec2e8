/** What a page asks of the server, counted by path. */
import type { Page } from "@playwright/test";

export interface Calls {
  /** How often a path was asked for since the last time one looked. */
  of(path: string): number;
  forget(): void;
}

export function countCalls(page: Page): Calls {
  let asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  return {
    of: (path) => asked.filter((one) => one === path).length,
    forget: () => {
      asked = [];
    },
  };
}
