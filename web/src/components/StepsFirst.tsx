/** Every navigation waits for a step back that is under way: the browser would carry the step out after it, and undo it. */
import { useContext, useMemo, type ReactNode } from "react";
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from "react-router";

import { afterStep } from "./back";

export function StepsFirst({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext);
  const value = useMemo(() => ({ ...context, navigator: inTurn(context.navigator) }), [context]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

const inTurn = (navigator: Navigator): Navigator => ({
  ...navigator,
  push: (...where) => afterStep(() => navigator.push(...where)),
  replace: (...where) => afterStep(() => navigator.replace(...where)),
});
