/** The calls about keys, devices and invitations, in the shapes of the API. */
import type { Box } from "../crypto/box.ts";
import type { Leaf } from "../crypto/leaves.ts";
import type { Signed } from "../crypto/statements.ts";
import type { Wrap } from "../crypto/wraps.ts";
import type { Memory } from "./memory.ts";
import type { FileBundle } from "./worker/fileOperations.ts";
import type { AttachBody, DeviceWrap, PendingDevice, RoleBundle, RollBody } from "./worker/wire.ts";

/** One call out of the tab; throws an error with `failure` when the server refuses. */
export type Http = <Data>(call: {
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly query?: Record<string, unknown>;
  readonly asks?: boolean;
  readonly reads?: boolean;
  readonly queries?: boolean;
}) => Promise<{ readonly data: Data }>;

interface Data<T> {
  readonly data: T;
}

export interface HeadBody {
  readonly note: string;
  readonly consistency: readonly string[];
  readonly logKeyB64u: string;
}

/** The statements of objects in the order in which they were asked for. */
export interface ChainPage {
  readonly data: readonly { readonly statements: readonly Signed[] }[];
  readonly more: boolean;
}

export interface RoleRow {
  readonly id: string;
  readonly name: string;
  readonly nameSaltB64u?: string | null;
  /** What it may do, by resource. */
  readonly word: { readonly permissions: Readonly<Record<string, readonly string[]>> };
}

export interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Of the commitment in force to e-mail and name; before the vouch of that in the card which waits. */
  readonly personSaltB64u?: string | null;
  /** What no signature holds: it decides nothing here, and is told back to the server where it is about its own notes. */
  readonly word: { readonly roleId: string; readonly readsRoleIds: readonly string[]; readonly lastSeenAt?: string | null };
}

export interface InvitationRow {
  readonly id: string;
  readonly word: { readonly email: string; readonly state: string; readonly invitedBy?: string | null };
  readonly pairing?: Box | null;
}

export interface DeviceRow {
  readonly userId: string;
  readonly deviceId: string;
  readonly word: { readonly deviceName: string; readonly attachedAt: string };
}

export interface MissingWrap {
  readonly roleId: string;
  readonly userId: string;
  readonly deviceId: string;
}

export interface RecoveryRow {
  readonly deviceId: string;
  readonly recovery: Box;
}

interface InvitedBy {
  readonly email: string;
  readonly roleId: string;
  readonly inviteId: string;
  readonly message?: string;
}

/** A role that has a key brings its secret, signed. */
export type InviteBody = InvitedBy | (InvitedBy & Signed & { readonly pairing: Box });

const auth = (path: string) => `/api/auth/${path}`;

/** What several flows and screens look at; each is asked for once until something was written. */
const LISTS: readonly string[] = ["/api/roles", "/users", "/devices/public-keys", "/roles/missing-wraps", auth("device/pending")];

/** Asks by POST, and writes nothing. */
const CHAINS = auth("keys/chain");

export function rememberLists(http: Http, { remember, forget }: Memory): Http {
  return async <Data>(call: Parameters<Http>[0]): Promise<{ readonly data: Data }> => {
    const { path, method = "GET" } = call;
    if (method !== "GET" && path !== CHAINS) return http<Data>(call).finally(() => forget());
    return LISTS.includes(path) ? remember(path, () => http<Data>(call)) : http<Data>(call);
  };
}

