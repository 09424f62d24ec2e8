// @vitest-environment jsdom
/** Nobody is approved but by a link that proves them or by the answer that was heard, under the name that they signed for. */
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, fireEvent, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { baseApi } from "../../api/baseApi";
import type { SessionInfo } from "../../api/auth";
import { InEnglish } from "../../i18n/testing/InEnglish";
import type { Keyring, KeyOverview, WaitingGrant } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { SessionContext } from "../../session/context";
import { GrantCard } from "./GrantCard";
import { peopleOf } from "../../lists/people/people";
import { aDirectory } from "../../lists/people/testing";
import { namesOf } from "./names";
import { useCodeToRead } from "./useCodeToRead";

const say = (_id: string, message: string) => message;
const session = { user: { id: "clara" }, account: { id: "hawthorne", users: [], language: "en" }, session: { id: "here" } } as unknown as SessionInfo;
const keyring = {
  codeToRead: vi.fn(), letIn: vi.fn(), refuse: vi.fn(),
  // Of everybody around: what is shown of the one who waits, they have signed themselves.
  state: () => READY, subscribe: () => () => undefined, directory: () => Promise.resolve(aDirectory()),
};
const READY = { name: "ready" };
const done = vi.fn();
const refused = vi.fn();

const jonas: WaitingGrant = {
  deviceId: "thinkpad", userId: "jonas", deviceName: "ThinkPad", since: "2026-11-23T12:00:00.000Z", own: false, name: "Jonas Weber", email: "jonas@weber.example",
  confirmedName: true, proven: false, mismatch: false, role: { roleId: "member", capabilities: 0, signed: true }, choices: [], further: [], lacksKey: false, ownerOnly: false,
};
const role = (roleId: string, name: string) => ({ roleId, name, capabilities: 0, generation: 1, rollDue: false, held: true, holders: [] });
const overview = {
  roles: [role("member", "Member"), role("admin", "Admin"), role("finance", "Finance")], devices: [], grants: new Set(), waiting: [jonas], unshown: [], recovered: [], restarts: [],
} as unknown as KeyOverview;

const ROLES = new Map([["member", "Member"], ["admin", "Admin"], ["finance", "Finance"]]);

beforeEach(() => {
  keyring.codeToRead.mockReset().mockImplementation((id: string) => Promise.resolve({ code: CODES[id], qr: "AQ" }));
  keyring.letIn.mockReset().mockResolvedValue(0);
  keyring.refuse.mockReset().mockResolvedValue(undefined);
  done.mockReset();
  refused.mockReset();
});
const CODES: Readonly<Record<string, string>> = { thinkpad: "11111 22222 33333 44444", tablet: "55555 66666 77777 88888" };

afterEach(cleanup);

function around({ children }: { children: ReactNode }) {
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  return (
    <Provider store={store}>
      <InEnglish>
        <MemoryRouter>
          <SessionContext value={session}>
            <KeyringProvider keyring={keyring as unknown as Keyring}>{children}</KeyringProvider>
          </SessionContext>
        </MemoryRouter>
      </InEnglish>
    </Provider>
  );
}

function draw(more: Partial<WaitingGrant> = {}) {
  const grant = { ...jonas, ...more };
  const names = namesOf(say, { people: peopleOf(say, undefined), roles: ROLES, overview: { ...overview, waiting: [grant] } });
  return render(<GrantCard grant={grant} overview={overview} names={names} onDone={done} onRefused={refused} />, { wrapper: around });
}

/** What is said to be the server's. */
const underTheMark = () => screen.getAllByText("From the server. Coffer can't verify this.").map((mark) => mark.parentElement?.textContent).join(" ");
const APPROVE = "Approve Jonas as Member";

test("since when somebody waits is what the server says", () => {
  const { container } = draw();
  expect(container.querySelector("time")?.closest("[data-word]")).not.toBeNull();
});
const approve = () => screen.getByRole("button", { name: APPROVE });
const field = () => screen.getByLabelText<HTMLInputElement>("Jonas reads 6 digits back");
const code = async () => within(await screen.findByRole("list", { name: "Safety code" })).getAllByRole("img").map((group) => group.textContent);

