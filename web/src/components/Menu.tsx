/** What else can be done with something, behind one button. */
import { createContext, lazy, use, type ComponentType, type ReactNode } from "react";
import type { MenuItemProps as AriaItemProps, Selection } from "react-aria-components/Menu";
import type { PopoverProps } from "react-aria-components/Popover";

import { MenuButton } from "./MenuButton";

/** Menus that may be opened soon are fetched ahead by it. */
export const loadMenu = () => import("./MenuPopover");
const MenuPopover = lazy(loadMenu);

export type ItemProps = Omit<AriaItemProps, "children" | "className"> & {
  icon?: ComponentType;
  label: string;
  hint?: string | undefined;
  keys?: string;
  destroys?: boolean;
  end?: ReactNode;
};

export interface ChoiceProps {
  id: string;
  label: string;
}

/** The parts of a menu come with the menu. */
export interface MenuParts {
  Item: ComponentType<ItemProps>;
  Choice: ComponentType<ChoiceProps>;
  Line: ComponentType;
}

export const MenuPartsContext = createContext<MenuParts | null>(null);

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  placement?: PopoverProps["placement"];
  label: string;
}

export function Menu({ trigger, children, placement = "bottom end", label }: MenuProps) {
  return (
    <MenuButton trigger={trigger}>
      {(menu) => (
        <MenuPopover menu={menu} label={label} placement={placement}>
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
