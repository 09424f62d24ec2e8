// @vitest-environment jsdom
/** Lists whose order the server keeps say so once, over rows that somebody has signed; one row has no order. */
import { cleanup, screen } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { afterEach, describe, expect, test, vi } from "vitest";

import type { OpenedItem } from "../lists/opening";
import type { Item } from "../lists/item";
import type { TaskItem } from "../lists/kinds/task";
import { show } from "./testing/forms";
import { placesOf } from "./testing/serverWord";

const lists = vi.hoisted(() => ({ topics: [] as unknown[], profiles: [] as unknown[], comments: [] as unknown[] }));
vi.mock("../lists/boards/topics", async (original) => ({ ...(await original<object>()), useTopics: () => lists.topics }));
vi.mock("../lists/profiles/useProfiles", async (original) => ({ ...(await original<object>()), useProfiles: () => lists.profiles }));
vi.mock("../lists/list/useAll", async (original) => ({ ...(await original<object>()), useAll: () => lists.comments }));

afterEach(cleanup);

const at = "2026-11-20T12:00:00.000Z";
const item = (id: string, more: object = {}): Item => ({
  id, version: 1, revision: 1, lifecycle: "active", audience: ["owner"], owed: null, createdBy: "clara", createdAt: at, updatedBy: "clara", updatedAt: at,
  word: { version: 1, rank: id }, sealed: {}, later: [], taskId: "task", groupId: null, subGroupId: null, parentId: null, ...more,
}) as unknown as Item;
const sealed = (id: string): OpenedItem<Item, never> => ({ id, item: item(id), opening: { name: "sealed", locked: false }, settled: true }) as unknown as OpenedItem<Item, never>;

const topic = (id: string) => ({ id, name: `Signed ${id}`, hue: "teal", rank: id, parentId: null, depth: 0, item: item(id), changed: true, opening: { name: "open" } });

async function screens() {
  const [{ default: Topics }, { default: Comments }, { default: Profiles }] = await Promise.all([
    import("../features/settings/boards/Topics"), import("../features/tasks/Comments"), import("../features/profiles/Profiles"),
  ]);
  return { Topics, Comments, Profiles };
}

const marks = () => placesOf("Order").map(({ marked }) => marked);

describe.each([
  ["topics", async () => { const { Topics } = await screens(); return <Topics />; }, (ids: string[]) => { lists.topics = ids.map(topic); }],
  ["comments", async () => { const { Comments } = await screens(); return <Comments item={item("task") as unknown as TaskItem} />; }, (ids: string[]) => { lists.comments = ids.map(sealed); }],
] as const)("%s", (_name, make, fill) => {
  test("of several say that their order is the server's", async () => {
    fill(["a", "b"]);
    const drawn = await make();
    show(() => drawn);
    expect(await screen.findByText("Order")).toBeDefined();
    expect(marks()).toEqual([true]);
  });

  test("of one have none", async () => {
    fill(["a"]);
    const drawn = await make();
    show(() => drawn);
    await vi.waitFor(() => expect(document.body.textContent).not.toBe(""));
    expect(marks()).toEqual([]);
  });
});

test("the tree of profiles says that its order is the server's", async () => {
  lists.profiles = ["a", "b"].map((id) => ({ ...sealed(id), title: null }));
  const { Profiles } = await screens();
  show(() => <Routes><Route path="*" element={<Profiles />} /></Routes>);
  expect(await screen.findByText("Order")).toBeDefined();
  expect(marks()).toEqual([true]);
});
