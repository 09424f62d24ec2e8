/** A device tells once a day which state it has seen, however much news comes at once. */
import { expect, it } from "vitest";

import type { Context } from "./context.ts";
import { tellView } from "./views.ts";

it("signs one view for several pieces of news in a row, and the next one a day later", async () => {
  const sent: { previous: unknown }[] = [];
  const context = {
    record: { lastView: null },
    report: { pin: { logSize: 4 } },
    turn: Promise.resolve(),
    worker: {
      signView: ({ previous }: { previous: unknown }) =>
        Promise.resolve({ signed: { previous }, place: { seq: sent.length + 1, hash: "h" } }),
    },
    calls: { append: (items: { previous: unknown }[]) => Promise.resolve(sent.push(...items)) },
    store: { writeDevice: () => Promise.resolve() },
  } as unknown as Context;
  const morning = Date.parse("2026-03-01T08:00:00Z");

  await Promise.all([tellView(context, morning), tellView(context, morning), tellView(context, morning + 1)]);
  expect(sent).toEqual([{ previous: null }]);

  await tellView(context, morning + 24 * 60 * 60 * 1000);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.previous).toMatchObject({ seq: 1, at: morning });
});
