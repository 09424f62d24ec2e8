// @vitest-environment jsdom
/** What is deleted and still named, as every list of the app has it from the one desk of the page. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";

import { followed } from "../lists/boards/followed";
import { useStatuses } from "../lists/boards/statuses";
import { useTopics } from "../lists/boards/topics";
import { useDeletedContactsQuery } from "../api/bin";
import { useView } from "../desk/react";
import { useBin } from "../features/bin/useBin";
import Comments from "../features/tasks/Comments";
import { useProfileTree } from "../features/profiles/useProfileTree";
import { allOf } from "../lists/list/view";
import type { TaskItem } from "../lists/kinds/task";
import { aVerified } from "../lists/testing";
import type { AttributeValues, Missing, RecordKind } from "../keyring/contract";
import { BINNED } from "./bin";
import { show, type Answers } from "./testing/forms";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Signed {
  says: object;
  attributes?: AttributeValues;
  deleted?: boolean;
  refused?: boolean;
}

const sent = (id: string, word: object = {}) => ({ id, sealed: { dataB64u: "", statementB64u: "", signatureB64u: "" }, word: { version: 1, rank: id, profileCount: 0, ...word } });
const page = (ids: readonly string[], more: object = {}) => ({ data: ids.map((id) => sent(id)), page: { limit: 200, nextCursor: null }, sync: { seq: 1 }, version: 1, ...more });

/** What people have signed, by id; a probe draws what a hook answers. */
function anApp(signed: Record<string, Signed>, probe: () => unknown, answers: Answers, missing: () => Missing[] = () => []) {
  const opened: string[] = [];
  let answer: unknown;
  function Probe() {
    answer = probe();
    return null;
  }
  let leave: () => void = () => undefined;
  function Page() {
    const [stays, setStays] = useState(true);
    leave = () => setStays(false);
    return stays ? <Probe /> : null;
  }
  show(() => <Page />, answers, {
    missing: () => Promise.resolve(missing()),
    lastTitle: () => Promise.resolve("What it was called"),
    whenProven: () => new Promise(() => undefined),
    showRecord: (kind: RecordKind, { id }: { id: string }) => {
      opened.push(`${kind} ${id}`);
      const one = signed[id];
      if (!one || one.refused) return Promise.reject(Object.assign(new Error("altered"), { name: "ContentAlarm", kind: "altered", code: "data_loss" }));
      return Promise.resolve({ item: aVerified(kind, id, one.attributes ?? {}, { deleted: one.deleted ?? false }), contents: { payload: { v: 1, ...one.says } } });
    },
  });
  return { opened, answer: () => answer, leave: () => act(() => leave()) };
}

const STATUSES: Record<string, Signed> = {
  todo: { says: { name: "To do" }, attributes: { category: "open", default: true } },
  waiting: { says: { name: "Waiting" }, attributes: { category: "open", movedTo: "todo" }, deleted: true },
};

test("a task in a status that was deleted is where that leads, and its name is known", async () => {
  const app = anApp(STATUSES, useStatuses, [[/^\/api\/statuses$/, page(["todo", "waiting"])]]);
  await waitFor(() => expect(app.answer()).toHaveLength(2));
  const statuses = app.answer() as NonNullable<ReturnType<typeof useStatuses>>;
  expect(statuses.map(({ name, isRemoved }) => [name, isRemoved])).toEqual([["To do", false], ["Waiting", true]]);
  expect(followed(statuses, "waiting")?.name).toBe("To do");
});

test("several that ask for the same at once have it opened once", async () => {
  const app = anApp(STATUSES, () => [useStatuses(), useStatuses(), useStatuses()], [[/^\/api\/statuses$/, page(["todo", "waiting"])]]);
  await waitFor(() => expect((app.answer() as unknown[][]).map((one) => one?.length)).toEqual([2, 2, 2]));
  expect(app.opened).toEqual(["status todo", "status waiting"]);
});

test("a topic that was deleted is nobody's any more; one that is left out and was ended by nobody keeps its place", async () => {
  const signed = { home: { says: { name: "Home" } }, old: { says: { name: "Old" }, deleted: true } };
  const app = anApp(signed, useTopics, [[/^\/api\/topics$/, page(["home", "old"])]], () => [{ id: "gone", is: "withheld", title: "Vehicle" }]);
  await waitFor(() => expect(app.answer()).toHaveLength(2));
  expect((app.answer() as NonNullable<ReturnType<typeof useTopics>>).map(({ id, opening }) => [id, opening])).toEqual([
    ["gone", { name: "alarm", word: "withheld", last: "Vehicle" }], ["home", { name: "open", payload: { v: 1, name: "Home" }, proven: true }],
  ]);
});

