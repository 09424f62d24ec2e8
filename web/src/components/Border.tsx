/**
 * A border for faults that says itself what stands in place of what failed. It knows no screens, so that signs and marks can have one.
 */
import { Component, Suspense, type ReactNode } from "react";

import { loadPartsAgain } from "./part";

export interface BorderProps {
  /** What is shown here: another one is no fault of this one. */
  place?: string | null;
  /** While what is inside is on its way. */
  waiting?: ReactNode;
  /** What stands here after a fault. */
  fallback: (reason: unknown, again: () => void) => ReactNode;
  children: ReactNode;
}

interface BorderState {
  fault: { reason: unknown } | null;
  place: BorderProps["place"];
}

export class Border extends Component<BorderProps, BorderState> {
  override state: BorderState = { fault: null, place: this.props.place };

  static getDerivedStateFromError(reason: unknown): Pick<BorderState, "fault"> {
    return { fault: { reason } };
  }

  static getDerivedStateFromProps({ place }: BorderProps, state: BorderState): BorderState | null {
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
    return fault ? fallback(fault.reason, this.again) : <Suspense fallback={waiting}>{children}</Suspense>;
  }
}

/** For what has no place of its own: when it fails it simply is not there. */
export function Aside({ children }: { children: ReactNode }) {
  return <Border fallback={() => null}>{children}</Border>;
}
