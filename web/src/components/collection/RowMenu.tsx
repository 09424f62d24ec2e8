/** The menu at the end of a row. A list draws many: until one is opened each is a bare button, and its items are made then. */
import { Ellipsis } from "lucide-react";
import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode } from "react";

import { useSay } from "../../i18n/say";
import { looks } from "../Button";
import { loadMenu } from "../Menu";
import { OPENING_KEYS, type OpenMenu } from "../MenuButton";
import { part } from "../part";
import { PopUp } from "../PopUp";

const MenuPopover = part(loadMenu);

interface RowMenuProps {
  /** The items. The same function for as long as the row stands. */
  items: () => ReactNode;
}

const CLASSES = looks({ look: "quiet", size: "small", icon: true });

/** Opens as menus of the system do: when a mouse goes down, when a finger goes up, and by keys. */
export function RowMenu({ items }: RowMenuProps) {
  const say = useSay();
  const button = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const menuId = useId();
  const [focus, setFocus] = useState<OpenMenu["focus"] | null>(null);
  const isOpen = focus !== null;
  const label = say("documents.menu", "More actions");

  /** The button has the focus when the menu comes, so that it gets it back when the menu goes. */
  function open(at: OpenMenu["focus"]) {
    button.current?.focus({ preventScroll: true });
    setFocus(at);
  }
  function pressed({ button: which, pointerType }: PointerEvent) {
    if (which === 0 && pointerType === "mouse") open(true);
  }
  /** A finger went up; a screen reader presses without any pointer, and goes to the first item. */
  function clicked({ detail, nativeEvent }: MouseEvent) {
    const { pointerType } = nativeEvent as globalThis.PointerEvent;
    if (detail === 0) open("first");
    else if (pointerType !== "mouse" && !isOpen) open(true);
  }
  function keyed(event: KeyboardEvent) {
    const at = OPENING_KEYS[event.key];
    if (!at) return;
    event.preventDefault();
    event.stopPropagation();
    open(at);
  }

  return (
    <>
      <button
        ref={button}
        id={buttonId}
        type="button"
        tabIndex={-1}
        className={CLASSES}
        aria-label={label}
        aria-haspopup
        aria-expanded={isOpen}
        {...(isOpen && { "aria-controls": menuId, "data-pressed": true })}
        onPointerEnter={({ currentTarget, pointerType }) => pointerType === "mouse" && currentTarget.setAttribute("data-hovered", "true")}
        onPointerLeave={({ currentTarget }) => currentTarget.removeAttribute("data-hovered")}
        // Otherwise the browser gives the focus to the button again, after the menu took it.
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={pressed}
        onClick={clicked}
        onKeyDown={keyed}
      >
        <Ellipsis />
      </button>
      {isOpen && (
        <PopUp onClose={() => setFocus(null)}>
          <MenuPopover menu={{ button, buttonId, menuId, focus, close: () => setFocus(null) }} label={label} placement="bottom end">
            {items()}
          </MenuPopover>
        </PopUp>
      )}
    </>
  );
}
