/** Something to press. One button per view is primary; red only confirms what destroys. */
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components/Button";
import { Link as AriaLink, type LinkProps as AriaLinkProps } from "react-aria-components/Link";

import styles from "./Button.module.css";
import { classes } from "./classes";
import { OFFLINE_REASON, useOfflineReason } from "./useOnline";

interface Look {
  look?: "plain" | "primary" | "quiet" | "danger" | "warning";
  size?: "medium" | "small" | "large";
  /** A square that holds an icon; such a button needs an `aria-label`. */
  icon?: boolean;
  wide?: boolean;
}

interface Deed {
  className?: string;
  /** It changes what the server keeps: without a network it stays where it is, and says why it does nothing. */
  writes?: boolean;
}

export type ButtonProps = Omit<AriaProps, "className" | "style"> & Look & Deed;
export type ButtonLinkProps = Omit<AriaLinkProps, "className" | "style"> & Look & { className?: string };

/** The classes of a button, for one that is drawn too often to be more than an element. */
export const looks = ({ look = "plain", size = "medium", icon, wide }: Look, className?: string): string =>
  classes(styles["button"], styles[look], styles[size], icon && styles["icon"], wide && styles["wide"], className);

export function Button(props: ButtonProps) {
  const { look, size, icon, wide, className, writes = false, isPending = false, type = "button", onPress, ...rest } = props;
  const offline = useOfflineReason();
  const held = writes ? offline : undefined;
  const still = isPending || held !== undefined;
  return (
    <AriaButton
      {...rest}
      // The library's own pending state repeats the label in a live region that outlives the button. Ours is silent:
      // the button keeps its focus, says that it is busy, and neither acts nor sends its form.
      type={still ? "button" : type}
      {...(onPress && !still ? { onPress } : {})}
      render={(props) => (
        <button
          {...props}
          {...(isPending ? { "aria-disabled": true, "aria-busy": true, "data-pending": true } : {})}
          {...(held !== undefined
            ? { "aria-disabled": true, "aria-describedby": OFFLINE_REASON, "data-held": true, title: held }
            : {})}
        />
      )}
      className={looks({ look, size, icon, wide }, className)}
    />
  );
}

/** Looks like a button and goes somewhere. */
export function ButtonLink({ look, size, icon, wide, className, ...rest }: ButtonLinkProps) {
  return <AriaLink {...rest} className={looks({ look, size, icon, wide }, className)} />;
}
