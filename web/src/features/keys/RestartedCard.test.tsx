// @vitest-environment jsdom
/** Whether a restarted key is trusted is one click of a person, about exactly the key that the card shows. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { show } from "../../app/testing/forms";
import { speakOfOwnRefusals } from "../../i18n/ownRefusals";
import RestartedCard from "./RestartedCard";

afterEach(cleanup);

const restarted = { roleId: "finance", generation: 4, by: "jonas", at: "2026-11-20T12:00:00.000Z" };
const names = { person: () => "Jonas Weber", face: () => "J", firstName: () => "Jonas", device: () => "", toldDevice: () => "", role: () => "Finance" };

function draw(trustRestart: (...args: never[]) => Promise<unknown>) {
  const onDone = vi.fn();
  show(() => <RestartedCard restarted={restarted} names={names} onDone={onDone} />, [], { trustRestart });
  const click = () => fireEvent.click(screen.getByRole("button", { name: "Trust the new key" }));
  return { onDone, click };
}

test("the click trusts the generation that is shown, and nothing is trusted without it", async () => {
  const trust = vi.fn(() => Promise.resolve());
  const { onDone, click } = draw(trust);
  expect(screen.getByText("Trust the new key of Finance?")).toBeDefined();
  expect(trust).not.toHaveBeenCalled();
  click();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(trust.mock.calls).toEqual([["finance", 4]]);
});

test("one that is refused says why, and the question stays", async () => {
  speakOfOwnRefusals();
  // As the worker's errors arrive on the page.
  const refusal = Object.assign(new Error("This role has another key by now."), { name: "CryptoError", code: "failed_precondition" });
  const { onDone, click } = draw(() => Promise.reject(refusal));
  click();
  expect(await screen.findByText("This role has another key by now. Look at it again.")).toBeDefined();
  expect(onDone).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Trust the new key" })).toBeDefined();
});
