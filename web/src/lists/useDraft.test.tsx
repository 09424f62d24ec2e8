// @vitest-environment jsdom
/** A draft of a form that comes and goes: what was saved does not come back as something half written. */
import { act, cleanup, renderHook } from "@testing-library/react";
import { useEffect, useState } from "react";
import { afterEach, expect, test } from "vitest";

import { aKeyring, inside } from "./testing";
import { useDraft } from "./useDraft";

afterEach(cleanup);

function form() {
  const disk: { kept: unknown; writes: number } = { kept: null, writes: 0 };
  const { keyring } = aKeyring({
    readDraft: () => Promise.resolve(disk.kept),
    keepDraft(_name, written) {
      disk.kept = written;
      disk.writes += 1;
      return Promise.resolve();
    },
    dropDraft() {
      disk.kept = null;
      return Promise.resolve();
    },
  });
  /** As forms do: what stands in it is kept from when it has been looked for. */
  function useForm({ text }: { text: string }) {
    const draft = useDraft<{ text: string }>("new profile");
    const { found, keep } = draft;
    const [before, setBefore] = useState<string>();
    if (before === undefined && found !== undefined) setBefore(found?.text ?? "");
    const standing = text || before;
    useEffect(() => {
      if (standing) keep({ text: standing });
    }, [keep, standing]);
    return draft;
  }
  return { disk, open: (text: string) => renderHook(useForm, { wrapper: inside(keyring), initialProps: { text } }) };
}

const settled = () => act(async () => { for (let turn = 0; turn < 50; turn += 1) await Promise.resolve(); });

test("a form that is put up again in the middle of being saved leaves no draft of what was saved", async () => {
  const { disk, open } = form();
  const first = open("Profile Alpha");
  await settled();
  expect(disk.kept).toEqual({ text: "Profile Alpha" });
  const { drop } = first.result.current;
  first.unmount();
  const second = open("");
  await settled();
  expect(second.result.current.found).toEqual({ text: "Profile Alpha" });
  await act(() => drop());
  second.unmount();
  await settled();
  expect([disk.kept, disk.writes]).toEqual([null, 1]);
});

test("what is typed is kept, also where it was found like that, dropped, and typed again", async () => {
  const { disk, open } = form();
  const shown = open("A");
  await settled();
  shown.rerender({ text: "AB" });
  await settled();
  expect(disk.kept).toEqual({ text: "AB" });
  await act(() => shown.result.current.drop());
  await settled();
  expect(disk.kept, "also while what was saved still stands in the form").toBeNull();
  shown.rerender({ text: "A" });
  shown.rerender({ text: "AB" });
  await settled();
  expect(disk.kept).toEqual({ text: "AB" });
});
