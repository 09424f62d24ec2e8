/** Rows are selected the way file lists taught everybody. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { extendTo, extent, keepVisible, NOTHING, selectAll, toggle, type Selection } from "./selection";

const ORDER = ["a", "b", "c", "d", "e"];
const ids = (selection: Selection) => [...selection.ids].sort().join("");

describe("selecting", () => {
  test("a second toggle takes the first one back", () => {
    expect(ids(toggle(toggle(NOTHING, "b"), "b"))).toBe("");
  });

  test("a range reaches from the last toggled row, in both directions, as often as wanted", () => {
    const anchored = toggle(NOTHING, "c");
    const down = extendTo(anchored, ORDER, "e");
    expect(ids(down)).toBe("cde");
    expect(ids(extendTo(down, ORDER, "a"))).toBe("abcde");
    expect(down.anchor).toBe("c");
  });

  test("a range keeps what was selected elsewhere", () => {
    expect(ids(extendTo(toggle(toggle(NOTHING, "a"), "d"), ORDER, "e"))).toBe("ade");
  });

  test("without an anchor a range is its own row", () => {
    expect(ids(extendTo(NOTHING, ORDER, "d"))).toBe("d");
  });

  test("a row that is gone changes nothing", () => {
    const selection = toggle(NOTHING, "b");
    expect(extendTo(selection, ORDER, "z")).toBe(selection);
  });

  test("all means all that match", () => {
    expect(extent(selectAll(ORDER), ORDER.length)).toBe("all");
    expect(extent(toggle(selectAll(ORDER), "c"), ORDER.length)).toBe("some");
    expect(extent(NOTHING, 0)).toBe("none");
  });

  test("what a filter hides is not selected any more", () => {
    const kept = keepVisible(toggle(toggle(NOTHING, "a"), "e"), ["a", "b"]);
    expect(ids(kept)).toBe("a");
    expect(kept.anchor).toBeNull();
  });

  test("nothing but visible rows is ever selected, whatever is clicked", () => {
    const step = fc.record({ act: fc.constantFrom("toggle", "extend", "all"), id: fc.constantFrom(...ORDER) });
    fc.assert(
      fc.property(fc.array(step), fc.subarray(ORDER), (steps, visible) => {
        let selection = NOTHING;
        for (const { act, id } of steps) {
          if (act === "all") selection = selectAll(ORDER);
          else selection = act === "toggle" ? toggle(selection, id) : extendTo(selection, ORDER, id);
        }
        expect(visible).toEqual(expect.arrayContaining([...keepVisible(selection, visible).ids]));
      }),
    );
  });
});
