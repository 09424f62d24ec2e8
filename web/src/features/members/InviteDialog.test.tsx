// @vitest-environment jsdom
/** An invitation that is sent before the roles of the account are known waits for them: no press is lost without a word. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { NamedRole } from "../../people/roles";
import { InviteDialog } from "./InviteDialog";

const MEMBER = { id: "r-member", key: "member", name: "Member", standing: "signed", grants: [] } as unknown as NamedRole;
const known = vi.hoisted(() => ({ roles: [] as NamedRole[], invite: vi.fn(() => Promise.resolve({ link: "https://coffer.test/join/x#y" })) }));

vi.mock("../../people/roles", () => ({ useRoles: () => known.roles }));
vi.mock("../../keyring/react", () => ({ useKeyring: () => ({ invite: known.invite }) }));
vi.mock("../../session/useSession", () => ({ useSignedIn: () => ({ account: { roleId: "r-member" } }) }));
vi.mock("../../api/accounts", () => ({ covers: () => true, useListInvitationsQuery: () => ({ refetch: () => Promise.resolve() }) }));
vi.mock("./words", () => ({ rightsOf: () => null }));

beforeEach(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  known.roles = [];
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