export function keyCalls(http: Http) {
  const get = async <T>(path: string, query?: Record<string, unknown>): Promise<T> =>
    (await http<T>(query ? { path, query } : { path })).data;
  /** Nothing is believed of what answers a write: what was done is seen in the log. */
  const send = async (method: string, path: string, body: unknown): Promise<void> => { await http({ path, method, body }); };
  /** A person wanted this, and may be asked who they are. */
  const getAsking = async <T>(path: string): Promise<T> => (await http<T>({ path, asks: true })).data;
  const rows = async <T>(path: string, query?: Record<string, unknown>): Promise<T> => (await get<Data<T>>(path, query)).data;

  return {
    log: (after: number) => rows<readonly Signed[]>(auth("keys/log"), { after, limit: 500 }),
    append: (items: readonly Signed[]) => send("POST", auth("keys/log"), { items }),
    head: (from: number | null) => get<HeadBody>(auth("keys/head"), from === null ? undefined : { from }),
    leaves: (from: number, to: number) => rows<readonly Leaf[]>(auth("keys/leaves"), { from, to }),
    chains: (objects: readonly { readonly kind: string; readonly id: string; readonly after: number }[]) =>
      http<ChainPage>({ path: auth("keys/chain"), method: "POST", reads: true, queries: true, body: { objects } }).then(({ data }) => data),

    attach: (body: AttachBody) => send("POST", auth("device/attach"), body),
    pending: () => rows<readonly PendingDevice[]>(auth("device/pending")),
    refusePending: async (deviceId: string) => { await http({ path: auth("device/pending"), method: "DELETE", query: { deviceId } }); },
    recovery: async () => (await getAsking<Data<readonly RecoveryRow[]>>(auth("device/recovery"))).data,
    share: (deviceId: string) => get<{ shareB64u: string }>(auth("device/unlock-share"), { deviceId }),
    putShare: (deviceId: string, shareB64u: string) => send("PUT", auth("device/unlock-share"), { deviceId, shareB64u }),
    deleteShare: async (deviceId: string) => { await http({ path: auth("device/unlock-share"), method: "DELETE", query: { deviceId } }); },

    bundle: (devicePublicKeyB64u: string, roleId: string) => rows<RoleBundle>("/roles/bundle", { devicePublicKeyB64u, roleId }),
    wraps: (devicePublicKeyB64u: string) => rows<readonly DeviceWrap[]>("/roles/wraps", { devicePublicKeyB64u }),
    grant: (items: readonly DeviceWrap[]) => send("POST", "/roles/wrap", { items }),
    roll: (body: RollBody) => send("POST", "/roles/roll-wrap", body),
    missingWraps: () => rows<readonly MissingWrap[]>("/roles/missing-wraps"),
    devices: () => rows<readonly DeviceRow[]>("/devices/public-keys"),

    roles: () => rows<readonly RoleRow[]>("/api/roles"),
    members: () => rows<readonly MemberRow[]>("/users"),
    member: (id: string) => rows<MemberRow>(`/users/${id}`),
    setRole: (body: { readonly userId: string; readonly roleId: string; readonly readsRoleIds: readonly string[] }) =>
      send("PUT", "/users/role", body),
    removeMember: (id: string, signed: Signed | null) => send("DELETE", `/users/${id}`, signed ?? {}),
    invitations: () => rows<readonly InvitationRow[]>("/api/invitations"),
    invite: async (body: InviteBody) => (await http<{ id: string }>({ path: auth("invite"), method: "POST", reads: true, body })).data,
    cancelInvitation: (id: string, signed: Signed | null) => send("DELETE", `/api/invitations/${id}`, signed ?? {}),

    passkeyOptions: () => getAsking<PublicKeyCredentialCreationOptionsJSON>(auth("passkey/generate-register-options")),
    addPasskey: (response: unknown, name: string) => send("POST", auth("passkey/verify-registration"), { response, name }),
    passkeys: () => get<readonly { readonly credentialID: string }[]>(auth("passkey/list-user-passkeys")),

    fileBundle: (id: string) => rows<FileBundle & { readonly url: string }>(`/api/uploads/${id}/bundle`, { hashes: true }),
    addFileWraps: (id: string, body: { readonly add: readonly Wrap[]; readonly version: number } & Signed) => send("POST", `/files/${id}/wraps`, body),
    thumbnailBundle: (id: string) => rows<FileBundle & { readonly url: string }>(`/api/uploads/thumbnails/${id}/bundle`),
  };
}

export function allows({ word }: RoleRow, resource: string, action: string): boolean {
  return word.permissions[resource]?.includes(action) ?? false;
}

export type KeyCalls = ReturnType<typeof keyCalls>;

interface Failure {
  readonly status?: number;
  readonly code?: string;
  readonly reason?: string;
}

/** The reason of a refusal: the server has lost an object, or a part of it. */
export const LOST = "object_damaged";

/** What the server said when it refused; nothing for any other error. */
export function failureOf(error: unknown): Failure | null {
  const failure = (error as { readonly failure?: unknown } | null)?.failure;
  return typeof failure === "object" && failure !== null ? failure : null;
}

export function isMissing(error: unknown): boolean {
  return failureOf(error)?.status === 404;
}

/** Somebody else gave the same thing first. */
export function isThere(error: unknown): boolean {
  return failureOf(error)?.reason === "wrap_exists";
}

/** Somebody else wrote to the key log, or rolled a role, in the meantime. */
export function hasMoved(error: unknown): boolean {
  const failure = failureOf(error);
  const reasons = ["key_log_moved", "stale_generation", "wraps_incomplete"];
  return failure?.code === "KEY_LOG_MOVED" || reasons.includes(failure?.reason ?? "");
}
