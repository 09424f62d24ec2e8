/**
 * Parts of the app that are fetched when they are drawn.
 *
 * React remembers for ever that a part did not arrive. Here a failed part is fetched again on "Try again".
 */
import { createElement, lazy, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from "react";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** The file of a part is gone, as after every deployment, or it could not be reached. */
export class PartMissing extends Error {
  constructor(cause: unknown) {
    super("A part of the app did not load.", { cause });
    this.name = "PartMissing";
  }
}

const failed = new Set<() => void>();

/** Lets every failed part be fetched again at its next render. */
export function loadPartsAgain(): void {
  for (const again of failed) again();
  failed.clear();
}

export function part<Props extends object>(load: Load<Props>): (props: Props) => ReactNode {
  const make = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(() =>
      load().catch((reason: unknown) => {
        failed.add(() => (now = make()));
        throw new PartMissing(reason);
      }),
    );
  let now = make();
  return function Part(props) {
    // For as long as it is drawn it stays the same.
    const [Loaded] = useState(() => now);
    return createElement(Loaded as ComponentType<Props>, props);
  };
}
