// @vitest-environment jsdom
/** Whoever copies the recovery key copies what names the account, too: the key alone cannot tell a new browser which one it is. */
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Provider } from "react-redux";
import { afterEach, expect, test, vi } from "vitest";

import { baseApi } from "../../api/baseApi";
import { InEnglish } from "../../i18n/testing/InEnglish";
import type { Keyring } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { RecoveryKeyDialog } from "./RecoveryKeyDialog";

afterEach(cleanup);

const FILE = { name: "recovery-key.txt", text: "# account: 7d1\n# account-fingerprint: abc\n\nc2VjcmV0.Zm9v\n", key: "c2VjcmV0.Zm9v" };

test("copy takes the lines that name the account, and the page shows them for the print", async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  render(
    <Provider store={store}>
      <InEnglish>
        <KeyringProvider keyring={{} as Keyring}>
          <RecoveryKeyDialog file={FILE} onDone={() => undefined} />
        </KeyringProvider>
      </InEnglish>
    </Provider>,
  );
  expect(screen.getByText(/# account-fingerprint: abc/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Copy/ }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(FILE.text));
});
