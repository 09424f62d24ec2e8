/** Hears from the server what changed, and makes exactly that stale. */
import { baseApi, TAGS, type Tag } from "../api/baseApi";
import { sightChanged } from "../api/itemSync";
import { sawPosition, TAB_ID } from "../api/http";
import { isThere, hear as tellReach, onReach, reach } from "../browser/reach";
import type { Keyring } from "../keyring/contract";
import { KINDS } from "./kinds";
import { lookWhatIsServed } from "./served";
import type { store as appStore } from "./store";

interface Change {
  resource: string;
  id: string;
  version: number;
  op: "upsert" | "delete";
  by: string;
  origin: string | null;
}

export type Frame =
  | { type: "hello"; accountId: string; seq: number; heartbeatSec: number }
  | { type: "changed"; accountId: string; seq: number; changes: Change[] }
  | { type: "notice"; kind: string; id: string; seq: number }
  | { type: "session"; reason: "revoked" | "switched" | "role" | "banned" }
  | { type: "resync"; reason: string; seq: number }
  | { type: "ping"; t: number };

const TAGS_OF: Record<string, readonly Tag[]> = {
  ...Object.fromEntries(KINDS.map(({ kind, tags }) => [kind, tags])),
  profileGroup: ["Profile"],
  profileSubGroup: ["Profile"],
  topic: ["Topic"],
  status: ["Status"],
  savedFilter: ["SavedFilter"],
  // The session names the people of its account, too.
  member: ["Member", "Session", "Notice"],
  role: ["Role"],
  invitation: ["Invitation", "Notice"],
  account: ["Account", "Session"],
  // The list of members says who can read and on how many devices.
  key: ["KeyWraps", "Member", "Notice"],
  audit: ["Audit"],
  activity: ["Suspicious"],
};

/** These decide which items come into sight. */
const SIGHT_RESOURCES = ["member", "role", "account"];
const WAITING = ["waiting", "pending"];
const KEY_RESOURCES = ["key", "member", "role", "account"] as const;

/** The lists and items that these changes make stale; our own writes have done so already, but for those of the keyring. */
export function staleTags(changes: readonly Change[], origin: string): { type: Tag; id?: string }[] {
  const tags = new Map<string, { type: Tag; id?: string }>();
  for (const change of changes) {
    // It may settle what the bell says of it, whoever has written it.
    if (change.resource === "document" || change.resource === "task") tags.set(`Notice ${change.id}`, { type: "Notice", id: change.id });
    if (change.origin === origin && change.resource !== "key") continue;
    for (const type of TAGS_OF[change.resource] ?? []) {
      if (type === "Document") {
        tags.set(`${type} LIST`, { type, id: "LIST" });
        tags.set(`${type} ${change.id}`, { type, id: change.id });
      } else {
        tags.set(type, { type });
      }
    }
  }
  // Every change is an entry of the audit log as well.
  if (changes.length > 0) tags.set("Audit", { type: "Audit" });
  return [...tags.values()];
}

export interface Realtime {
  close(): void;
}

