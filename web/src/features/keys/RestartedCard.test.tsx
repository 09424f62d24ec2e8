// @vitest-environment jsdom
/** The key that a person trusts is the one that was shown to them. */
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../../api/auth";
import { InEnglish } from "../../i18n/testing/InEnglish";
import type { Keyring } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { SessionContext } from "../../session/context";
import type { Names } from "./names";
import RestartedCard from "./RestartedCard";

afterEach(cleanup);

const session = { user: { id: "jonas" }, account: { id: "hawthorne", users: [], language: "en", dateFormat: "ddmmyyyy", dateSeparator: "/", zone: "UTC" }, session: { id: "here" } } as unknown as SessionInfo;
const names = { role: () => "Finance", person: () => "Clara" } as unknown as Names;
const restarted = { roleId: "finance", generation: 3, by: "clara", at: "2026-11-23T12:00:00.000Z" };

const [verified, ready] = [{ is: "verified", checkedAt: 0 }, { name: "ready" }];

function draw(trustRestart: Keyring["trustRestart"], onDone = vi.fn()) {
  render(
    <InEnglish>
      <SessionContext value={session}>
        <KeyringProvider keyring={{ trustRestart, standing: () => verified, subscribe: () => () => undefined, state: () => ready } as unknown as Keyring}>
          <RestartedCard restarted={restarted} names={names} onDone={onDone} />
        </KeyringProvider>
      </SessionContext>
    </InEnglish>,
  );
  return onDone;
}

test("it names role and person, and is trusted by a click in that generation only", async () => {
  const trust = vi.fn(() => Promise.resolve());
  const done = draw(trust);
  expect(await screen.findByText("Trust the new key of Finance?")).toBeTruthy();
  expect(screen.getByText(/Ask Clara in a call/)).toBeTruthy();
  expect(trust).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Trust the new key" }));
  await waitFor(() => { expect(done).toHaveBeenCalledOnce(); });
  expect(trust.mock.calls).toEqual([["finance", 3]]);
});

test("another key since is said, and nothing is trusted", async () => {
  const done = draw(() => Promise.reject(new Error("This role has another key by now.")));
  fireEvent.click(await screen.findByRole("button", { name: "Trust the new key" }));
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(done).not.toHaveBeenCalled();
});
