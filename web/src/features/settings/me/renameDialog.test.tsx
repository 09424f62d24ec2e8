// @vitest-environment jsdom
/** Whoever types a name of their own has said what they sign: nobody is asked to sign it once more. */
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../../../api/auth";
import { InEnglish } from "../../../i18n/testing/InEnglish";
import type { Keyring } from "../../../keyring/contract";
import { KeyringProvider } from "../../../keyring/react";
import { aDirectory } from "../../../lists/people/testing";
import { SessionContext } from "../../../session/context";
import RenameDialog from "./RenameDialog";

const calls = vi.hoisted(() => ({ update: vi.fn(), changed: vi.fn(() => Promise.resolve()) }));
vi.mock("../../../api/self", () => ({ useUpdateUserMutation: () => [calls.update] }));
vi.mock("../../../session/useSessionChange", () => ({ useSessionChange: () => calls.changed }));

const confirmOwnName = vi.fn(() => Promise.resolve());
const onClose = vi.fn();

beforeEach(() => {
  calls.update.mockReturnValue({ unwrap: () => Promise.resolve({}) });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

type Signed = NonNullable<Parameters<typeof aDirectory>[0]>["people"];

async function renamed(people: Signed, stateName = "ready"): Promise<void> {
  const directory = aDirectory({ people: people ?? [] });
  const state = { name: stateName };
  const keyring = { state: () => state, subscribe: () => () => undefined, directory: () => Promise.resolve(directory), heard: () => undefined, confirmOwnName } as unknown as Keyring;
  // The server says another address than the one that was signed.
  const session = { user: { id: "me", name: "Clara Hawthorne", email: "theo@lang.test" }, account: { id: "a", roleId: "owner" }, session: { id: "here" } } as unknown as SessionInfo;
  render(
    <InEnglish>
      <SessionContext value={session}>
        <KeyringProvider keyring={keyring}>
          <RenameDialog onClose={onClose} />
        </KeyringProvider>
      </SessionContext>
    </InEnglish>,
  );
  await waitFor(() => expect(screen.getByLabelText("Name")).toBeTruthy());
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: " Clara Weber " } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
}

const CLARA = { id: "me", name: "Clara Hawthorne", email: "clara@hawthorne.example" };

test("it is signed with the name that was typed, and the address that was signed before", async () => {
  await renamed([CLARA]);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.update).toHaveBeenCalledWith({ updateUser: { name: "Clara Weber" } });
  expect(confirmOwnName).toHaveBeenCalledExactlyOnceWith({ name: "Clara Weber", email: "clara@hawthorne.example" });
});

test.each([
  ["whose address nobody has signed", [{ ...CLARA, standing: "unconfirmed" as const }], "ready"],
  ["whose browser is locked", [CLARA], "locked"],
])("of somebody %s nothing is signed", async (_, people, stateName) => {
  await renamed(people, stateName);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.update).toHaveBeenCalledOnce();
  expect(confirmOwnName).not.toHaveBeenCalled();
});

test("where it could not be signed the dialog says so and stays", async () => {
  confirmOwnName.mockRejectedValueOnce(new Error("No answer."));
  await renamed([CLARA]);
  await waitFor(() => expect(confirmOwnName).toHaveBeenCalledOnce());
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-busy")).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
});
