// @vitest-environment jsdom
/** A page that is opened while nobody can be reached shows what was replayed last, and says that it could not be checked. */
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";

import type { Keyring } from "./contract.ts";
import { KeyringProvider } from "./react.tsx";
import { useKeyOverview } from "./useKeyOverview.ts";

const READY = { name: "ready" };
const replayed = { roles: [], devices: [] };

function theKeyring() {
  const overview = vi.fn().mockResolvedValue(replayed);
  const keyring = { overview, state: () => READY, subscribe: () => () => undefined } as unknown as Keyring;
  const wrapper = ({ children }: { children: ReactNode }) => <KeyringProvider keyring={keyring}>{children}</KeyringProvider>;
  return { overview, open: () => renderHook(() => useKeyOverview(), { wrapper }) };
}

test("the page that is opened next shows it at once, whatever the server does", async () => {
  const { overview, open } = theKeyring();
  const first = open();
  await waitFor(() => expect(first.result.current.overview).toBe(replayed));
  first.unmount();

  overview.mockRejectedValue(new Error("No connection"));
  const { result } = open();
  expect(result.current.overview).toBe(replayed);
  await waitFor(() => expect(result.current.failure).toBeDefined());
  expect(result.current.overview).toBe(replayed);
});

test("what another keyring has replayed is not shown", async () => {
  const one = theKeyring();
  const first = one.open();
  await waitFor(() => expect(first.result.current.overview).toBe(replayed));
  const other = theKeyring();
  other.overview.mockRejectedValue(new Error("No connection"));
  const { result } = other.open();
  await waitFor(() => expect(result.current.failure).toBeDefined());
  expect(result.current.overview).toBeUndefined();
});
