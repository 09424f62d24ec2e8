/** Uploads start in a good order, and their progress never lies. */
import { describe, expect, test } from "vitest";

import { added, changed, nextToStart, overall, timeLeft, type Uploads } from "./queue";

const file = (id: string, bytes: number) => ({ id, name: `${id}.pdf`, mime: "application/pdf", bytes });
const THREE: Uploads = added([], [file("large", 900), file("small", 10), file("middle", 90)]);

describe("starting", () => {
  test("small files come first, as many as the network carries", () => {
    expect(nextToStart(THREE, 2).map(({ id }) => id)).toEqual(["small", "middle"]);
    expect(nextToStart(changed(THREE, "small", { status: "sending" }), 2).map(({ id }) => id)).toEqual(["middle"]);
  });

  test("a paused one leaves its place to another", () => {
    expect(nextToStart(changed(THREE, "small", { status: "paused" }), 1).map(({ id }) => id)).toEqual(["middle"]);
  });

  test("one that waits for the network keeps its place", () => {
    expect(nextToStart(changed(THREE, "small", { status: "offline" }), 1)).toEqual([]);
  });

  test("a failed one does not start by itself", () => {
    const failed = THREE.map((upload) => ({ ...upload, status: "failed" as const }));
    expect(nextToStart(failed, 4)).toEqual([]);
  });
});

describe("progress", () => {
  test("counts what arrived of all, finished ones included", () => {
    const halfway = changed(changed(THREE, "small", { status: "done" }), "large", { status: "sending", sent: 450 });
    expect(overall(halfway)).toBeCloseTo(460 / 1000);
  });

  test("is nothing when nothing is under way", () => {
    expect(overall([])).toBeNull();
    expect(overall(THREE.map((upload) => ({ ...upload, status: "done" as const })))).toBeNull();
  });

  test("the time left follows the pace, after the first second", () => {
    const [upload] = changed(THREE, "large", { status: "sending", sent: 300, startedAt: 1000 });
    expect(upload && timeLeft(upload, 4000)).toBe(6000);
    expect(upload && timeLeft(upload, 1500)).toBeNull();
  });
});
