/** What stands at the other end of the app in a test: it keeps sealed rows, answers as it is told to, and may not answer at all. */
import { namedId, type Id } from "../../../crypto/ids";
import type { Request } from "../../../keyring/testing/keyServer";
import type { Account, Row } from "./account";

/** Of a call, in place of its answer. */
export type Fault =
  /** It is never answered. */
  | "never"
  /** Nothing is reached. */
  | "offline"
  /** The answer ends in the middle. */
  | "cut"
  /** It is answered when this comes, truly or with another fault. */
  | { readonly when: Promise<Fault | null> }
  /** These members stand in it instead of the true ones. */
  | { readonly instead: object }
  | { readonly status: number; readonly code: string; readonly details?: object }
  | { readonly body: unknown };

const ALL = Object.fromEntries(
  ["account", "role", "key", "document", "task", "comment", "topic", "status", "profile", "contact", "vendor", "savedFilter", "audit"].map((resource) => [
    resource, ["read", "list", "create", "update", "delete", "purge", "archive", "assign", "comment", "structure", "invite"],
  ]),
);

const AT = "2026-11-27T12:00:00.000Z";

/** The lists of items, by the route that is asked for them. */
export const ROUTES = {
  contact: "POST /contact", document: "POST /document", task: "POST /task/get", vendor: "GET /api/vendors", profile: "GET /api/profiles", "saved-filter": "GET /api/saved-filters",
  "profile-group": "GET /api/profile-groups", "profile-sub-group": "GET /api/profile-groups", topic: "GET /api/topics", status: "GET /api/statuses", comment: "POST /task/get",
} as const;
export type Listed = keyof typeof ROUTES;

/** By POST, and nothing is changed by it. */
const ASKS: readonly string[] = [...Object.values(ROUTES), "POST /api/auth/keys/chain"];

const isObject = (fault: Fault | null): fault is Extract<Fault, object> => typeof fault === "object" && fault !== null;

/** The statuses that every account has, which nobody has changed. */
const BUILT_IN = ["todo", "inProgress", "waiting", "done", "cancelled"];

const sent = ({ id, version, sealed, later, word }: Row) => ({ id, sealed, later, word: { version, ...word } });

const nothing = (rows: readonly unknown[] = []) => ({ data: rows, page: { limit: 200, nextCursor: null }, sync: { seq: 1 } });

export interface FakeServer {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Rows of a kind, of those in use or of the bin. */
  readonly serve: (kind: Listed, rows: readonly Row[], where?: "listed" | "deleted") => void;
  /** From now on; calls are named as `GET /path`. Answers how to end it. */
  readonly fault: (calls: RegExp, fault: Fault) => () => void;
  /** What the role of the reader may not do. */
  readonly forbid: (permissions: readonly string[]) => void;
  /** Calls that would have changed something. */
  readonly writes: readonly string[];
  readonly calls: readonly string[];
  /** Everything that any call has sent, as text. */
  readonly everSent: () => string;
  /** As at the beginning, with nothing to serve. */
  readonly reset: () => void;
}

