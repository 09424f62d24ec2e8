/**
 * A border for faults: what fails while it is drawn stands in its own place, and takes nothing else along.
 *
 * Every app, route, panel and dialog has one. It resets when the location changes, and on "Try again".
 */
import { Component, Suspense, type ReactNode } from "react";

import { Faulty } from "./Faulty";
import { loadPartsAgain } from "./part";

interface BoundaryProps {
  /** What is shown here: another one is no fault of this one. */
  place?: string | null;
  /** While what is inside is on its way. */
  waiting?: ReactNode;
  /** What stands here after a fault, where that is not the fault itself with a way on. */
  fallback?: (reason: unknown) => ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  fault: { reason: unknown } | null;
  place: BoundaryProps["place"];
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { fault: null, place: this.props.place };

  static getDerivedStateFromError(reason: unknown): Pick<BoundaryState, "fault"> {
    return { fault: { reason } };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    if (place === state.place) return null;
    if (state.fault) loadPartsAgain();
    return { fault: null, place };
  }

  readonly again = () => {
    loadPartsAgain();
    this.setState({ fault: null });
  };

  override render(): ReactNode {
    const { children, fallback, waiting = null } = this.props;
    const { fault } = this.state;
    if (!fault) return <Suspense fallback={waiting}>{children}</Suspense>;
    return fallback ? fallback(fault.reason) : <Faulty reason={fault.reason} onRetry={this.again} />;
  }
}

/** For what has no place of its own: when it fails it simply is not there. */
export function Aside({ children }: { children: ReactNode }) {
  return <Boundary fallback={() => null}>{children}</Boundary>;
}
