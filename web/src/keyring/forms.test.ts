/** What the authentication protocol answers in another form than its own is refused before a screen takes anything out of it. */
import { afterEach, describe, expect, test, vi } from "vitest";

import { call, nameAccount } from "../api/http";
import { hasForm, isInForm, type Form } from "./forms.ts";
import routes from "./forms.generated.json";

afterEach(() => {
  nameAccount(null);
  vi.unstubAllGlobals();
});

const ROUTES = Object.entries(routes as unknown as Record<string, Form>);

/** An answer of this form, with everything that it may have. */
function anAnswer(form: Form): unknown {
  if (typeof form === "object") {
    if ("has" in form) return Object.fromEntries(Object.entries(form.has).map(([name, member]) => [name.replace("?", ""), anAnswer(member)]));
    return "each" in form ? [anAnswer(form.each)] : anAnswer(form.or);
  }
  return { any: null, text: "a", number: 1, flag: false, moment: "2026-11-25T12:00:00.000Z" }[form];
}

type Fault = readonly [what: string, answer: unknown];

/** The same answer with one thing in it changed, for everything that can be. */
function faultsOf(form: Form, answer: unknown, at = "it"): Fault[] {
  if (form === "any") return [];
  if (typeof form === "object" && "or" in form) return faultsOf(form.or, answer, at).filter(([, one]) => one !== null);
  const wrong: Fault[] = [[`${at} is nothing`, null], [`${at} is of another kind`, typeof answer === "number" ? "7" : 7]];
  if (form === "moment") wrong.push([`${at} is no moment`, "soon"]);
  if (typeof form !== "object") return wrong;
  if ("each" in form) {
    const [one] = answer as unknown[];
    return [...wrong, [`${at} is no list`, {}], ...faultsOf(form.each, one, `${at}[]`).map(([what, bad]): Fault => [what, [one, bad]])];
  }
  const whole = answer as Record<string, unknown>;
  return [
    ...wrong, [`${at} is a list`, []],
    ...Object.entries(form.has).flatMap(([name, member]): Fault[] => {
      const key = name.replace("?", "");
      const within = faultsOf(member, whole[key], `${at}.${key}`).map(([what, bad]): Fault => [what, { ...whole, [key]: bad }]);
      if (name !== key) return within;
      return [[`${at}.${key} is missing`, Object.fromEntries(Object.entries(whole).filter(([one]) => one !== key))], ...within];
    }),
  ];
}

const answers = (body: unknown) => vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body)));
const ask = (route: string) => {
  const [method = "", path = ""] = route.split(" ");
  return call({ method, path, reads: true });
};

test("the forms of the screens are there", () => {
  const asked = ROUTES.map(([route]) => route);
  expect(asked).toEqual(expect.arrayContaining([
    "GET /api/auth/providers", "GET /api/auth/get-session", "GET /api/auth/passkey/list-user-passkeys", "GET /api/auth/list-sessions",
    "GET /api/auth/suspicious-activities", "GET /api/auth/audit-logs/account", "POST /api/auth/get-account-invite",
  ]));
  expect(asked.filter((route) => / \/api\/auth\/(keys|device)\//.test(route))).toEqual([]);
});

describe.each(ROUTES)("%s", (route, form) => {
  test("is taken in its form", async () => {
    answers(anAnswer(form));
    await expect(ask(route)).resolves.toMatchObject({ data: anAnswer(form) });
  });

  const faults = faultsOf(form, anAnswer(form));
  test(`is refused in any other: ${faults.length}`, async () => {
    expect(faults.length).toBeGreaterThan(4);
    for (const [what, answer] of faults) {
      answers(answer);
      await expect(ask(route), what).rejects.toMatchObject({ failure: { code: "data_loss" } });
    }
  });
});

test("nobody who is signed in is an answer, and so is a list of none", () => {
  expect(isInForm({ path: "/api/auth/get-session" }, null)).toBe(true);
  expect(isInForm({ path: "/api/auth/passkey/list-user-passkeys" }, [])).toBe(true);
});

test("what is not written down is held to no form here", () => {
  expect(isInForm({ path: "/api/auth/keys/head" }, "anything")).toBe(true);
  expect(isInForm({ path: "__proto__" }, "anything")).toBe(true);
  expect(hasForm(Object.create({ id: "a" }), { has: { id: "text" } })).toBe(false);
});

test("of a write nothing is read, so it may answer anything", async () => {
  answers({ anything: true });
  await expect(call({ method: "POST", path: "/api/auth/sign-out" })).resolves.toMatchObject({ data: null });
});
