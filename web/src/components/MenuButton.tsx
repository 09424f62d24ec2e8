/** The button of a menu. It stands at once; the menu itself is fetched ahead, or when it is first opened. */
import { useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { ButtonContext, type ButtonProps } from "react-aria-components/Button";
import { PopUp } from "./PopUp";

/** What an open menu has to know of its button. */
export interface OpenMenu {
  button: RefObject<HTMLButtonElement | null>;
  buttonId: string;
  menuId: string;
  /** Where the focus goes first; `true` leaves it with the menu. */
  focus: "first" | "last" | true;
  close: () => void;
}

interface MenuButtonProps {
  trigger: ReactNode;
  /** Draws the menu while it is open. */
  children: (menu: OpenMenu) => ReactNode;
}

/** Which keys open a menu, and where the focus goes then. */
export const OPENING_KEYS: Record<string, "first" | "last"> = {
  Enter: "first",
  " ": "first",
  ArrowDown: "first",
  ArrowUp: "last",
};

/** Opens as menus of the system do: when a mouse goes down, when a finger goes up, and by keys. */
export function MenuButton({ trigger, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const menuId = useId();
  const [focus, setFocus] = useState<OpenMenu["focus"] | null>(null);
  const isOpen = focus !== null;

  /** The button has the focus when the menu comes, so that it gets it back when the menu goes. */
  function open(at: OpenMenu["focus"]) {
    button.current?.focus({ preventScroll: true });
    setFocus(at);
  }

  const opening: ButtonProps & { preventFocusOnPress: boolean; isPressed: boolean } = {
    id: buttonId,
    "aria-haspopup": true,
    "aria-expanded": isOpen,
    ...(isOpen ? { "aria-controls": menuId } : {}),
    isPressed: isOpen,
    // Otherwise the browser gives the focus to the button again, after the menu took it.
    preventFocusOnPress: true,
    onPressStart: ({ pointerType }) => {
      if (pointerType === "touch" || pointerType === "keyboard") return;
      // Pressed by a screen reader, it goes to the first item.
      open(pointerType === "virtual" ? "first" : true);
    },
    onPress: ({ pointerType }) => {
      if (pointerType === "touch") open(true);
    },
    onKeyDown: (event) => {
      const at = OPENING_KEYS[event.key];
      if (!at) return event.continuePropagation();
      event.preventDefault();
      open(at);
    },
  };

  return (
    <>
      <ButtonContext value={{ ...opening, ref: button }}>{trigger}</ButtonContext>
      {isOpen && (
        <PopUp onClose={() => setFocus(null)}>
          {children({ button, buttonId, menuId, focus, close: () => setFocus(null) })}
        </PopUp>
      )}
    </>
  );
}
