// @vitest-environment jsdom
/** Who came without a link sees what to ask for, what a wrong code may mean, and the answer only after the right one. */
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../../api/auth";
import { baseApi } from "../../api/baseApi";
import { InEnglish } from "../../i18n/testing/InEnglish";
import type { Keyring, KeyState } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { SessionContext } from "../../session/context";
import { isSafetyQr } from "./camera";
import Gates from "./Gates";

type Unconfirmed = Extract<KeyState, { name: "unconfirmed" }>;

const CODE = "12345 67890 09876 54321";
const session = { user: { id: "jonas" }, account: { id: "hawthorne", displayName: "Hawthorne", language: "en", dateFormat: "ddmmyyyy", dateSeparator: "/", zone: "UTC" }, session: { id: "here" } } as unknown as SessionInfo;
const asked: Unconfirmed = {
  name: "unconfirmed", ask: "colleague", helpers: ["Clara Hawthorne", "Karl Moss"], you: { name: "Jonas Weber", email: "jonas@weber.example" }, wrong: 0, answer: null,
};
const keyring = { enterCode: vi.fn(), withdraw: vi.fn(), takeOwnWord: vi.fn() };

beforeEach(() => {
  keyring.enterCode.mockReset().mockResolvedValue("fits");
});

afterEach(cleanup);

