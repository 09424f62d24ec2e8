/**
 * What a device does by itself, without a click of its person: one table (`crypto.md` section 21).
 *
 * Each line names the signed facts that permit it, and what of it an answer of the server may say: ids, which tell where to
 * look and never what to do. A line hands out an `Acting` context that can do what the line says and nothing else: with
 * other operations, other statements, other roles or other devices it refuses. Capabilities, restarts, policies after the
 * first one, names, removals, deletions, invitations and further roles stand in no line.
 *
 * One line of the paper has no act in this client, and so none here: a `content-wrap` beside a `content-seal` (nobody has
 * to make one, and both open).
 */
import { MANAGE_MEMBERS, activeDevice, may, type KeyState as LogState } from "../crypto/keyLog/state.ts";
import type { LetIn } from "../crypto/keyLog/letIn.ts";
import type { Act, Acting } from "./acting.ts";
import { logState, type Context } from "./context.ts";
import type { AudienceWish } from "./contract.ts";
import { CACHE_RENEWAL_MS } from "./cacheLife.ts";
import { FIRST_POLICY, FIRST_ROLES, firstRolesAreMissing } from "./grantedRoles.ts";
import { deviceToReplace } from "./replacing.ts";
import { stateIn } from "./standing.ts";
import { ACTS } from "./worker/acts.ts";
import type { KeyDraft } from "./worker/logOperations.ts";
import type { VaultOperations } from "./worker/operations.ts";

/** Which arguments of an operation a line allows; an operation without an entry is not allowed. */
type Allowed = { readonly [Name in Act]?: (argument: Parameters<VaultOperations[Name]>[0]) => boolean };

interface Line<Subject> {
  /** In the words of the paper. */
  readonly does: string;
  readonly facts: string;
  /** What the server may say. */
  readonly ids: readonly string[];
  readonly hold: (context: Context, subject: Subject) => boolean | Promise<boolean>;
  readonly allows: (context: Context, subject: Subject) => Allowed;
}

const line = <Subject>(one: Line<Subject>): Line<Subject> => one;

const holdsRole = (state: LogState, user: string, role: string): boolean => state.roles[role]?.holders.includes(user) ?? false;

/** All drafts are among those that a line means, in this order and no others. */
const only = (drafts: readonly KeyDraft[], meant: readonly ((draft: KeyDraft) => boolean)[]): boolean =>
  drafts.length === meant.length && drafts.every((draft, at) => meant[at]?.(draft) ?? false);

const isOf = (state: LogState, user: string, devices: readonly string[]): boolean => devices.every((id) => activeDevice(state, user, id) !== null);

const isSameWish = (one: AudienceWish, other: AudienceWish): boolean =>
  one === other || (one !== "same" && other !== "same" && one.role === other.role && one.reads === other.reads);

const DAY_MS = 24 * 60 * 60 * 1000;
/** A device that has signed nothing else for so long tells which state it has seen. */
export const VIEW_AFTER_MS = 7 * DAY_MS;

/** A newcomer as the own replay, the box of the invitation and the card say; `byItself` is `rules.grants` of the vectors. */
export interface Proven {
  readonly deviceId: string;
  readonly userId: string;
  readonly inviteId: string | null;
  readonly byItself: LetIn;
}

