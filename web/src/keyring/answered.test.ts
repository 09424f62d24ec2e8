/** Every call that names an object takes no answer about another one, and none that has one twice. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { onRefusedAnswer, type RefusedAnswer } from "./answered.ts";
import routes from "./answered.json";
import type { Form } from "./forms.ts";
import forms from "./forms.generated.json";
import { toBase64Url } from "../crypto/base64url.ts";
import { idBytes } from "../crypto/ids.ts";
import { call as send, nameAccount, type Call } from "../api/http";

interface Rule {
  asked?: string[];
  rows?: string;
  about?: string[];
}

const RULES = Object.entries<Rule>(routes);
const [A, B] = ["a0000000-0000-4000-8000-000000000000", "b0000000-0000-4000-8000-000000000000"];
const signed = { statementB64u: "c3RhdGVtZW50", signatureB64u: "c2lnbmF0dXJl" };

const foreign = expect.objectContaining({ name: "ContentAlarm", kind: "foreign" }) as Error;

/** An object that has these ids at a place; a list has one element for each. */
function made(place: string, ids: readonly string[]): object {
  const build = ([step, ...rest]: readonly string[], at: readonly string[]): unknown => {
    if (step === undefined) return at[0];
    return step === "[]" ? at.map((id) => build(rest, [id])) : { [step]: build(rest, at) };
  };
  return build(place.replaceAll("[]", ".[]").split("."), ids) as object;
}

/** A question that names these objects at one of its places. */
function question(route: string, place: string | undefined, ids: readonly string[]): Call {
  const [method = "", template = ""] = route.split(" ");
  const path = template.replace(/\{\w+\}/gu, ids[0] ?? "");
  if (!place || template.includes(`{${place}}`)) return { method, path };
  const named = (/ids$/iu.test(place) ? { [place]: ids } : made(place, ids)) as Record<string, unknown>;
  return method === "GET" ? { method, path, query: named } : { method, path, body: named };
}

/** In the envelope of all answers; what is not there is an empty list. */
const answers = (body: object, status = 200) => vi.stubGlobal("fetch", () => Promise.resolve(Response.json(status === 200 ? { data: [], ...body } : body, { status })));
/** With whatever else an answer of this form has to have. */
function whole(form: Form | undefined, given: unknown): unknown {
  if (typeof form !== "object") return given ?? (form === undefined ? given : { any: null, text: "", number: 0, flag: false, moment: "2026-01-01T00:00:00Z" }[form]);
  if ("or" in form) return given === undefined ? null : whole(form.or, given);
  if ("each" in form) return ((given ?? []) as unknown[]).map((one) => whole(form.each, one));
  const members = Object.entries(form.has).filter(([name]) => !name.endsWith("?")).map(([name, one]) => [name, whole(one, (given as Record<string, unknown> | undefined)?.[name])]);
  return { ...(given as object | undefined), ...Object.fromEntries(members) as object };
}

const answersTo = (route: string, body: object) => answers(whole((forms as unknown as Record<string, Form>)[route], body) as object);

/** As whoever reads what answers it. */
const call = (made: Call) => send({ reads: true, ...made });

const refused: RefusedAnswer[] = [];
let deaf: () => void;

beforeEach(() => {
  refused.length = 0;
  deaf = onRefusedAnswer((one) => refused.push(one));
});
afterEach(() => {
  deaf();
  nameAccount(null);
  vi.unstubAllGlobals();
});

describe("comments beside the tasks that were asked for", () => {
  const comment = (id: string, task: string) => ({ id, sealed: { attrs: { taskId: toBase64Url(idBytes(task)) } } });
  const asked = () => call({ method: "POST", path: "/task/get", body: { ids: [A], include: ["comments"] } });
  const page = (...comments: object[]) => ({ data: [{ id: A }], comments });

  test("are taken when they say that they belong to one of them", async () => {
    answers(page(comment(B, A)));
    await expect(asked()).resolves.toMatchObject({ data: { comments: [{ id: B }] } });
  });

  test.each([
    ["of another task", page(comment(B, B))],
    ["of no task", page({ id: B, sealed: { attrs: {} } })],
    ["twice", page(comment(B, A), comment(B, A))],
  ])("are refused with the whole answer when one is there %s", async (_, answer) => {
    answers(answer);
    await expect(asked()).rejects.toEqual(foreign);
    expect(refused).toHaveLength(1);
  });

  test("are any where no task was named", async () => {
    answers(page(comment(B, B)));
    await expect(call({ method: "POST", path: "/task/get", body: { include: ["comments"] } })).resolves.toBeDefined();
  });
});

