// @vitest-environment jsdom
/** What needs the key record opens something to read without it, and never nothing at all. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import { OFFLINE } from "../../api/failure";
import { Asked } from "./Asked";
import type { Listed } from "./listed";
import type { MemberAct } from "./MemberLine";

afterEach(cleanup);

test.each<MemberAct>(["role", "remove", "leave", "handOver"])("%s, while the key record cannot be reached", (act) => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  const reload = vi.fn();
  const member = { id: "u1", person: { name: "Jonas" }, word: null } as Listed;
  render(
    <MemoryRouter>
      <I18nProvider i18n={i18n}>
        <Asked act={act} member={member} members={[member]} keyRecord={{ overview: undefined, failure: OFFLINE, reload }} onAct={vi.fn()} onClose={vi.fn()} />
      </I18nProvider>
    </MemoryRouter>,
  );
  expect(screen.getByRole("dialog").textContent).toContain("The key record did not load");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(reload).toHaveBeenCalledOnce();
});