export const LINES = {
  "let in": line<Proven>({
    does: "lets a newcomer in whom the secret of a link proves: one vouch, one role, its wraps",
    facts: "policy, open invitation, role without capabilities, own capability and roles, MAC over the card, e-mail and name of the commitment",
    ids: ["device", "invite"],
    hold: (context, { byItself, deviceId }) => byItself.does === "let in" && logState(context).devices[deviceId]?.state === "waiting"
      && may(logState(context), context.person.userId, MANAGE_MEMBERS),
    allows: (context, { byItself, deviceId, userId, inviteId }) => ({
      signKeys: ({ drafts, as }) => as === undefined && byItself.does === "let in" && only(drafts, [
        ({ type, fields }) => type === "user.vouch" && fields.user === userId && fields.method === "pairing" && fields.invite === inviteId
          && fields.addHash === logState(context).devices[deviceId]?.addHash,
        ({ type, fields }) => type === "role.assign" && fields.user === userId && fields.role === byItself.assign[0],
      ]),
    }),
  }),
  wrap: line<{ readonly role: string }>({
    does: "wraps a role for devices of people to whom the log assigns it",
    facts: "the log assigns the role, the devices are active, the own user holds it, no roll is due",
    ids: ["role", "device"],
    hold: ({ person, report: { state } }, { role }) => holdsRole(state, person.userId, role) && state.roles[role]?.rollDue === false,
    allows: (context, { role }) => ({
      wrapForDevices: (wish) => wish.role === role && wish.devices.every((id) => {
        const user = logState(context).devices[id]?.user;
        return user !== undefined && holdsRole(logState(context), user, role) && isOf(logState(context), user, [id]);
      }),
    }),
  }),
  "take over": line<{ readonly old: string }>({
    does: "wraps for the own new device, and revokes the recovered one",
    facts: "the own device.add by recovery, in an account that something vouches for",
    ids: [],
    hold: (context, { old }) => deviceToReplace(context) === old,
    allows: (context, { old }) => ({
      openRecoveredWraps: () => true,
      wrapForDevices: ({ devices }) => devices.every((id) => id === context.record?.deviceId),
      signKeys: ({ drafts, as }) => as === undefined && drafts.every(({ type, fields }) => type === "device.revoke" && fields.reason === "recovered"
        && fields.device !== context.record?.deviceId && (fields.device === old || logState(context).devices[fields.device]?.how === "recovery")
        && isOf(logState(context), context.person.userId, [fields.device])),
    }),
  }),
  roll: line<{ readonly role: string }>({
    does: "renews the key of a role",
    facts: "the roll is due by the own replay, the own user holds the role",
    ids: ["role"],
    hold: ({ person, report: { state } }, { role }) => holdsRole(state, person.userId, role) && state.roles[role]?.rollDue === true,
    allows: (_context, { role }) => ({ rollRole: (wish) => wish.role === role && wish.reason === "member-removed" }),
  }),
  "first roles": line<{ readonly ids: readonly string[] }>({
    does: "signs the first policy, the roles owner, admin and member with their capabilities, and the account's default audience",
    facts: "own statement 0, the log has none of them; ids, names and values from the table of this client",
    ids: [],
    hold: firstRolesAreMissing,
    allows: (context, { ids }) => ({
      createRole: ({ role, name, capabilities }) => {
        const first = FIRST_ROLES[ids.indexOf(role)];
        return logState(context).roles[role] === undefined && first?.name === name && first.capabilities === capabilities;
      },
      signKeys: ({ drafts, as }) => as === undefined && drafts.length === 1 && drafts.every(({ type, fields }) => {
        const { policy, account } = logState(context);
        if (type === "account.policy") return policy.version === 0 && JSON.stringify(fields) === JSON.stringify(FIRST_POLICY);
        return type === "audience.default" && fields.scope === account && fields.kind === null && fields.roles?.join() === [...ids].sort().join();
      }),
    }),
  }),
  debt: line<{ readonly item: string; readonly roles: readonly string[] }>({
    does: "pays what an item owes: content.share with the audience in force",
    facts: "the item is proven, its audience names the role, the role has no wrap and was not restarted since, the own user holds a role of the audience",
    ids: ["object", "role"],
    hold: (_context, { roles }) => roles.length > 0,
    allows: (_context, { item, roles }) => ({
      payRecord: (wish) => wish.item.id === item && wish.roles.join() === roles.join(),
      payFile: (wish) => wish.roles.join() === roles.join(),
    }),
  }),
  audience: line<{ readonly item: string; readonly wish: AudienceWish }>({
    does: "gives an item of a selection the audience in force plus or minus one role, or the same one under a new key",
    facts: "its person has named role and selection; the item is proven, and the role has a key in the log",
    ids: ["object"],
    hold: ({ report: { state } }, { wish }) => wish === "same" || state.roles[wish.role] !== undefined,
    allows: (_context, { item, wish }) => ({
      changeAudience: (act) => act.item.id === item && isSameWish(act.wish, wish),
      shareFile: ({ role }) => wish !== "same" && wish.reads && role === wish.role,
    }),
  }),
  view: line<{ readonly now: number }>({
    does: "signs which state it has seen",
    facts: "nothing signed for seven days, own head",
    ids: [],
    hold: async ({ record, report, worker }, { now }) => {
      const last = Math.max(record?.lastView?.at ?? 0, record?.signedAt ?? 0, await worker.lastSigned());
      return record !== null && report.pin !== null && now - last >= VIEW_AFTER_MS;
    },
    allows: () => ({ signView: () => true }),
  }),
  cache: line<object>({
    does: "has the worker put new halves of the unlock cache in place of the old ones",
    facts: "the policy allows it, the device is unlocked, the old ones are an hour old or were refused",
    ids: [],
    hold: ({ record, cacheWaits, report: { state } }) => record !== null && state.policy.allowCache
      && (cacheWaits || (record.cache !== null && Date.now() - record.cache.createdAt > CACHE_RENEWAL_MS)),
    allows: () => ({ sealCache: () => true }),
  }),
} as const;

export type LineName = keyof typeof LINES;
export type Subject<Name extends LineName> = Parameters<(typeof LINES)[Name]["hold"]>[1];

/** What was about to be done by itself stands in no line of the table. */
export class NotPermitted extends Error {
  constructor(line: LineName, operation: string) {
    super(`No device does this by itself: ${operation}, as "${line}".`);
    this.name = "NotPermitted";
  }
}

/** The operations of a worker, of those that act only the ones that a line allows, with the arguments that it allows. */
function narrowed(worker: Context["worker"], line: LineName, allowed: Allowed): Acting["worker"] {
  const acts: readonly string[] = ACTS;
  const guards = allowed as Readonly<Record<string, ((argument: unknown) => boolean) | undefined>>;
  return new Proxy(worker as Acting["worker"], {
    get: (target, name: string) => {
      const run = target[name as keyof typeof target] as (argument: unknown) => Promise<unknown>;
      if (!acts.includes(name)) return run;
      return (argument: unknown) => (guards[name]?.(argument) === true ? run(argument) : Promise.reject(new NotPermitted(line, name)));
    },
  });
}

/** Whose right a line has narrowed: what follows from one line, such as the wraps after a vouch, is permitted by its own. */
const wholes = new WeakMap<Context, Context>();

/** The same context for a line of the table: what is written to it, such as the local record, is written to the one. */
function deputy(context: Context, line: LineName, allowed: Allowed): Acting {
  const worker = narrowed(context.worker, line, allowed);
  const narrow = new Proxy(context, { get: (target, name) => (name === "worker" ? worker : Reflect.get(target, name) as unknown) }) as Acting;
  wholes.set(narrow, context);
  return narrow;
}

/** The right to do what a line says, when its facts hold and the client is verified; nothing otherwise. */
export async function byItself<Name extends LineName>(from: Context, name: Name, subject: Subject<Name>): Promise<Acting | null> {
  const context = wholes.get(from) ?? from;
  if (stateIn(context.report.standing, Date.now()) !== "verified") return null;
  const { hold, allows } = LINES[name] as unknown as Line<Subject<Name>>;
  return (await hold(context, subject)) ? deputy(context, name, allows(context, subject)) : null;
}
