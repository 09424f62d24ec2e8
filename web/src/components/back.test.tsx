// @vitest-environment jsdom
/** Back closes what is in front, newest first, and only then leaves the page; nothing it leaves behind is in the way. */
import { act, cleanup, render, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter, useNavigate } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { BackCloses } from "./BackCloses";
import { StepsFirst } from "./StepsFirst";
import { useAddress, type Address } from "./useAddress";

/** Where the history stands when no step is under way any more. */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
  }
}

async function back(): Promise<void> {
  const gone = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  history.back();
  await act(async () => void (await gone));
  await settled();
}

const here = () => location.pathname + location.search;
const isNarrow = vi.hoisted(() => vi.fn<() => boolean>());
vi.mock(import("./useNarrow"), async (original) => ({ ...(await original()), useNarrow: isNarrow }));

const Router = ({ children }: { children: ReactNode }) => (
  <BrowserRouter>
    <StepsFirst>{children}</StepsFirst>
  </BrowserRouter>
);

let visit = 0;

beforeEach(() => {
  isNarrow.mockReturnValue(true);
  // Each test begins on a page that another one leads to.
  visit += 1;
  history.pushState({ idx: 0 }, "", `/before/${visit}`);
  history.pushState({ idx: 1 }, "", "/documents");
});
afterEach(async () => {
  cleanup();
  await settled();
});

describe("on a phone", () => {
  test("Back closes a dialog, and the next one leaves the page", async () => {
    const close = vi.fn(() => shown.rerender(<div />));
    const shown = render(<BackCloses close={close} />);
    await back();
    expect(close).toHaveBeenCalledOnce();
    expect(here()).toBe("/documents");
    await back();
    expect(here()).toBe(`/before/${visit}`);
  });

  test("of two, the newer one goes first", async () => {
    const closed: string[] = [];
    const menu = render(<BackCloses close={() => closed.push("dialog")} />);
    const dialog = render(<BackCloses close={() => closed.push("menu")} />);
    await back();
    expect(closed).toEqual(["menu"]);
    dialog.unmount();
    await settled();
    await back();
    expect(closed).toEqual(["menu", "dialog"]);
    menu.unmount();
    await settled();
    expect(here()).toBe("/documents");
  });

  test("what was closed by hand leaves no step behind", async () => {
    const shown = render(<BackCloses close={() => undefined} />);
    shown.unmount();
    await settled();
    await back();
    expect(here()).toBe(`/before/${visit}`);
  });

  test("a form with something in it stays", async () => {
    const shown = render(<BackCloses close={null} />);
    await back();
    expect(here()).toBe("/documents");
    await back();
    expect(here()).toBe("/documents");
    shown.unmount();
    await settled();
  });

  test("a choice that leads to another page leads back from there in one step", async () => {
    const shown = render(<BackCloses close={() => undefined} />);
    shown.unmount();
    history.pushState({ idx: 2 }, "", "/tasks");
    await settled();
    await back();
    await settled();
    expect(here()).toBe("/documents");
    await back();
    expect(here()).toBe(`/before/${visit}`);
  });
});

test("on a desk Back is for pages alone", async () => {
  isNarrow.mockReturnValue(false);
  const close = vi.fn();
  const shown = render(<BackCloses close={close} />);
  await back();
  expect(close).not.toHaveBeenCalled();
  expect(here()).toBe(`/before/${visit}`);
  shown.unmount();
});