export function aFakeServer({ server, reader }: Account, { person } = reader): FakeServer {
  let faults: { readonly calls: RegExp; readonly fault: Fault }[] = [];
  let forbidden: readonly string[] = [];
  const rows = new Map<string, readonly Row[]>();
  const [calls, writes, bodies]: [string[], string[], string[]] = [[], [], []];
  const http = server.http(person.id);

  const permissions = () =>
    Object.fromEntries(Object.entries(ALL).map(([resource, actions]) => [resource, actions.filter((action) => !forbidden.includes(`${resource}.${action}`))]));

  const user = () => ({
    id: person.id, name: person.name, email: person.email, emailVerified: true, image: null, role: "user", createdAt: AT, updatedAt: AT,
  });

  const session = () => ({
    user: user(),
    session: { id: "session", token: "", userId: person.id, accountId: server.account, expiresAt: "2036-01-01T00:00:00.000Z", createdAt: AT, updatedAt: AT, ipAddress: "", userAgent: "", impersonatedBy: null },
    account: {
      id: server.account, displayName: "Hawthorne", users: [], roleId: server.roles.member, version: 1, state: "active", zone: "UTC", language: "en", dateFormat: "ddmmyyyy",
      dateInputFormat: "ddmmyyyy", dateSeparator: "/", securityPolicy: {}, disclosure: { taskDates: true, documentExpiry: true, assignees: true }, expiryStages: [90, 30, 7, 0],
    },
    redirect: null,
  });

  async function roles() {
    const { data } = (await http<{ data: { id: Id; name: string }[] }>({ path: "/api/roles" })).data;
    const told = data.map((role) => ({ ...role, word: { description: "", system: true, version: 1, memberCount: 1, permissions: permissions() } }));
    return { ...nothing(told) };
  }

  const statusOf = async (key: string, place: number) => ({ id: await namedId(server.account, `status:${key}`), sealed: null, later: [], word: { version: 1, rank: `${place}` } });

  /** Rows of a list: whole once, and from then on nothing has changed. */
  function listed(kind: Listed, { body, query = {} }: Request) {
    const asked = { ...(body as object | undefined), ...query } as { states?: unknown; since?: unknown; include?: unknown; ids?: readonly string[] };
    if (asked.since !== undefined) return nothing();
    if (asked.include !== undefined) return { ...nothing(), comments: (rows.get("comment listed") ?? []).map(sent) };
    const where = JSON.stringify(asked.states ?? "").includes("deleted") ? "deleted" : "listed";
    const all = (rows.get(`${kind} ${where}`) ?? []).filter(({ id }) => asked.ids === undefined || asked.ids.includes(id));
    return nothing(all.map(sent));
  }

  async function answer(call: string, request: Request): Promise<unknown> {
    switch (call) {
      case "GET /api/auth/get-session": return session();
      case "GET /api/roles": return roles();
      case "GET /api/auth/providers": return { data: [] };
      case "GET /api/auth/list-accounts": return [];
      case "GET /api/auth/list-sessions": return [];
      case "GET /api/auth/passkey/list-user-passkeys": return [];
      case "GET /api/auth/ok": return { ok: true };
      case "GET /api/notifications": return { data: [], unread: 0 };
      case "GET /api/profile-groups": return { ...listed("profile-group", request), subGroups: [] };
      case "GET /api/statuses": return nothing(await Promise.all(BUILT_IN.map(statusOf)));
      case "GET /api/accounts": return { data: [{ accountId: server.account, displayName: "Hawthorne", role: "Member", state: "active" }] };
      default: break;
    }
    const kind = (Object.entries(ROUTES) as [Listed, string][]).find(([, route]) => route === call)?.[0];
    if (kind) return listed(kind, request);
    return http(request).then(({ data }) => data);
  }

  async function faultOf(call: string): Promise<Fault | null> {
    const fault = faults.find((one) => one.calls.test(call))?.fault ?? null;
    return isObject(fault) && "when" in fault ? fault.when : fault;
  }

  async function fetch(url: string, { method = "GET", body, signal }: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(url, "https://coffer.test");
    const request: Request = { path: pathname, method, query: Object.fromEntries(searchParams), ...(typeof body === "string" ? { body: JSON.parse(body) as unknown } : {}) };
    const call = `${method} ${pathname}`;
    calls.push(call);
    bodies.push(`${url} ${typeof body === "string" ? body : ""}`);
    const fault = await faultOf(`${call}${typeof body === "string" && body.includes('"include"') ? " with comments" : ""}`);
    if (fault === "never") await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new DOMException("Aborted.", "AbortError"))));
    if (fault === "offline") throw new TypeError("Failed to fetch");
    if (fault === "cut") return new Response('{"data":[{"id":"', { headers: { "Content-Type": "application/json" } });
    if (isObject(fault) && "status" in fault) return Response.json({ code: fault.code, message: "No.", details: fault.details ?? {} }, { status: fault.status });
    if (isObject(fault) && "body" in fault) return Response.json(fault.body);
    if (method !== "GET" && !ASKS.includes(call)) writes.push(call);
    try {
      const told = await answer(call, request);
      return Response.json(isObject(fault) && "instead" in fault ? { ...(told as object), ...fault.instead } : told);
    } catch (error) {
      const { status = 500, code = "internal", reason } = (error as { failure?: { status: number; code: string; reason?: string } }).failure ?? {};
      if (status === 404 && code === "not_found" && method === "GET") return Response.json(nothing());
      return Response.json({ code, message: "No.", details: reason === undefined ? {} : { reason } }, { status });
    }
  }

  return {
    fetch, writes, calls,
    serve: (kind, some, where = "listed") => void rows.set(`${kind} ${where}`, some.filter(({ state }) => state !== "withheld")),
    fault(which, fault) {
      const one = { calls: which, fault };
      faults.push(one);
      return () => {
        faults = faults.filter((other) => other !== one);
      };
    },
    forbid: (some) => {
      forbidden = some;
    },
    everSent: () => bodies.join("\n"),
    reset() {
      [faults, forbidden] = [[], []];
      rows.clear();
      for (const list of [calls, writes]) list.splice(0);
    },
  };
}
