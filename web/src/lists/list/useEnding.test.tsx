// @vitest-environment jsdom
/** What a person has deleted leaves the desk by the statement of the deletion, and what was refused stays. */
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import type { View } from "../../desk/messages";
import { DeskProvider, useView } from "../../desk/react";
import { deskHere } from "../../desk/testing/host";
import { idOf, itemOf, THING } from "../../desk/testing/rows";
import type { BulkResult } from "../bulk";
import type { Item } from "../item";
import { anItem } from "../testing";
import type { BinActs } from "../useItemActs";
import { useEnding } from "./useEnding";

const ALL: View = { kind: "contact", where: null, text: "", sort: [], group: null };
const opened = (number: number, revision: number) =>
  ({ id: idOf(number), version: revision, word: {}, state: "open", item: itemOf({ id: idOf(number), revision, at: 0 }), payload: { name: "", notes: "" } }) as const;

test("what was deleted is gone at once, an older answer does not bring it back, and a later statement does", async () => {
  const host = deskHere([THING]);
  const put = (...rows: ReturnType<typeof opened>[]) => act(async () => {
    host.now().keys({ put: "contact", rows });
    await new Promise((resolve) => setTimeout(resolve));
  });
  const acts = {
    remove: (items: readonly Item[]) => Promise.resolve<BulkResult<Item>>({ done: items.slice(0, 1).map(({ id }) => anItem(id, 2, { revision: 2 })), refused: [{ id: idOf(2), message: "Not now." }] }),
  } as unknown as BinActs<Item>;
  const { result } = renderHook(() => ({ acts: useEnding<Item, BinActs<Item>>("contact", acts), ids: useView(ALL, 0, 10).window?.ids }), {
    wrapper: ({ children }) => <DeskProvider host={host}>{children}</DeskProvider>,
  });
  await put(opened(1, 1), opened(2, 1));
  await waitFor(() => expect(result.current.ids).toHaveLength(2));
  await act(() => result.current.acts.remove([anItem(idOf(1)), anItem(idOf(2))]));
  await waitFor(() => expect(result.current.ids).toEqual([idOf(2)]));
  await put(opened(1, 1));
  expect(result.current.ids).toEqual([idOf(2)]);
  await put(opened(1, 3));
  await waitFor(() => expect([...(result.current.ids ?? [])].sort()).toEqual([idOf(1), idOf(2)]));
});
