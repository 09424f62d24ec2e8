// @vitest-environment jsdom
/** Whether the mail of the morning is wanted: as the server has it, as it was chosen, and back where that is refused. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { show } from "../../../app/testing/forms";
import { placesOf } from "../../../app/testing/serverWord";
import { MorningEmailCard } from "./MorningEmailCard";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DIGEST = /^\/api\/notifications\/digest$/;
const theSwitch = () => screen.findByRole<HTMLInputElement>("switch", { name: "Email me about this account in the morning" });

test.each([true, false])("it is on where it is wanted: %s", async (wanted) => {
  show(() => <MorningEmailCard />, [[DIGEST, { data: { wanted } }]]);
  expect((await theSwitch()).checked).toBe(wanted);
  expect(placesOf("Email me about this account").every(({ marked }) => marked)).toBe(true);
});

test("what the mail holds, and what it does not, is said beside it", async () => {
  show(() => <MorningEmailCard />, [[DIGEST, { data: { wanted: true } }]]);
  await theSwitch();
  expect(placesOf("It says how many there are and links to Coffer. It holds no titles, names or dates.")).not.toEqual([]);
});

test.each([true, false])("pressed, it asks for the other: from %s", async (wanted) => {
  const { sent } = show(() => <MorningEmailCard />, [[DIGEST, { data: { wanted } }]]);
  fireEvent.click(await theSwitch());
  await waitFor(() => expect(sent).toEqual([["PUT", "/api/notifications/digest", { wanted: !wanted }]]));
});

test("where that is refused it says so, and stands as it was", async () => {
  show(() => <MorningEmailCard />, [[DIGEST, { data: { wanted: true } }]]);
  fireEvent.click(await theSwitch());
  expect((await screen.findByRole("alert")).textContent).toContain("Not now.");
  expect((await theSwitch()).checked).toBe(true);
});

test("an answer in another form is no choice", async () => {
  show(() => <MorningEmailCard />, [[DIGEST, { data: {} }]]);
  expect(await screen.findByText("This setting did not load")).toBeDefined();
  expect(screen.queryByRole("switch")).toBeNull();
});
