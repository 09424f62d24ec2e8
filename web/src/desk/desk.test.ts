/** The desk and the page at both ends of a port: whatever happens in between, the page shows what there is, and is told nothing twice. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { openDesk } from "./desk.ts";
import type { LiveView, Window } from "./live.ts";
import type { FromDesk, FromKeys, ToDesk, View } from "./messages.ts";
import type { Opened, Row } from "./row.ts";
import { openShown } from "./shown.ts";
import { views, typedTexts } from "./testing/asked.ts";
import { naiveView } from "./testing/naive.ts";
import { idOf, openedOf, stood, THING, type Stood } from "./testing/rows.ts";

const NUMBERS = 24;

/** A port whose messages arrive when the test says so, each way in order. */
function aPort() {
  const toDesk: ToDesk[] = [];
  const toPage: FromDesk[] = [];
  const frames: (() => void)[] = [];
  /** Windows that were told, and not yet answered. */
  const underWay = new Set<number>();
  const counts = { pushes: 0, voided: 0 };

  function tell(message: FromDesk): void {
    if ("n" in message) {
      expect(underWay).not.toContain(message.n);
      underWay.add(message.n);
      counts.pushes += 1;
    }
    toPage.push(structuredClone(message));
  }

  const desk = openDesk({ kinds: [THING], language: "en", tell, segmentRows: 3 });
  const shown = openShown((message) => toDesk.push(structuredClone(message)), (callback) => frames.push(callback));
  const steps = {
    desk: () => {
      const message = toDesk.shift();
      if (!message) return;
      if ("got" in message) {
        underWay.delete(message.got);
        counts.voided += Number(!message.taken);
      }
      desk.page(message);
    },
    page: (live?: LiveView) => {
      const message = toPage.shift();
      if (!message) return;
      // Whether the page takes it or not: what it holds is not told again.
      if ("n" in message) for (const row of message.rows) expect(live?.now()?.rows.get(row.id)?.stamp).not.toBe(row.stamp);
      shown.hear(message);
    },
    frame: () => frames.shift()?.(),
  };
  function quiet(live?: LiveView): void {
    while (toDesk.length + toPage.length + frames.length > 0) {
      steps.desk();
      steps.page(live);
      steps.frame();
    }
  }
  return { desk, shown, steps, quiet, counts };
}

type Step =
  | { readonly put: readonly Stood[] }
  | { readonly end: readonly number[] }
  | { readonly view: View }
  | { readonly typed: string }
  | { readonly to: readonly [number, number] }
  | { readonly close: true }
  | { readonly hold: boolean }
  | { readonly run: "desk" | "page" | "frame" }
  | { readonly quiet: true };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ put: fc.array(stood(NUMBERS), { minLength: 1, maxLength: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ end: fc.array(fc.nat(NUMBERS - 1), { minLength: 1, maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ view: views }) },
  { weight: 1, arbitrary: fc.record({ typed: typedTexts }) },
  { weight: 2, arbitrary: fc.record({ to: fc.tuple(fc.integer({ min: -2, max: 20 }), fc.nat(10)) }) },
  { weight: 1, arbitrary: fc.constant({ close: true as const }) },
  { weight: 3, arbitrary: fc.record({ hold: fc.constantFrom(true, true, false) }) },
  { weight: 8, arbitrary: fc.record({ run: fc.constantFrom("desk" as const, "page" as const, "frame" as const) }) },
  { weight: 2, arbitrary: fc.constant({ quiet: true as const }) },
);

interface Watching {
  readonly live: LiveView;
  view: View | null;
  /** While places are held: how the rows stood. */
  stood: readonly string[] | null;
  from: number;
  to: number;
}

/** What has to stand in a window of a naive list. */
function expected(rows: ReadonlyMap<string, Opened>, { view, from, to, stood: held }: Watching) {
  if (!view) return null;
  const fresh = naiveView(rows.values(), view, "en").map(({ id }) => id);
  const all = held ? held.filter((id) => rows.has(id)) : fresh;
  const start = Math.max(0, Math.min(from, all.length));
  return { count: all.length, waiting: held ? fresh.filter((id) => !held.includes(id)).length : 0, ids: all.slice(start, Math.max(start, Math.min(to, all.length))) };
}

