// @vitest-environment jsdom
/** Settings says that nothing is kept on this device, and why; where it is kept nothing is said. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import type { DeskHandle } from "../../../desk/connect";
import { hostDesk } from "../../../desk/host";
import { DeskProvider } from "../../../desk/react";
import { InEnglish } from "../../../i18n/testing/InEnglish";
import { KeptCard } from "./KeptCard";

afterEach(cleanup);

function drawn() {
  const started: Parameters<Parameters<typeof hostDesk>[0]>[0][] = [];
  const host = hostDesk((starting) => {
    started.push(starting);
    return { end: () => undefined } as unknown as DeskHandle;
  }, "en");
  host.now();
  render(
    <InEnglish>
      <DeskProvider host={host}>
        <KeptCard />
      </DeskProvider>
    </InEnglish>,
  );
  return { host, told: (note: Parameters<(typeof started)[0]["onCopy"]>[0]) => act(() => started.at(-1)?.onCopy(note)) };
}

const says = () => document.body.textContent;

test("nothing is said where copies are kept, or where one box of them was dropped", () => {
  const { told } = drawn();
  expect(says()).toBe("");
  told({ kept: true });
  told({ dropped: "copy contact.1 7" });
  expect(says()).toBe("");
});

test.each([["full", /is full/], ["refused", /refuses to store/]] as const)("storage that is %s is said to be, over a lock, until something is kept again", (none, words) => {
  const { host, told } = drawn();
  told({ none });
  expect(screen.getByText("Nothing is kept on this device")).toBeTruthy();
  expect(says()).toMatch(words);
  told({ dropped: "copy contact.1 7" });
  act(() => {
    host.renew();
    host.now();
  });
  expect(says()).toMatch(words);
  told({ kept: true });
  expect(says()).toBe("");
});
