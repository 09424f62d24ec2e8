/** Rows as bytes. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { Bodies } from "./bodies.ts";

test("every text comes back as it was put, however many there are and whatever was cleared between them", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ text: fc.string({ unit: "grapheme", maxLength: 3000 }), isCleared: fc.boolean() }), { maxLength: 20 }), (all) => {
      const bodies = new Bodies();
      for (const { text } of all) bodies.add(text);
      bodies.trim();
      all.forEach(({ isCleared }, place) => isCleared && bodies.clear(place));
      all.forEach(({ text, isCleared }, place) => expect(bodies.read(place)).toBe(isCleared ? "\0".repeat(new TextEncoder().encode(text).length) : text));
      bodies.add("one more");
      expect(bodies.read(all.length)).toBe("one more");
    }),
    { numRuns: 200 },
  );
});
