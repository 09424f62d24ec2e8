// @vitest-environment jsdom
/** An invitation that is sent before the roles of the account are known waits for them: no press is lost without a word. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { NamedRole } from "../../lists/people/roles";
import { InviteDialog } from "./InviteDialog";

const MEMBER = { id: "r-member", key: "member", name: "Member", standing: "signed", grants: [] } as unknown as NamedRole;
const HELPER = { id: "r-helper", key: null, name: "Helper", standing: "signed", grants: [] } as unknown as NamedRole;
const known = vi.hoisted(() => ({ roles: [] as NamedRole[], covered: [] as string[] | null, invite: vi.fn(() => Promise.resolve({ link: "https://coffer.test/join/x#y" })) }));

vi.mock("../../lists/people/roles", () => ({ useRoles: () => known.roles }));
vi.mock("../../keyring/react", () => ({ useKeyring: () => ({ invite: known.invite }) }));
vi.mock("../../session/useSession", () => ({ useSignedIn: () => ({ account: { roleId: "r-member" } }) }));
vi.mock("../../api/accounts", () => ({ covers: (_: NamedRole, { id }: NamedRole) => known.covered?.includes(id) ?? true, useListInvitationsQuery: () => ({ refetch: () => Promise.resolve() }) }));
vi.mock("./words", () => ({ rightsOf: () => null }));

beforeEach(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  known.roles = [];
  known.covered = null;
  known.invite.mockClear();
});
afterEach(cleanup);

const dialog = () => (
  <I18nProvider i18n={i18n}>
    <InviteDialog onClose={vi.fn()} />
  </I18nProvider>
);

test("before the roles are known the button says that it waits, and then sends", async () => {
  const { rerender } = render(dialog());
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "jonas@example.test" } });
  const invite = () => screen.getByRole("button", { name: "Invite" });
  expect(invite().getAttribute("aria-busy")).toBe("true");
  fireEvent.click(invite());
  expect(known.invite).not.toHaveBeenCalled();
  known.roles = [MEMBER];
  rerender(dialog());
  expect(invite().getAttribute("aria-busy")).toBeNull();
  fireEvent.click(invite());
  await waitFor(() => expect(known.invite).toHaveBeenCalledWith({ email: "jonas@example.test", roleId: "r-member" }));
});

test("who cannot give the role of a member chooses one, and is told so when none is chosen", () => {
  known.roles = [MEMBER, HELPER];
  known.covered = ["r-helper"];
  render(dialog());
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "jonas@example.test" } });
  const invite = screen.getByRole("button", { name: "Invite" });
  expect(invite.getAttribute("aria-busy")).toBeNull();
  expect(screen.queryByText("There is no role that you can give.")).toBeNull();
  fireEvent.click(invite);
  expect(known.invite).not.toHaveBeenCalled();
  expect(screen.getByText("Choose one.")).toBeTruthy();
});

test("who can give no role at all is told so before anything is pressed", () => {
  known.roles = [MEMBER, HELPER];
  known.covered = [];
  render(dialog());
  expect(screen.getByText("There is no role that you can give.")).toBeTruthy();
});

test("to a role without a key there is no link to hand over, and it says why", async () => {
  known.roles = [MEMBER];
  known.invite.mockResolvedValueOnce({} as never);
  render(dialog());
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "joel@example.test" } });
  fireEvent.click(screen.getByRole("button", { name: "Invite" }));
  expect(await screen.findByText(/joel@example.test gets an email with a link\. This role has no key/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Copy link/ })).toBeNull();
});