function draw(state: KeyState) {
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  return (
    <Provider store={store}>
      <InEnglish>
      <MemoryRouter>
        <SessionContext value={session}>
          <KeyringProvider keyring={keyring as unknown as Keyring}>
            <Gates keys={state} onSaved={() => undefined} />
          </KeyringProvider>
        </SessionContext>
      </MemoryRouter>
      </InEnglish>
    </Provider>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>(/^The 20 digits/);
const check = () => screen.getByRole("button", { name: "Check the code" });

async function enter(digits: string): Promise<void> {
  fireEvent.change(field(), { target: { value: digits } });
  fireEvent.click(check());
  await waitFor(() => expect(keyring.enterCode).toHaveBeenCalled());
}

test("says whom to ask, and that what the server says is its word", () => {
  render(draw(asked));
  expect(screen.getByRole("heading", { name: "Ask Clara Hawthorne or Karl Moss for the code" })).toBeTruthy();
  const word = screen.getByRole("group", { name: "From the server" });
  expect(within(word).getByText("Hawthorne")).toBeTruthy();
  expect(within(word).getByText("Clara Hawthorne or Karl Moss")).toBeTruthy();
  expect(screen.getByText("There you appear as Jonas Weber, jonas@weber.example.")).toBeTruthy();
});

test("hands on what was heard, and neither shows nor knows an answer before it was right", async () => {
  render(draw(asked));
  expect(screen.queryByRole("list")).toBeNull();
  await enter(CODE);
  expect(keyring.enterCode).toHaveBeenCalledWith(CODE.replaceAll(" ", ""));
  // What becomes of it is the keyring's to say.
  expect(screen.queryByText("This is the right account")).toBeNull();
});

test("nothing but all twenty digits is a try", () => {
  render(draw(asked));
  fireEvent.change(field(), { target: { value: CODE.slice(0, -1) } });
  fireEvent.click(check());
  expect(keyring.enterCode).not.toHaveBeenCalled();
  expect(screen.getByText("Enter all 20 digits.")).toBeTruthy();
});

test.each([
  ["colleague", 1, "Listen again, and type each group as it is read."],
  ["colleague", 2, "Clara Hawthorne or Karl Moss should see your name and this device. Ask for both. After one more wrong try, this browser's key is no longer used."],
  ["own device", 1, "Compare each group with what the other device shows, and type it again."],
  ["own device", 2, "Check that the other device names this browser. After one more wrong try, this browser's key is no longer used."],
] as const)("a wrong code says what to do, also after a reload (%s, %i)", (ask, wrong, words) => {
  render(draw({ ...asked, ask, wrong }));
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("This is not the code of this device.");
  expect(alert.textContent).toContain(words);
  expect(field()).toBeTruthy();
});

test("a call that fails is no wrong code, and what was typed stays", async () => {
  keyring.enterCode.mockRejectedValue(new Error("No connection"));
  render(draw(asked));
  await enter(CODE);
  await screen.findByRole("alert");
  expect(screen.queryByText("This is not the code of this device.")).toBeNull();
  expect(field().value).toBe(CODE);
});

test("after the right code the answer stands there to be read back, and nothing to type", () => {
  const { rerender } = render(draw(asked));
  rerender(draw({ ...asked, answer: "048213" }));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "This is the right account" }));
  const answer = screen.getByRole("list", { name: "Digits to read back" });
  expect(within(answer).getAllByRole("img").map((group) => group.textContent)).toEqual(["048", "213"]);
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("a browser that was given up says what that may mean", () => {
  const ended = { how: "code", at: "2026-11-23T12:00:00.000Z", mine: true, by: "", device: "" } as const;
  render(draw({ name: "elsewhere", devices: [], helpers: [], ended }));
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("This browser's key is no longer used");
  expect(alert.textContent).toContain("Someone may be intercepting this connection.");
});

test.each<[string, boolean]>([
  [`A${"Q"}${"x".repeat(42)}`, true],
  [` Af${"-_".repeat(21)} `, true],
  // Another format, other lengths, other pictures.
  [`Ag${"x".repeat(42)}`, false],
  [`AQ${"x".repeat(41)}`, false],
  [`AQ${"x".repeat(43)}`, false],
  ["https://coffer.example/join/1", false],
  ["12345678901234567890", false],
])("a scan of %j is a safety code: %s", (text, is) => expect(isSafetyQr(text)).toBe(is));

const SIGNED = "2026-11-20T09:00:00.000Z";
const alone: Unconfirmed = { ...asked, ask: "nobody", helpers: [], recovered: { ownWordAt: SIGNED } };
const takeIt = () => screen.queryByRole("button", { name: "Continue without a code" });

test("somebody alone with a bare recovery key is told what is missing and what cannot be checked, and goes on by their own will", async () => {
  keyring.takeOwnWord.mockResolvedValue(undefined);
  render(draw(alone));
  await screen.findByRole("heading", { name: "Check that this is your account" });
  expect(screen.getByText(/It cannot check whether the server hides anything newer/)).toBeTruthy();
  expect(keyring.takeOwnWord).not.toHaveBeenCalled();
  fireEvent.click(takeIt() ?? document.body);
  await waitFor(() => expect(keyring.takeOwnWord).toHaveBeenCalledOnce());
});

test("the whole file can be used instead: the device that was begun is given up for it", async () => {
  keyring.withdraw.mockResolvedValue(undefined);
  render(draw(alone));
  fireEvent.click(await screen.findByRole("button", { name: "Use the whole recovery file" }));
  await waitFor(() => expect(keyring.withdraw).toHaveBeenCalledOnce());
});

test("where the old device has signed nothing, there is no going on without the file", async () => {
  render(draw({ ...alone, recovered: { ownWordAt: null } }));
  await screen.findByText("Without the file, this browser cannot tell whether this is your account");
  expect(takeIt()).toBeNull();
});

test("where somebody can read a code, a recovered browser says why it asks for one, and offers no other way", async () => {
  render(draw({ ...asked, recovered: { ownWordAt: null } }));
  await screen.findByText(/You entered only the recovery key/);
  expect(field()).toBeTruthy();
  expect(takeIt()).toBeNull();
});

test("a link of another account leads back to its invitation", () => {
  sessionStorage.setItem("coffer.pairing.the-token", "fragment");
  render(draw({ name: "alarm", kind: "link", message: "", since: 0, evidence: new Blob([]) }));
  expect(screen.getByRole("link", { name: "Back to the invitation" }).getAttribute("href")).toBe("/join/the-token");
  sessionStorage.clear();
});
