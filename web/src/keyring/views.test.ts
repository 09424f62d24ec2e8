/** A device that signs nothing else tells every seven days which state it has seen, however much news comes at once. */
import { expect, it } from "vitest";

import type { Context } from "./context.ts";
import { startMemory } from "./memory.ts";
import { noteSigned, tellView } from "./views.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
const MORNING = Date.parse("2026-03-01T08:00:00Z");

function aDeviceThat(signedLast: () => number, signedAt?: number) {
  const sent: { previous: unknown }[] = [];
  const context = {
    record: { lastView: null, signedAt },
    report: {
      pin: { logSize: 4 },
      standing: { anchor: "pin", anchorFits: true, sameAccount: true, log: "some", head: "fits", headTime: { time: Date.now(), askedAt: Date.now() } },
    },
    memory: startMemory(),
    turn: Promise.resolve(),
    worker: {
      lastSigned: () => Promise.resolve(signedLast()),
      signView: ({ previous }: { previous: unknown }) =>
        Promise.resolve({ signed: { previous }, place: { seq: sent.length + 1, hash: "h" } }),
    },
    calls: { append: (items: { previous: unknown }[]) => Promise.resolve(sent.push(...items)) },
    store: { changeDevice: () => Promise.resolve() },
  } as unknown as Context;
  return { sent, context };
}

it("signs one view for several pieces of news in a row, and the next one a week later", async () => {
  const { sent, context } = aDeviceThat(() => 0);
  await Promise.all([tellView(context, MORNING), tellView(context, MORNING), tellView(context, MORNING + 1)]);
  expect(sent).toEqual([{ previous: null }]);

  await tellView(context, MORNING + WEEK_MS);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.previous).toMatchObject({ seq: 1, at: MORNING });
});

it("signs none while it signs other things, which carry the view too", async () => {
  const { sent, context } = aDeviceThat(() => MORNING);
  await tellView(context, MORNING + WEEK_MS - 1);
  expect(sent).toHaveLength(0);
  await tellView(context, MORNING + WEEK_MS);
  expect(sent).toHaveLength(1);
});

it("remembers over a reload that it has signed something", async () => {
  const { context } = aDeviceThat(() => MORNING);
  await noteSigned(context);
  const { sent, context: reloaded } = aDeviceThat(() => 0, context.record?.signedAt);
  await tellView(reloaded, MORNING + WEEK_MS - 1);
  expect(sent).toHaveLength(0);
});
