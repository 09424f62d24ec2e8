// @vitest-environment jsdom
/** A field that is drawn twice, because its first drawing had to wait, has what was typed before either. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { StrictMode, Suspense, use } from "react";
import { afterEach, expect, test } from "vitest";

import { hearAhead, takeAhead } from "./typedAhead";
import { useTypedAhead } from "./useTypedAhead";

afterEach(() => {
  cleanup();
  takeAhead();
});

const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

function Field({ needed }: { needed: Promise<string> }) {
  const [typed, type] = useTypedAhead();
  return <input aria-label={use(needed)} value={typed} onChange={({ target }) => type(target.value)} />;
}

test("letters from before and during a drawing that waits are in the field", async () => {
  let come: (label: string) => void = () => undefined;
  const needed = new Promise<string>((resolve) => (come = resolve));
  hearAhead();
  press("p");
  await act(async () => {
    render(
      <StrictMode>
        <Suspense fallback={null}>
          <Field needed={needed} />
        </Suspense>
      </StrictMode>,
    );
    await Promise.resolve();
  });
  press("o");
  await act(async () => {
    come("Search");
    await needed;
  });
  expect((await screen.findByLabelText<HTMLInputElement>("Search")).value).toBe("po");
});
