/**
 * Whether Coffer can be reached: told from what the browser knows, from the socket, and from every call.
 *
 * A network says nothing about a server, and one call that failed says nothing either. A server does not answer when the
 * socket is closed and a call has failed by the network or at a gateway; the first success of either kind ends that.
 */
export type Reach = "fine" | "offline" | "silent";

export interface Connection {
  /** As the browser knows it. */
  readonly online: boolean;
  readonly socket: boolean;
  /** A call has failed since the last success. */
  readonly failed: boolean;
}

export type Heard =
  | "online"
  | "offline"
  | "socket opened"
  | "socket closed"
  /** Anything that a server says is an answer, its refusals too. */
  | "answered"
  /** Network error, or 502 to 504 from a proxy. */
  | "unanswered";

export const BEGUN: Connection = { online: true, socket: false, failed: false };

export function after(now: Connection, heard: Heard): Connection {
  switch (heard) {
    case "online":
      return { ...now, online: true };
    case "offline":
      return { ...now, online: false };
    case "socket opened":
      return { ...now, socket: true, failed: false };
    case "socket closed":
      return { ...now, socket: false };
    case "answered":
      return now.failed ? { ...now, failed: false } : now;
    case "unanswered":
      return now.failed ? now : { ...now, failed: true };
  }
}

export function reachOf({ online, socket, failed }: Connection): Reach {
  if (!online) return "offline";
  return failed && !socket ? "silent" : "fine";
}

export const isUnanswered = (status: number): boolean => status === 0 || (status >= 502 && status <= 504);