async function answer(digits: string, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    const before = keyring.letIn.mock.calls.length;
    fireEvent.change(field(), { target: { value: digits } });
    fireEvent.click(approve());
    await waitFor(() => expect(keyring.letIn.mock.calls.length).toBe(before + 1));
    await waitFor(() => expect(screen.queryByRole("textbox")?.hasAttribute("readonly") ?? false).toBe(false));
  }
}

test("the digits of this device are there to be read out, and only those", async () => {
  draw();
  expect(await code()).toEqual(["11111", "22222", "33333", "44444"]);
  expect(keyring.codeToRead.mock.calls).toEqual([["thinkpad"]]);
});

test("while the digits of another device are worked out, none of the one before are shown", async () => {
  const { result, rerender } = renderHook(({ id }) => useCodeToRead(id), { wrapper: around, initialProps: { id: "thinkpad" } });
  await waitFor(() => expect(result.current.code?.code).toBe(CODES["thinkpad"]));
  keyring.codeToRead.mockReturnValue(new Promise(() => undefined));
  rerender({ id: "tablet" });
  expect(result.current.code).toBeUndefined();
});

test("digits of a device that come late never stand beside the next one", async () => {
  const late: ((code: unknown) => void)[] = [];
  keyring.codeToRead.mockImplementation(() => new Promise((resolve) => late.push(resolve)));
  const { result, rerender } = renderHook(({ id }) => useCodeToRead(id), { wrapper: around, initialProps: { id: "thinkpad" } });
  rerender({ id: "tablet" });
  late[1]?.({ code: CODES["tablet"], qr: "AQ" });
  late[0]?.({ code: CODES["thinkpad"], qr: "AQ" });
  await waitFor(() => expect(result.current.code?.code).toBe(CODES["tablet"]));
});

test("without six digits nothing is sent: no button says that it fits", async () => {
  draw();
  await code();
  fireEvent.click(approve());
  fireEvent.change(field(), { target: { value: "12345" } });
  fireEvent.click(approve());
  expect(keyring.letIn).not.toHaveBeenCalled();
  expect(screen.getByText("Enter all 6 digits.")).toBeTruthy();
});

test("the answer that was heard approves", async () => {
  draw();
  await answer("048 213");
  expect(keyring.letIn).toHaveBeenCalledWith("thinkpad", { answer: "048213", role: jonas.role, further: [] });
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
});

test("another answer approves nobody, says what to do, and is heard anew", async () => {
  keyring.letIn.mockResolvedValue(1);
  draw();
  await answer("999999");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("These are not the digits on Jonas's screen.");
  expect(alert.textContent).toContain("Ask Jonas to read them again.");
  expect(field().value).toBe("");
  expect(done).not.toHaveBeenCalled();
});

test("after the third one there is nothing left to type, and the device can be blocked", async () => {
  draw();
  for (const wrong of [1, 2, 3]) {
    keyring.letIn.mockResolvedValue(wrong);
    await answer("999999");
  }
  expect((await screen.findByRole("alert")).textContent).toContain("Someone may be intercepting this connection.");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("button", { name: APPROVE })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Block this device" }));
  const asked = await screen.findByRole("alertdialog");
  expect(keyring.refuse).not.toHaveBeenCalled();
  fireEvent.click(within(asked).getByRole("button", { name: "Block this device" }));
  await waitFor(() => expect(refused).toHaveBeenCalledWith("Jonas Weber"));
  expect(keyring.refuse).toHaveBeenCalledWith("thinkpad");
});

test("a failed call is no wrong answer, and what was typed stays", async () => {
  keyring.letIn.mockRejectedValue(new Error("No connection"));
  draw();
  await answer("048213");
  await screen.findByRole("alert");
  expect(screen.queryByText(/These are not the digits/)).toBeNull();
  expect(field().value).toBe("048 213");
});

test.each<[string, Partial<WaitingGrant>, RegExp]>([
  ["a name that was not signed", { confirmedName: false }, /not what this person signed/],
  ["a name that was not signed, by link", { confirmedName: false, proven: true }, /not what this person signed/],
  ["a role that only an owner gives", { ownerOnly: true, role: { roleId: "member", capabilities: 3, signed: true } }, /Only an owner can approve Jonas/],
  ["a role key that is not here", { lacksKey: true }, /has none of the keys that Jonas needs/],
  ["no role at all", { role: null }, /has none of the keys that Jonas needs/],
])("%s: nothing approves, and no digits are read", (_name, more, why) => {
  draw(more);
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(keyring.codeToRead).not.toHaveBeenCalled();
});