test("a deleted group still has a name, and leads its profiles to another; a refused one says so", async () => {
  const signed: Record<string, Signed> = {
    family: { says: { name: "Family" }, attributes: { typeId: "person" } },
    old: { says: { name: "Old family" }, attributes: { typeId: "person", movedTo: "family" }, deleted: true },
    forged: { says: {}, refused: true },
    part: { says: { name: "Children" }, attributes: { groupId: "old" } },
  };
  const rows = [{ item: { id: "anna", word: { rank: "a" }, groupId: "old", subGroupId: null } }] as unknown as Parameters<typeof useProfileTree>[0];
  const app = anApp(signed, () => useProfileTree(rows), [
    [/^\/api\/profile-groups$/, page(["family", "old", "forged"], { subGroups: [sent("part")] })], [/^\/api\/profile-types$/, { data: [{ id: "person", word: { key: "person" } }] }],
  ]);
  await waitFor(() => expect((app.answer() as ReturnType<typeof useProfileTree>)?.elsewhere.groups).toEqual(["forged"]));
  const tree = app.answer() as NonNullable<ReturnType<typeof useProfileTree>>;
  expect([tree.nameOf("old"), tree.nameOf("part")]).toEqual(["Old family", "Children"]);
  expect(tree.nameOf("forged")).toContain("What it was called");
});

test("a comment that was deleted has no row, nor has one that was written about another task; nothing of them stays when the task is left", async () => {
  const signed: Record<string, Signed> = {
    here: { says: { body: "About the meters" }, attributes: { taskId: "task" } },
    gone: { says: { body: "Taken back" }, attributes: { taskId: "task" }, deleted: true },
    moved: { says: { body: "About something else" }, attributes: { taskId: "other" } },
  };
  const task = { id: "task", audience: ["owner"] } as unknown as TaskItem;
  const [drawn, shelf] = [<Comments key="task" item={task} />, { ...allOf("comment"), kind: "comment task" } as const];
  let isOpen = true;
  let redraw: () => void = () => undefined;
  let held: number | undefined;
  function Page() {
    const [, setRound] = useState(0);
    redraw = () => setRound((round) => round + 1);
    held = useView(shelf, 0, 10).window?.all;
    return isOpen ? drawn : null;
  }
  show(() => <Page />, [[/^\/task\/get$/, page([], { comments: ["here", "gone", "moved"].map((id) => sent(id)) })]], {
    showRecord: (kind: RecordKind, { id }: { id: string }) =>
      Promise.resolve({ item: aVerified(kind, id, signed[id]?.attributes ?? {}, { deleted: signed[id]?.deleted ?? false }), contents: { payload: { v: 1, ...signed[id]?.says } } }),
    whenProven: () => new Promise(() => undefined),
  });
  expect(await screen.findByText("About the meters")).toBeDefined();
  expect(screen.queryByText(/Taken back|something else/)).toBeNull();
  expect(held).toBe(3);
  isOpen = false;
  act(() => redraw());
  await waitFor(() => expect(held).toBe(0));
});

test("what lies in the bin stands there, and not in the list of its kind; brought back, it leaves the bin", async () => {
  const signed: Record<string, Signed> = { anna: { says: { kind: "individual", name: { full: "Anna" } }, deleted: true }, ben: { says: { kind: "individual", name: { full: "Ben" } }, deleted: true } };
  const ids = ["anna", "ben"];
  const list = allOf("contact");
  const app = anApp(signed, () => ({ bin: useBin(BINNED), again: useDeletedContactsQuery().refetch, listed: useView(list, 0, 10).window?.all ?? 0 }), [[/^\/contact$/, { get data() { return ids.map((id) => sent(id)); }, page: { nextCursor: null }, sync: { seq: 1 } }]]);
  const now = () => app.answer() as { bin: ReturnType<typeof useBin>; again: () => unknown; listed: number };
  const titles = () => now().bin.rows?.map(({ title, kind }) => [kind, title]);
  await waitFor(() => expect(titles()).toEqual([["contact", "Anna"], ["contact", "Ben"]]));
  expect(now().listed).toBe(0);
  ids.shift();
  act(() => void now().again());
  await waitFor(() => expect(titles()).toEqual([["contact", "Ben"]]));
});
