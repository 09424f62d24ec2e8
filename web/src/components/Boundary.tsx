/**
 * A border for faults: what fails while it is drawn stands in its own place, and takes nothing else along.
 *
 * Every app, route, panel and dialog has one. It resets when the location changes, and on "Try again".
 */
import { Border, type BorderProps } from "./Border";
import { Faulty } from "./Faulty";

interface BoundaryProps extends Omit<BorderProps, "fallback"> {
  /** What stands here after a fault, where that is not the fault itself with a way on. */
  fallback?: BorderProps["fallback"];
}

const faulty: BorderProps["fallback"] = (reason, again) => <Faulty reason={reason} onRetry={again} />;

export function Boundary({ fallback = faulty, ...rest }: BoundaryProps) {
  return <Border fallback={fallback} {...rest} />;
}
