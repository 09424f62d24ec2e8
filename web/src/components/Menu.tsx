/** What else can be done with something, behind one button. */
import { use, type ReactNode } from "react";
import type { Selection } from "react-aria-components/Menu";
import type { PopoverProps } from "react-aria-components/Popover";

import { MenuButton } from "./MenuButton";
import { MenuPartsContext, type ChoiceProps, type ItemProps } from "./menuParts";
import { part } from "./part";

/** Menus that may be opened soon are fetched ahead by it. */
export const loadMenu = () => import("./MenuPopover");
const MenuPopover = part(loadMenu);

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  placement?: PopoverProps["placement"];
  label: string;
  /** Nobody has signed anything of what is in it. */
  fromServer?: boolean;
}

export function Menu({ trigger, children, placement = "bottom end", label, fromServer }: MenuProps) {
  return (
    <MenuButton trigger={trigger}>
      {(menu) => (
        <MenuPopover menu={menu} label={label} placement={placement} fromServer={fromServer}>
          {children}
        </MenuPopover>
      )}
    </MenuButton>
  );
}

interface ChoicesProps extends MenuProps {
  chosen: readonly string[];
  onChoose: (chosen: Selection) => void;
}

/** A menu of `MenuChoice`s, of which any number holds; it stays open while somebody chooses. */
export function ChoiceMenu({ trigger, children, placement = "bottom start", label, chosen, onChoose }: ChoicesProps) {
  return (
    <MenuButton trigger={trigger}>
      {(menu) => (
        <MenuPopover menu={menu} label={label} placement={placement} chosen={chosen} onChoose={onChoose}>
          {children}
        </MenuPopover>
      )}
    </MenuButton>
  );
}

export function MenuItem(props: ItemProps) {
  const parts = use(MenuPartsContext);
  return parts && <parts.Item {...props} />;
}

export function MenuChoice(props: ChoiceProps) {
  const parts = use(MenuPartsContext);
  return parts && <parts.Choice {...props} />;
}

export function MenuLine() {
  const parts = use(MenuPartsContext);
  return parts && <parts.Line />;
}
