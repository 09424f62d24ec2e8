// @vitest-environment jsdom
/** Files dropped on a place arrive there, also when the target itself has only just been fetched. */
import { cleanup, createEvent, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { FileDrop } from "./FileDrop";

afterEach(cleanup);

const paper = new File(["paper"], "paper.txt", { type: "text/plain" });

/** What a drag from the desktop carries; the test browser has no such thing. */
const dragged = () => ({
  effectAllowed: "all",
  dropEffect: "none",
  types: ["Files"],
  files: [paper],
  items: [{ kind: "file", type: paper.type, getAsFile: () => paper, webkitGetAsEntry: () => ({ isFile: true }) }],
});

async function show(isDisabled = false) {
  const onFiles = vi.fn();
  render(
    <FileDrop label="Drop to upload" onFiles={onFiles} isDisabled={isDisabled}>
      <p>The list</p>
    </FileDrop>,
  );
  const list = screen.getByText("The list");
  const button = await screen.findByRole("button", { name: "Drop to upload" });
  return { onFiles, list, button, zone: list.parentElement };
}

test("the place says that it takes what is carried over it, and gets it", async () => {
  const { onFiles, list, zone } = await show();
  fireEvent.dragEnter(list, { dataTransfer: dragged() });
  expect(zone?.hasAttribute("data-drop-target")).toBe(true);
  fireEvent.drop(list, { dataTransfer: dragged() });
  await waitFor(() => expect(onFiles).toHaveBeenCalledWith([paper]));
  expect(zone?.hasAttribute("data-drop-target")).toBe(false);
});

test("files are pasted with the keyboard", async () => {
  const { onFiles, button } = await show();
  fireEvent.paste(button, { clipboardData: { files: [paper] } });
  expect(onFiles).toHaveBeenCalledWith([paper]);
});

test("a place that takes nothing does not let the browser open the file instead", async () => {
  const { onFiles, list, zone } = await show(true);
  fireEvent.dragEnter(list, { dataTransfer: dragged() });
  expect(zone?.hasAttribute("data-drop-target")).toBe(false);
  const drop = createEvent.drop(list, { dataTransfer: dragged() });
  fireEvent(list, drop);
  expect(drop.defaultPrevented).toBe(true);
  expect(onFiles).not.toHaveBeenCalled();
});