/** Whoever joins, subscribes or looks after the platform has none. */
describe.each(["hawthorne", null])("in the account %s", (account) => {
  beforeEach(() => nameAccount(account));
  describe.each(RULES)("%s", (route, { asked = [], rows, about = [] }) => {
    if (rows) {
      test("refuses a list with an object twice", async () => {
        answersTo(route, made(rows, [A, A]));
        await expect(call(question(route, undefined, [A, A]))).rejects.toEqual(foreign);
        expect(refused).toMatchObject([{ route, reason: "An object is in the answer twice." }]);
      });

      if (asked.length === 0)
        test("takes any list", async () => {
          answersTo(route, made(rows, [A, B]));
          await expect(call(question(route, undefined, []))).resolves.toBeDefined();
        });
    }

    for (const place of asked)
      for (const named of [...about, ...(rows ? [rows] : [])]) {
        test(`asked for ${place}, takes it in ${named}, and nothing else`, async () => {
          answersTo(route, made(named, [A]));
          await expect(call(question(route, place, [A]))).resolves.toBeDefined();
          expect(refused).toEqual([]);
          answersTo(route, { ...(made(named, [B])), sealed: signed });
          await expect(call(question(route, place, [A]))).rejects.toEqual(foreign);
          expect(refused).toMatchObject([{ route, ids: [A], reason: "It is not what was asked for.", answered: [signed] }]);
        });
      }
  });
});

test("where ids could be named and are not, any list is an answer, and where none are named in a list, none is", async () => {
  answers({ data: [{ id: A }, { id: B }] });
  await expect(call({ method: "POST", path: "/document", body: { states: ["active"] } })).resolves.toBeDefined();
  await expect(call({ method: "POST", path: "/document", body: { ids: [] } })).rejects.toEqual(foreign);
});

test("an answer about one object that does not say which is refused", async () => {
  answers({ data: { email: "eve@example.test" } });
  await expect(call({ path: `/users/${A}` })).rejects.toEqual(foreign);
});

test("chains stand in the places that they were asked for in", async () => {
  const body = { objects: [{ kind: "document", id: A, after: 0 }, { kind: "document", id: B, after: 0 }] };
  answers({ data: [{ id: A }, { id: B }], more: false });
  await expect(call({ method: "POST", path: "/api/auth/keys/chain", body })).resolves.toBeDefined();
  answers({ data: [{ id: B }, { id: A }], more: false });
  await expect(call({ method: "POST", path: "/api/auth/keys/chain", body })).rejects.toEqual(foreign);
});

test("what has changed meanwhile is told of the object that it was about", async () => {
  const body = { items: [{ id: A }, { id: B }] };
  const moved = (id: string, current: string) => ({ id, code: "conflict", message: "", details: { reason: "version_conflict", current: { id: current } } });
  answers({ data: [], errors: [moved(A, A), moved(B, B)] });
  await expect(call({ method: "POST", path: "/documents/update", body })).resolves.toBeDefined();
  answers({ data: [], errors: [moved(A, B), moved(B, A)] });
  await expect(call({ method: "POST", path: "/documents/update", body })).rejects.toEqual(foreign);
});

test("a refusal of the whole call says nothing of another object either", async () => {
  const asked = { method: "PUT", path: `/api/vendors/${A}`, body: {} };
  answers({ code: "aborted", message: "Changed.", details: { reason: "version_conflict", current: { id: A } } }, 409);
  await expect(call(asked)).rejects.toMatchObject({ failure: { reason: "version_conflict" } });
  answers({ code: "aborted", message: "Changed.", details: { reason: "version_conflict", current: { id: B } } }, 409);
  await expect(call(asked)).rejects.toEqual(foreign);
});