test("whatever comes, goes, moves and is asked, the page holds filter, sort and slice of what there is", () => {
  const seen = { windows: 0, rows: 0, kept: 0, voided: 0, ended: 0, extended: 0, cleared: 0, pushes: 0, held: 0 };
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const port = aPort();
      const rows = new Map<string, Opened>();
      const revisions = new Map<string, number>();
      const watching: Watching = { live: port.shown.view(), view: null, stood: null, from: 0, to: 10 };
      let before: ReadonlyMap<string, Row> = new Map();
      // From one window to the next, the same stamp is the same object.
      watching.live.subscribe(() => {
        const now = watching.live.now()?.rows ?? new Map<string, Row>();
        for (const [id, row] of now) {
          const known = before.get(id);
          seen.kept += Number(known === row);
          if (known?.stamp === row.stamp) expect(row).toBe(known);
        }
        before = now;
      });

      const next = (number: number): number => {
        const id = idOf(number);
        revisions.set(id, (revisions.get(id) ?? 0) + 1);
        return revisions.get(id) ?? 1;
      };
      const keys = (message: FromKeys) => port.desk.keys(structuredClone(message));
      /** Another view is held as it stands, from when the desk hears of it; the same one asked for again is no other. */
      function look(view: View): void {
        const isSame = JSON.stringify(view) === JSON.stringify(watching.view);
        watching.view = view;
        if (!watching.stood || isSame) return;
        port.quiet(watching.live);
        watching.stood = naiveView(rows.values(), watching.view, "en").map(({ id }) => id);
      }
      const show = () => {
        if (!watching.view) return;
        watching.live.show(watching.view, watching.from, watching.to);
        if (watching.stood) port.quiet(watching.live);
      };

      function check(): void {
        port.quiet(watching.live);
        const wanted = expected(rows, watching);
        const now: Window | null = watching.live.now();
        if (!wanted) return expect(now).toBeNull();
        expect(now).not.toBeNull();
        expect([now?.count, now?.waiting, now?.ids]).toEqual([wanted.count, wanted.waiting, wanted.ids]);
        seen.held += Number(wanted.waiting > 0);
        // Nothing but what stands there is kept, each as it is now.
        expect([...(now?.rows.keys() ?? [])].sort()).toEqual([...wanted.ids].sort());
        for (const [id, row] of now?.rows ?? []) {
          const one = rows.get(id);
          expect(row.state).toBe(one?.state);
          expect(row.cells[0]).toBe(one?.state === "open" ? (one.payload as { name: string }).name : null);
          expect(row.word).toEqual([one?.word["rank"]]);
        }
        seen.windows += 1;
        seen.rows += wanted.ids.length;
        return undefined;
      }

      for (const one of steps) {
        if ("put" in one) {
          const opened = one.put.map((stand) => openedOf(stand, next(stand.number)));
          for (const row of opened) rows.set(row.id, row);
          keys({ put: "contact", rows: opened });
        } else if ("end" in one) {
          keys({ end: "contact", rows: one.end.map((number) => ({ id: idOf(number), revision: next(number) })) });
          for (const number of one.end) seen.ended += Number(rows.delete(idOf(number)));
        } else if ("view" in one) {
          look(one.view);
          show();
        } else if ("typed" in one && watching.view) {
          // Typed on: what was there before is searched alone.
          look({ ...watching.view, text: watching.view.text + one.typed });
          seen.extended += 1;
          show();
        } else if ("to" in one) {
          [watching.from, watching.to] = [one.to[0], one.to[0] + one.to[1]];
          show();
        } else if ("close" in one) {
          watching.live.close();
          expect(watching.live.now()).toBeNull();
          [watching.view, watching.stood] = [null, null];
          seen.cleared += 1;
        } else if ("hold" in one) {
          // Which rows stand where when it begins, is known once the desk has heard everything before.
          if (!watching.view) continue;
          check();
          if (!one.hold) watching.stood = null;
          else watching.stood ??= naiveView(rows.values(), watching.view, "en").map(({ id }) => id);
          watching.live.hold(one.hold);
          port.quiet(watching.live);
        } else if ("run" in one) port.steps[one.run](watching.live);
        else check();
      }
      check();

      seen.pushes += port.counts.pushes;
      seen.voided += port.counts.voided;
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});
