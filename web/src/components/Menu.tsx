/** What else can be done with something, behind one button. */
import type { ComponentType, ReactNode } from "react";
import { Keyboard } from "react-aria-components/Keyboard";
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger, type MenuItemProps } from "react-aria-components/Menu";
import { Popover, type PopoverProps } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import { Text } from "react-aria-components/Text";

import { classes } from "./classes";
import styles from "./Menu.module.css";

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  placement?: PopoverProps["placement"];
  label: string;
}

export function Menu({ trigger, children, placement = "bottom end", label }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles["popover"]} placement={placement} offset={4}>
        <AriaMenu className={styles["menu"]} aria-label={label}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

type ItemProps = Omit<MenuItemProps, "children" | "className"> & {
  icon?: ComponentType;
  label: string;
  hint?: string | undefined;
  keys?: string;
  destroys?: boolean;
  end?: ReactNode;
};

export function MenuItem({ icon: Icon, label, hint, keys, destroys, end, ...rest }: ItemProps) {
  return (
    <AriaMenuItem {...rest} textValue={label} className={classes(styles["item"], destroys && styles["destroys"])}>
      {Icon && <Icon />}
      <span className={styles["words"]}>
        <Text slot="label">{label}</Text>
        {hint && (
          <Text slot="description" className="hint">
            {hint}
          </Text>
        )}
      </span>
      {end}
      {keys && <Keyboard className={styles["keys"]}>{keys}</Keyboard>}
    </AriaMenuItem>
  );
}

export function MenuLine() {
  return <Separator className={styles["line"]} />;
}