interface Listener {
  store: typeof appStore;
  keyring: Keyring;
  /** Resolves when it is known what has become of the session. */
  onSession: (reason: string) => Promise<void>;
  /** The page is older than this connection, so it may have missed changes. */
  missed: boolean;
  /** Where the reads of the page began: what changed since is told as after a cut. */
  from: number | null;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** From the first packet to the `hello`. */
const OPENING_MS = 15_000;
/** One heartbeat may be late and one may be lost. */
const SILENT_BEATS = 2.5;
/** These closings are answers; asking again would get the same one. */
const FINAL_CODES = [4401, 4403, 4409];

export function listen({ store, keyring, onSession, missed, from }: Listener): Realtime {
  let socket: WebSocket | null = null;
  let since = missed ? null : from;
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let silentAfter = OPENING_MS;
  let closed = false;
  let behind = missed;
  let reopens = false;
  /** News that came while the session was asked for: without it they would only be refused. */
  let waiting: Frame[] | null = null;

  function hear(frame: Frame) {
    if (waiting && frame.type === "changed") return void waiting.push(frame);
    switch (frame.type) {
      case "hello":
        silentAfter = frame.heartbeatSec * 1000 * SILENT_BEATS;
        if (behind || (since !== null && frame.seq > since)) resync();
        // Whoever waits looked before anybody could be heard, and the answer may have come in between.
        else if (WAITING.includes(keyring.state().name)) keyring.heard("key", "");
        behind = false;
        since = frame.seq;
        return undefined;
      case "changed":
        since = frame.seq;
        sawPosition(frame.seq);
        if (frame.changes.some(({ resource }) => SIGHT_RESOURCES.includes(resource))) sightChanged();
        store.dispatch(baseApi.util.invalidateTags(staleTags(frame.changes, TAB_ID)));
        for (const { resource, id } of frame.changes) {
          const heard = KEY_RESOURCES.find((known) => known === resource);
          if (heard) keyring.heard(heard, id);
        }
        socket?.send(JSON.stringify({ v: 1, type: "ack", seq: frame.seq }));
        return undefined;
      case "session":
        sightChanged();
        waiting ??= [];
        void onSession(frame.reason).finally(() => {
          const news = waiting ?? [];
          waiting = null;
          if (!closed) news.forEach(hear);
        });
        return undefined;
      case "resync":
        since = frame.seq;
        return resync();
      case "notice":
        store.dispatch(baseApi.util.invalidateTags(["Notice"]));
        if (frame.kind === "invitation") store.dispatch(baseApi.util.invalidateTags(["Invitation"]));
        if (frame.kind === "security") store.dispatch(baseApi.util.invalidateTags(["Suspicious"]));
        return undefined;
      case "ping":
        socket?.send(JSON.stringify({ v: 1, type: "pong", t: frame.t }));
        return undefined;
    }
  }

  /** Changes may have been missed, and calls refused without a session: fetch everything again. */
  function resync() {
    store.dispatch(baseApi.util.invalidateTags([...TAGS]));
    keyring.heard("key", "");
  }

  function connect() {
    const address = new URL("/socket/stream", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    if (since !== null) address.searchParams.set("since", String(since));
    const opening = new WebSocket(address);
    let opened = false;
    socket = opening;
    silentAfter = OPENING_MS;
    listenFor(opening);
    opening.onopen = () => {
      opened = true;
      wait = FIRST_WAIT_MS;
      tellReach("socket opened");
      // Whoever exchanges the server cuts the sockets.
      if (reopens) void lookWhatIsServed();
      reopens = true;
    };
    opening.onmessage = ({ data }) => {
      if (socket !== opening) return;
      hear(JSON.parse(String(data)) as Frame);
      listenFor(opening);
    };
    opening.onclose = ({ code }) => {
      if (socket === opening) lost(code, opened);
    };
  }

  /** The server sends a ping with every heartbeat: a socket that hears nothing is open at this end only. */
  function listenFor(listening: WebSocket) {
    clearTimeout(silence);
    if (closed) return;
    silence = setTimeout(() => {
      // Closing is a handshake, which nobody answers here: it is not waited for.
      listening.close();
      lost(0, false);
    }, silentAfter);
  }

  function lost(code: number, opened: boolean) {
    socket = null;
    clearTimeout(silence);
    tellReach("socket closed");
    if (closed) return;
    if (FINAL_CODES.includes(code)) return void onSession(code === 4409 ? "switched" : "revoked");
    // A page that sends nothing would not find out that nobody answers.
    if (!opened) void isThere();
    // Not all tabs at once, and less often the longer it lasts.
    timer = setTimeout(connect, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }

  connect();
  // Whoever heard first that Coffer answers again tells the socket.
  const stop = onReach(() => {
    if (reach() !== "fine" || socket || closed) return;
    clearTimeout(timer);
    connect();
  });
  return {
    close() {
      closed = true;
      stop();
      clearTimeout(timer);
      clearTimeout(silence);
      socket?.close();
    },
  };
}
