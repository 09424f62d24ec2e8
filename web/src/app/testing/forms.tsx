/** One form in an app around it that answers nothing: what is sent from here, by call or by keyring, is written down. */
import { configureStore } from "@reduxjs/toolkit";
import { act, fireEvent, render, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { vi } from "vitest";

import type { SessionInfo } from "../../api/auth";
import { baseApi } from "../../api/baseApi";
import { DeskProvider } from "../../desk/react";
import { deskHere } from "../../desk/testing/host";
import { InEnglish } from "../../i18n/testing/InEnglish";
import type { Keyring } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { aDirectory } from "../../lists/people/testing";
import { SessionContext } from "../../session/context";
import { DESK_KINDS } from "../deskKinds";

export const SESSION = {
  session: { id: "session", userId: "clara", impersonatedBy: null },
  user: { id: "clara", name: "Clara Hawthorne", email: "clara@hawthorne.example", emailVerified: true, role: "user" },
  account: {
    id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
    displayName: "Hawthorne", users: [],
    roleId: "owner",
    version: 1,
    zone: "UTC",
    language: "en",
    dateFormat: "ddmmyyyy",
    dateInputFormat: "ddmmyyyy",
    dateSeparator: "/",
    securityPolicy: {},
    disclosure: { taskDates: true, documentExpiry: true, assignees: true },
    expiryStages: [90, 30, 7, 0],
  },
} as unknown as SessionInfo;

export const ALL = Object.fromEntries(
  ["analytics", "account", "member", "role", "document", "task", "topic", "status", "profile", "contact", "vendor", "audit"].map((resource) => [
    resource,
    ["query", "read", "list", "create", "update", "assign", "comment", "structure", "invite"],
  ]),
);
export const ROLE = { id: "owner", name: "Owner", word: { description: "", system: true, permissions: ALL, memberCount: 1, version: 1 } };
const PLAN = { id: "family", name: "Family", priceMinor: 0, currency: "EUR", interval: "month", limits: {}, features: [], trialDays: 0, requiresCode: true };
export const EMPTY = { data: [], page: { limit: 50, nextCursor: null }, sync: { seq: 1 } };

/** Answers by the path that is asked; the first that fits. */
export type Answers = readonly (readonly [RegExp, unknown])[];

/** What the lists around a form answer; everything else is empty. */
const ANSWERS: Answers = [
  [/^\/api\/roles$/, { ...EMPTY, data: [ROLE, { ...ROLE, id: "member", name: "Member" }] }],
  // The id that the built-in status "To do" has in this account; nobody has changed it.
  [/^\/api\/statuses$/, { data: [{ id: "e6522e51-0838-5f09-a857-91f53fc86e81", sealed: null, later: [], word: { version: 1, rank: "1" } }] }],
  [/^\/api\/auth\/list-accounts$/, [{ id: "1", providerId: "credential", accountId: "clara", userId: "clara", createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" }]],
  [/^\/api\/auth\/passkey\/list-user-passkeys$/, []],
  [/^\/api\/auth\/providers$/, { data: [] }],
  [/^\/api\/payment-plans$/, { data: [PLAN] }],
];

/** Lists that are asked for by POST. */
const READS = /^\/(document|contact|api\/analytics\/query|task\/get|document\/ids|contact\/ids|api\/auth\/(get-account-invite|admin\/list-user-sessions))$/;

/** Methods of the keyring that only look. */
const NOTHING_WRONG: readonly never[] = [];
const LOOKS: Record<string, (...args: never[]) => unknown> = {
  state: () => READY,
  subscribe: () => () => undefined,
  codeToRead: () => Promise.resolve({ code: "12345 67890 12345 67890", qr: "AQ" }),
  readDraft: () => Promise.resolve(null),
  keepDraft: () => Promise.resolve(),
  dropDraft: () => Promise.resolve(),
  directory: () => Promise.resolve(DIRECTORY),
  defaultAudience: () => Promise.resolve(["owner"]),
  missing: () => Promise.resolve([]),
  beforeLock: () => () => undefined,
  wronglyShown: () => NOTHING_WRONG,
  discloses: () => Promise.resolve(SESSION.account?.disclosure),
};
/** What everybody around a form is called. */
export const DIRECTORY = aDirectory({ roles: [{ id: "owner", key: "owner", name: "Owner" }, { id: "member", key: "member", name: "Member" }] });
const READY = { name: "ready", locksAt: Number.MAX_SAFE_INTEGER, deviceId: "device" };

export interface Rig {
  /** Everything that left the form, in its order. */
  sent: unknown[];
  /** What Redux holds. */
  state: () => unknown;
  /** What the next call that writes is refused with. */
  refuseWith: (status: number, body: unknown) => void;
}

const REFUSED = { code: "failed_precondition", message: "Not now.", details: {} };

export function show(children: (sent: unknown[]) => ReactNode, more: Answers = [], looks: typeof LOOKS = {}): Rig {
  const sent: unknown[] = [];
  let refusal = { status: 412, body: REFUSED as unknown };
  vi.stubGlobal("fetch", (url: string, { method = "GET", body }: RequestInit = {}) => {
    if (method === "GET" || READS.test(url)) {
      const [, answer] = [...more, ...ANSWERS].find(([path]) => path.test(url)) ?? [null, EMPTY];
      return Promise.resolve(Response.json(answer));
    }
    sent.push([method, url, typeof body === "string" ? (JSON.parse(body) as unknown) : body]);
    return Promise.resolve(Response.json(refusal.body, { status: refusal.status }));
  });
  const keyring = new Proxy({} as Keyring, {
    get: (_, name) =>
      looks[name as string] ??
      LOOKS[name as string] ??
      ((...args: unknown[]) => {
        sent.push([name, ...args]);
        return Promise.reject(new Error("Not now."));
      }),
  });
  const desk = deskHere(DESK_KINDS);
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  render(
    <Provider store={store}>
      <InEnglish>
        <MemoryRouter>
          <SessionContext value={SESSION}>
            <KeyringProvider keyring={keyring}>
              <DeskProvider host={desk}>{children(sent)}</DeskProvider>
            </KeyringProvider>
          </SessionContext>
        </MemoryRouter>
      </InEnglish>
    </Provider>,
  );
  return { sent, state: () => store.getState(), refuseWith: (status, body) => (refusal = { status, body }) };
}

type Typed = HTMLInputElement | HTMLTextAreaElement;

/** Every field of a form that takes text, by what it is called. */
export const textFields = (): Typed[] =>
  [...document.querySelectorAll<Typed>("input, textarea")].filter(
    (one) => !["hidden", "checkbox", "radio", "file"].includes(one.type) && !one.hidden && !one.readOnly && one.closest("[hidden], [data-react-aria-prevent-focus]") === null,
  );

export function nameOf(field: Typed): string {
  const by = field.getAttribute("aria-labelledby")?.split(" ").flatMap((id) => document.getElementById(id)?.textContent ?? []) ?? [];
  return field.getAttribute("aria-label") ?? (by.join(" ") || (field.labels?.[0]?.textContent ?? ""));
}

export function type(field: Typed, text: string): void {
  act(() => field.focus());
  fireEvent.change(field, { target: { value: text } });
}

/** As a browser does it: a key that nobody took presses the button of the form. In a field of several lines it is the button itself. */
export async function pressEnter(field: Typed): Promise<void> {
  const isFree = fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.keyUp(field, { key: "Enter" });
  const form = field.form;
  if (isFree && form && (field.tagName === "INPUT" || field.tagName === "TEXTAREA")) pressButton(form);
  await settled();
}

/** What the button of a form does. */
export function pressButton(form: HTMLFormElement): void {
  const button = [...form.elements].find((one): one is HTMLButtonElement => one instanceof HTMLButtonElement && one.type === "submit");
  if (button?.disabled) return;
  act(() => form.requestSubmit(button));
}

/** What is sent would have been sent by now. */
export async function settled(): Promise<void> {
  await act(async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  });
}

export const fieldCalled = async (name: string): Promise<Typed> =>
  waitFor(() => {
    const found = textFields().find((one) => nameOf(one) === name);
    if (!found) throw new Error(`No field is called "${name}", but: ${textFields().map(nameOf).join(" · ")}`);
    return found;
  });
