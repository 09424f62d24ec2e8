// @vitest-environment jsdom
/** The server's word looks and reads the same wherever it stands, and its mark says what it is without a mouse. */
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import { useSay } from "../i18n/say";
import { InEnglish } from "../i18n/testing/InEnglish";
import { Grid } from "./collection/Grid";
import { Card } from "./Layout";
import { Page } from "./Page";
import { FromServer, ServerWord } from "./ServerWord";

const SAYS = "From the server. Coffer can't verify this.";

afterEach(cleanup);

const bubble = () => screen.queryByRole("tooltip");
const mark = () => screen.getByRole("button", { name: SAYS });

test("a value has the mark before it, and what it is told of is found by the laws", () => {
  render(<ServerWord>Admin</ServerWord>, { wrapper: InEnglish });
  const word = screen.getByText("Admin").closest("[data-word]");
  expect(word?.textContent).toBe(`${SAYS}Admin`);
  expect(within(word as HTMLElement).getByRole("button", { name: SAYS })).toBeTruthy();
});

test("the mark says its sentence with the focus, at a tap and under the pointer", async () => {
  render(<ServerWord>Admin</ServerWord>, { wrapper: InEnglish });
  expect(bubble()).toBeNull();
  mark().focus();
  await waitFor(() => expect(bubble()?.textContent).toBe(SAYS));
  fireEvent.blur(mark());
  await waitFor(() => expect(bubble()).toBeNull());
  fireEvent.click(mark());
  await waitFor(() => expect(bubble()).toBeTruthy());
  fireEvent.blur(mark());
  mark().blur();
  fireEvent.pointerEnter(mark(), { pointerType: "mouse" });
  await waitFor(() => expect(bubble()).toBeTruthy());
  fireEvent.pointerLeave(mark(), { pointerType: "mouse" });
  await waitFor(() => expect(bubble()).toBeNull());
});

test("Escape ends the sentence and nothing around it", async () => {
  const around = vi.fn();
  render(
    <InEnglish>
      <div role="presentation" onKeyDown={around}>
        <ServerWord>Admin</ServerWord>
      </div>
    </InEnglish>,
  );
  mark().focus();
  await waitFor(() => expect(bubble()).toBeTruthy());
  fireEvent.keyDown(mark(), { key: "Escape" });
  await waitFor(() => expect(bubble()).toBeNull());
  expect(around).not.toHaveBeenCalled();
  fireEvent.keyDown(mark(), { key: "Escape" });
  expect(around).toHaveBeenCalledOnce();
});

test("a group is called what it is, and says so without a focus", () => {
  render(<FromServer>Admin</FromServer>, { wrapper: InEnglish });
  const group = screen.getByRole("group", { name: "From the server" });
  expect(group.hasAttribute("data-word")).toBe(true);
  expect(within(group).getByText(SAYS)).toBeTruthy();
  expect(within(group).queryByRole("button")).toBeNull();
});

test("a column has the mark once, in its head", () => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 800, 400));
  const id = ({ id: one }: { id: string }) => one;
  render(
    <MemoryRouter>
      <InEnglish>
        <Grid
          name="test"
          label="List"
          rows={[{ id: "first" }, { id: "second" }]}
          columns={[
            { id: "name", header: "Name", width: 100, grows: true, cell: id },
            { id: "rank", header: "Rank", width: 100, fromServer: true, cell: () => "7741" },
          ]}
          rowId={id}
          rowLabel={id}
          narrow={id}
          onOpen={() => undefined}
        />
      </InEnglish>
    </MemoryRouter>,
  );
  expect(screen.getAllByRole("button", { name: SAYS })).toHaveLength(1);
  expect(within(screen.getByRole("columnheader", { name: /Rank/ })).getByRole("button", { name: SAYS })).toBeTruthy();
  expect(screen.getAllByText("7741").map((cell) => cell.closest("[data-word]") !== null)).toEqual([true, true]);
  expect(screen.getByText("first").closest("[data-word]")).toBeNull();
  vi.restoreAllMocks();
});

function AuditPage() {
  const say = useSay();
  return (
    <Page title={say("nav.audit", "Audit log")} fromServer>
      told
    </Page>
  );
}

test("a page of nothing else has it at its head, and its title stays a title", () => {
  render(
    <MemoryRouter>
      <InEnglish>
        <AuditPage />
      </InEnglish>
    </MemoryRouter>,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Audit log");
  expect(mark()).toBeTruthy();
  expect(screen.getByText("told").closest("[data-word]")).toBeTruthy();
});

test("a page or a card of which some are the server's word has no mark when it is none", () => {
  const never = { fromServer: false };
  function Devices() {
    const say = useSay();
    return (
      <Page title={say("nav.settings", "Settings")} padded {...never}>
        <p>signed</p>
        <Card title="Devices" {...never}>
          signed
        </Card>
      </Page>
    );
  }
  render(<MemoryRouter><Devices /></MemoryRouter>, { wrapper: InEnglish });
  expect(screen.getAllByText("signed").map((at) => at.closest("[data-word]"))).toEqual([null, null]);
});