describe("what the address opens over a list", () => {
  const open = (id: string) => (next: URLSearchParams) => next.set("open", id);
  const close = (next: URLSearchParams) => next.delete("open");

  function address() {
    const { result } = renderHook(useAddress, { wrapper: Router });
    return {
      now: () => result.current,
      change: async (how: Parameters<Address["change"]>[0]) => {
        act(() => result.current.change(how));
        await settled();
      },
      query: () => result.current.query.toString(),
    };
  }

  test("is closed by Back", async () => {
    const { change, query } = address();
    await change(open("d1"));
    await change(open("d2"));
    expect(query()).toBe("open=d2");
    await back();
    expect([query(), here()]).toEqual(["", "/documents"]);
  });

  test("closed by hand, it leaves no step behind", async () => {
    const { change, query } = address();
    await change(open("d1"));
    await change(close);
    expect(query()).toBe("");
    await back();
    expect(here()).toBe(`/before/${visit}`);
  });

  test("closed twice in one moment, it goes one step", async () => {
    const { change, query, now } = address();
    await change(open("d1"));
    act(() => {
      now().change(close);
      now().change(close);
    });
    await settled();
    expect([query(), here()]).toEqual(["", "/documents"]);
  });

  describe("while the step that closes it is under way", () => {
    /** As Chromium does it: later, and to the place that was meant when it was asked for, whatever was opened in between. */
    function slowSteps(): void {
      const go = history.go.bind(history);
      vi.spyOn(history, "go").mockImplementation((by = 0) => {
        const from = placeInHistory();
        setTimeout(() => go(by - (placeInHistory() - from)), 20);
      });
    }
    const placeInHistory = () => (history.state as { idx: number }).idx;
    const stepDone = () => act(() => new Promise((resolve) => window.addEventListener("popstate", () => setTimeout(resolve, 5), { once: true })));

    afterEach(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });

    test("what is opened next stays open, is closed by hand and by Back, and leaves no step behind", async () => {
      const { change, query, now } = address();
      await change(open("d1"));
      slowSteps();
      act(() => now().change(close));
      act(() => now().change(open("d2")));
      await stepDone();
      await settled();
      expect([query(), here()]).toEqual(["open=d2", "/documents?open=d2"]);
      vi.restoreAllMocks();
      await change(close);
      expect([query(), here()]).toEqual(["", "/documents"]);
      await change(open("d3"));
      await back();
      expect([query(), here()]).toEqual(["", "/documents"]);
      await back();
      expect(here()).toBe(`/before/${visit}`);
    });

    test("the page that a link leads to stays", async () => {
      const { result } = renderHook(() => ({ address: useAddress(), navigate: useNavigate() }), { wrapper: Router });
      act(() => result.current.address.change(open("d1")));
      await settled();
      slowSteps();
      act(() => result.current.address.change(close));
      act(() => void result.current.navigate("/tasks"));
      await stepDone();
      await settled();
      expect(here()).toBe("/tasks");
      await back();
      expect(here()).toBe("/documents");
    });

    test("a step that the browser never carries out holds nothing up for long", async () => {
      const { change, now } = address();
      await change(open("d1"));
      vi.useFakeTimers();
      vi.spyOn(history, "go").mockReturnValue(undefined);
      act(() => now().change(close));
      act(() => now().change(open("d2")));
      expect(here()).toBe("/documents?open=d1");
      await act(() => vi.advanceTimersByTimeAsync(3000));
      vi.useRealTimers();
      expect(here()).toBe("/documents?open=d2");
    });
  });

  test("keeps what was narrowed meanwhile", async () => {
    const { change, query } = address();
    await change(open("d1"));
    await change((next) => next.set("stage", "valid"));
    await change(close);
    expect(query()).toBe("stage=valid");
  });

  test("opened by a link, it is closed where it is", async () => {
    history.replaceState({ idx: 1 }, "", "/documents?open=d1");
    const { change, query } = address();
    await change(close);
    expect([query(), here()]).toEqual(["", "/documents"]);
    await back();
    expect(here()).toBe(`/before/${visit}`);
  });

  test("goes together with the menu in front of it", async () => {
    const { change, query, now } = address();
    await change(open("d1"));
    const menu = render(<BackCloses close={() => undefined} />);
    await settled();
    act(() => {
      now().change(close);
      menu.unmount();
    });
    await settled();
    expect([query(), here()]).toEqual(["", "/documents"]);
    await back();
    expect(here()).toBe(`/before/${visit}`);
  });
});
