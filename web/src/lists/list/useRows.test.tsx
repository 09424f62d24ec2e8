// @vitest-environment jsdom
/** A row of the desk beside the answer that it stands in: the two come one after the other, and are never mixed. */
import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";

import type { PlainAnswer } from "../../api/plainItems";
import type { Whole } from "../../desk/row";
import type { BasePayload } from "../../payloads/base";
import { plainKind } from "../kinds/plain";
import { aKeyring, aVerified, inside } from "../testing";
import { usePlainRows } from "../plain/usePlain";

interface Named extends BasePayload {
  name: string;
}

const SCREEN = { of: plainKind("contact"), nameOf: ({ name }: Named) => name };
const answer = (version: number): PlainAnswer => ({ id: "a", version, sealed: { dataB64u: `bytes ${version}` }, later: [], word: {} }) as unknown as PlainAnswer;
const whole = (version: number, more: Partial<Whole> = {}): Whole => ({
  id: "a", stamp: version, state: "open", version, item: aVerified("contact", "a", { state: "active" }, { revision: version }), word: {}, payload: { v: 1, name: `Name ${version}` }, ...more,
});

function rows(first: PlainAnswer[] | undefined, name: "ready" | "locked" | "elsewhere" = "ready") {
  const { keyring, become } = aKeyring();
  become(name);
  const { result, rerender } = renderHook(({ answers }: { answers: PlainAnswer[] | undefined }) => usePlainRows<Named>(SCREEN, answers), {
    wrapper: inside(keyring), initialProps: { answers: first },
  });
  return { of: (one: Whole) => result.current.rowOf(one), closed: () => result.current.closed, answered: (answers: PlainAnswer[]) => rerender({ answers }) };
}

test("a row is the same object until something about it changes", () => {
  const answers = [answer(1)];
  const { of, answered } = rows(answers);
  const one = whole(1);
  const row = of(one);
  expect([row.title, row.settled, row.item.sealed]).toEqual(["Name 1", true, answers[0]?.sealed]);
  answered([...answers]);
  expect(of(one)).toBe(row);
});

test("while the desk is behind the newest answer, a row stays as it was and is not changed", () => {
  const { of, answered } = rows([answer(1)]);
  const one = whole(1);
  const before = of(one);
  answered([answer(2)]);
  expect(of(one)).toEqual({ ...before, newestVersion: 2, settled: false });
  expect(of(one).item).toBe(before.item);
  expect(of(whole(2))).toMatchObject({ title: "Name 2", settled: true, item: { version: 2, sealed: { dataB64u: "bytes 2" } } });
});

test("what the desk still holds is read before it is answered, and changed after", () => {
  const { of, answered } = rows(undefined);
  const one = whole(3);
  expect(of(one)).toMatchObject({ title: "Name 3", settled: false });
  answered([answer(3)]);
  expect(of(one)).toMatchObject({ settled: true, item: { sealed: { dataB64u: "bytes 3" } } });
});

test("what is not open says why, and nothing else", () => {
  const { of } = rows([answer(1)]);
  const item = aVerified("contact", "a");
  expect(of(whole(1, { state: "rolledBack", item: null, last: "Anna", payload: undefined })).opening).toEqual({ name: "alarm", word: "rolled back", last: "Anna" });
  expect(of(whole(1, { state: "broken", item, unfit: true, payload: undefined })).opening).toEqual({ name: "broken", unfit: true });
  expect(of(whole(1, { state: "newer", item, payload: undefined })).opening).toEqual({ name: "broken", unfit: true });
  expect(of(whole(1, { state: "sealed", item, payload: undefined })).opening).toEqual({ name: "sealed", locked: false });
  const locked = rows([answer(1)], "locked");
  expect(locked.of(whole(1, { state: "sealed", item, payload: undefined })).opening).toEqual({ name: "sealed", locked: true });
  expect(locked.closed()).toBeNull();
});

test("where nothing can be verified every answer is closed, whatever the desk has", () => {
  const { of, closed } = rows([answer(1)], "elsewhere");
  expect(closed()).toMatchObject([{ id: "a", title: null, settled: false, opening: { name: "sealed" } }]);
  expect(of(whole(1))).toMatchObject({ title: null, opening: { name: "sealed" } });
});