test("a name that was not signed is marked, and a signed one is not", () => {
  draw({ confirmedName: false });
  expect(screen.getByText("Unconfirmed")).toBeTruthy();
  cleanup();
  draw();
  expect(screen.queryByText("Unconfirmed")).toBeNull();
});

test("a role that nobody has signed is the server's word, and given to nobody for it: whoever approves chooses one", async () => {
  const choices = [{ roleId: "member", capabilities: 0, signed: false }, { roleId: "admin", capabilities: 3, signed: false }];
  draw({ role: { roleId: "admin", capabilities: 3, signed: false }, choices });
  expect(underTheMark()).toContain("Admin");
  const manages = "Approve and remove people, and renew keys";
  expect(screen.queryByText(manages)).toBeNull();
  expect(screen.queryByRole("button", { name: /Approve .* as/ })).toBeNull();
  fireEvent.change(field(), { target: { value: "048213" } });
  fireEvent.click(screen.getByRole("button", { name: "Approve Jonas" }));
  expect(await screen.findByText("Choose one.")).toBeTruthy();
  expect(keyring.letIn).not.toHaveBeenCalled();

  fireEvent.click(screen.getByRole("button", { name: /Role/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Admin" }));
  expect(screen.getByText(manages)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Role/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Member" }));
  fireEvent.click(approve());
  await waitFor(() => expect(keyring.letIn).toHaveBeenCalledWith("thinkpad", { answer: "048213", role: choices[0], further: [] }));
});

test("a role that was signed is no word of the server's", () => {
  draw({ role: { roleId: "admin", capabilities: 3, signed: true } });
  expect(screen.getByText("Approve and remove people, and renew keys")).toBeTruthy();
  expect(underTheMark()).not.toContain("Admin");
});

test("a secure link asks for no code", async () => {
  draw({ proven: true });
  expect(keyring.codeToRead).not.toHaveBeenCalled();
  fireEvent.click(approve());
  await waitFor(() => expect(keyring.letIn).toHaveBeenCalledWith("thinkpad", { role: jonas.role, further: [] }));
});

test("a link that does not match is said, and the code is asked for", async () => {
  draw({ mismatch: true });
  expect(screen.getByRole("alert").textContent).toContain("The link does not match");
  expect(await code()).toHaveLength(4);
});

test("further roles are given by a tick, and never by themselves", async () => {
  draw({ proven: true, further: ["finance"] });
  fireEvent.click(approve());
  await waitFor(() => expect(keyring.letIn).toHaveBeenLastCalledWith("thinkpad", { role: jonas.role, further: [] }));
  cleanup();
  draw({ proven: true, further: ["finance"] });
  fireEvent.click(screen.getByRole("checkbox", { name: "Finance" }));
  fireEvent.click(approve());
  await waitFor(() => expect(keyring.letIn).toHaveBeenLastCalledWith("thinkpad", { role: jonas.role, further: ["finance"] }));
});

test("a device of one's own shows its digits to be typed there, and nothing that says it is in the record", async () => {
  keyring.letIn.mockResolvedValue(3);
  draw({ own: true, role: null });
  await code();
  fireEvent.change(screen.getByLabelText("The 6 digits that the other device shows then"), { target: { value: "999999" } });
  fireEvent.click(screen.getByRole("button", { name: "Approve this device" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Do not approve this device.");
  expect(screen.queryByRole("button", { name: "Block this device" })).toBeNull();
});

test("a device of one's own that was not asked for is refused, and nobody is told to invite again", async () => {
  draw({ own: true, role: null });
  fireEvent.click(await screen.findByRole("button", { name: "Refuse" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("change your password");
  expect(keyring.refuse).not.toHaveBeenCalled();
  fireEvent.click(within(dialog).getByRole("button", { name: "Refuse" }));
  await waitFor(() => { expect(done).toHaveBeenCalledOnce(); });
  expect(keyring.refuse.mock.calls).toEqual([["thinkpad"]]);
  expect(refused).not.toHaveBeenCalled();
});
