/** An open menu, and what its items look like. */
import type { ReactNode } from "react";
import { Keyboard } from "react-aria-components/Keyboard";
import { Menu as AriaMenu, MenuItem as AriaMenuItem, type Selection } from "react-aria-components/Menu";
import { Popover, type PopoverProps } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";

import { BackCloses } from "./BackCloses";
import { classes } from "./classes";
import { MenuPartsContext, type ChoiceProps, type ItemProps, type MenuParts } from "./menuParts";
import type { OpenMenu } from "./MenuButton";
import styles from "./Menu.module.css";
import { ServerHead, ServerWord } from "./ServerWord";
import { useOfflineReason } from "./useOnline";

interface PopoverMenuProps {
  menu: OpenMenu;
  label: string;
  placement: PopoverProps["placement"];
  children: ReactNode;
  /** Nobody has signed anything of what is in it: it says so at its head. */
  fromServer?: boolean | undefined;
  /** With both, its items are chosen instead of done. */
  chosen?: readonly string[];
  onChoose?: (chosen: Selection) => void;
}

export default function MenuPopover({ menu, label, placement, children, fromServer, chosen, onChoose }: PopoverMenuProps) {
  return (
    <Popover
      isOpen
      onOpenChange={(open) => !open && menu.close()}
      triggerRef={menu.button}
      trigger="MenuTrigger"
      aria-labelledby={menu.buttonId}
      placement={placement}
      offset={4}
      className={classes(styles["popover"], fromServer && styles["told"])}
      {...(fromServer && { "data-word": true })}
    >
      <BackCloses close={menu.close} />
      <MenuPartsContext value={PARTS}>
        {fromServer && <ServerHead />}
        <AriaMenu
          id={menu.menuId}
          aria-label={label}
          aria-labelledby={menu.buttonId}
          autoFocus={menu.focus}
          onClose={menu.close}
          className={styles["menu"]}
          {...(chosen ? { selectionMode: "multiple" as const, selectedKeys: chosen } : {})}
          {...(onChoose ? { onSelectionChange: onChoose } : {})}
        >
          {children}
        </AriaMenu>
      </MenuPartsContext>
    </Popover>
  );
}

function Item({ icon: Icon, label, hint: said, keys, destroys, end, writes = false, told, ...rest }: ItemProps) {
  const offline = useOfflineReason();
  const held = writes ? offline : undefined;
  const hint = held ?? said;
  return (
    <AriaMenuItem {...rest} {...(held !== undefined && { isDisabled: true })} textValue={label as string} className={classes(styles["item"], destroys && styles["destroys"])}>
      {Icon && <Icon />}
      {/* No label of its own: the item is called what is seen of it, with its hint. */}
      <span className={styles["words"]} data-word={told || undefined}>
        <span>{told ? <ServerWord inside>{label}</ServerWord> : (label as string)}</span>
        {hint && <span className="hint">{hint as string}</span>}
      </span>
      {end}
      {keys && <Keyboard className={styles["keys"]}>{keys}</Keyboard>}
    </AriaMenuItem>
  );
}

function Choice({ id, label }: ChoiceProps) {
  return (
    <AriaMenuItem id={id} textValue={label} className={styles["item"]}>
      {({ isSelected }) => (
        <>
          <span aria-hidden className={classes(styles["tick"], isSelected && styles["ticked"])} />
          {label}
        </>
      )}
    </AriaMenuItem>
  );
}

const Line = () => <Separator className={styles["line"]} />;

const PARTS: MenuParts = { Item, Choice, Line };
