/** The parts of a menu, as the one who fills it names them; what they look like comes with the menu itself. */
import type { Word } from "../i18n/word";
import { createContext, type ComponentType, type ReactNode } from "react";
import type { MenuItemProps } from "react-aria-components/Menu";

export type ItemProps = Omit<MenuItemProps, "children" | "className"> & {
  icon?: ComponentType;
  label: string | Word;
  hint?: string | Word | undefined;
  keys?: string;
  destroys?: boolean;
  /** It changes what the server keeps: without a network it says why it cannot. */
  writes?: boolean;
  end?: ReactNode;
  /** Nobody but the server says what it is called. */
  told?: boolean;
};

export interface ChoiceProps {
  id: string;
  label: string;
}

export interface MenuParts {
  Item: ComponentType<ItemProps>;
  Choice: ComponentType<ChoiceProps>;
  Line: ComponentType;
}

export const MenuPartsContext = createContext<MenuParts | null>(null);
