/** What a key does in a list. */
export type GridAct =
  | { act: "move"; by: number; extend: boolean }
  | { act: "edge"; to: "first" | "last"; extend: boolean }
  | { act: "page"; by: 1 | -1; extend: boolean }
  | { act: "cell"; by: 1 | -1 }
  | { act: "open" }
  | { act: "openPage" }
  | { act: "select" }
  | { act: "selectAll" }
  | { act: "edit" }
  | { act: "clear" };

/** What a key does in the head of a list. */
export type HeadAct = { act: "cell"; by: 1 | -1 } | { act: "edge"; to: "first" | "last" } | { act: "width"; by: 1 | -1 } | { act: "leave" } | { act: "press" } | { act: "menu" };

export interface Pressed {
  key: string;
  ctrl: boolean;
  shift: boolean;
  /** Whether single letters are shortcuts. */
  letters: boolean;
  rtl: boolean;
}

export function gridAct({ key, ctrl, shift, letters, rtl }: Pressed): GridAct | null {
  switch (key) {
    case "ArrowDown":
      return { act: "move", by: 1, extend: shift };
    case "ArrowUp":
      return { act: "move", by: -1, extend: shift };
    case "ArrowRight":
      return { act: "cell", by: rtl ? -1 : 1 };
    case "ArrowLeft":
      return { act: "cell", by: rtl ? 1 : -1 };
    case "Home":
      return { act: "edge", to: "first", extend: shift };
    case "End":
      return { act: "edge", to: "last", extend: shift };
    case "PageDown":
      return { act: "page", by: 1, extend: shift };
    case "PageUp":
      return { act: "page", by: -1, extend: shift };
    case "Enter":
      return ctrl ? { act: "openPage" } : { act: "open" };
    case " ":
      return { act: "open" };
    case "Escape":
      return { act: "clear" };
    case "F2":
      return { act: "edit" };
    default:
      break;
  }
  const letter = key.toLowerCase();
  if (ctrl) return letter === "a" ? { act: "selectAll" } : null;
  if (!letters) return null;
  if (letter === "j") return { act: "move", by: 1, extend: false };
  if (letter === "k") return { act: "move", by: -1, extend: false };
  if (letter === "e") return { act: "edit" };
  return letter === "x" ? { act: "select" } : null;
}

export function headAct({ key, shift, alt, rtl }: { key: string; shift: boolean; alt: boolean; rtl: boolean }): HeadAct | null {
  const forward = rtl ? -1 : 1;
  switch (key) {
    case "ArrowRight":
    case "ArrowLeft": {
      const by = key === "ArrowRight" ? forward : (-forward as 1 | -1);
      return { act: shift ? "width" : "cell", by };
    }
    case "ArrowDown":
      return { act: alt ? "menu" : "leave" };
    case "Home":
      return { act: "edge", to: "first" };
    case "End":
      return { act: "edge", to: "last" };
    case "Enter":
    case " ":
      return { act: "press" };
    case "ContextMenu":
      return { act: "menu" };
    case "F10":
      return shift ? { act: "menu" } : null;
    default:
      return null;
  }
}
