/** Role keys that are there for this device: opening what was granted, and seeing what is still to be made. */
import { builtInRoleId, type BuiltInRole } from "../crypto/ids.ts";
import { defaultKey, generationOf, MANAGE_CAPABILITIES, MANAGE_MEMBERS, MANAGE_ROLES } from "../crypto/keyLog/state.ts";
import { isMissing } from "./calls.ts";
import { changeRecord, logState, type Context } from "./context.ts";
import { isConfirmed, type DeviceRecord } from "./store.ts";

/** What every account starts with, by this table and by no answer of the server. */
export const FIRST_ROLES: readonly { readonly role: BuiltInRole; readonly name: string; readonly capabilities: number }[] = [
  { role: "owner", name: "Owner", capabilities: MANAGE_MEMBERS | MANAGE_ROLES | MANAGE_CAPABILITIES },
  { role: "admin", name: "Admin", capabilities: MANAGE_MEMBERS | MANAGE_ROLES },
  { role: "member", name: "Member", capabilities: 0 },
];

export const FIRST_POLICY = { version: 1, lowestSuite: 1, requireVerified: 1, requireAuthenticators: 0, allowCache: 1, allowPersonal: 1, letInByItself: 1 } as const;

/** Made without a click by the person who signed statement 0, and by nobody else. */
export async function firstRolesAreMissing(context: Context): Promise<boolean> {
  const { roles, users, policy, defaults } = logState(context);
  if (users[context.person.userId]?.method !== "genesis") return false;
  const ids = await Promise.all(FIRST_ROLES.map(({ role }) => builtInRoleId(context.account.id, role)));
  return policy.version === 0 || ids.some((id) => !roles[id]) || !(defaultKey(context.account.id, null) in defaults);
}

/** The roles of a set whose key has to be renewed before anything is sealed for them. */
export function dueRoles(context: Context, among: readonly string[] | null): string[] {
  const { roles } = logState(context);
  return Object.keys(roles).filter((id) => roles[id]?.rollDue && (among?.includes(id) ?? true));
}

/** Roles that the log assigns to this person and whose key in force is not here yet. */
async function rolesToOpen(context: Context): Promise<string[]> {
  const held = new Set(await context.worker.heldRoles());
  const { roles } = logState(context);
  return Object.keys(roles).filter((id) => roles[id]?.holders.includes(context.person.userId) && !held.has(id));
}

/** Opens the key in force from what an earlier visit has fetched, if that was kept and is still the one. */
async function openKept(context: Context, role: string): Promise<boolean> {
  const { worker, record } = context;
  const inForce = logState(context).roles[role];
  const kept = record?.cache?.bundles?.find(({ roleId }) => roleId === role);
  if (!kept || !inForce || kept.generation !== generationOf(inForce)) return false;
  return worker.openBundle({ bundle: kept }).then(() => true, () => false);
}

async function openFetched(context: Context, device: DeviceRecord, role: string): Promise<void> {
  const bundle = await context.calls.bundle(device.publicKeyB64u, role);
  await context.worker.openBundle({ bundle });
  const cache = context.record?.cache;
  if (cache) await changeRecord(context, { cache: { ...cache, bundles: [...(cache.bundles ?? []).filter(({ roleId }) => roleId !== role), bundle] } });
}

/** The roles of a list whose key in force waits for this device. Asking for a bundle that is not there would be refused. */
async function servedOf({ calls, report }: Context, device: DeviceRecord, roles: readonly string[]): Promise<ReadonlySet<string>> {
  if (roles.length === 0) return new Set();
  const wraps = await calls.wraps(device.publicKeyB64u);
  const inForce = wraps.filter(({ roleId, generation }) => report.state.roles[roleId]?.keys.length === generation);
  return new Set(inForce.map(({ roleId }) => roleId));
}

const isNotInTheLogYet = (error: unknown): boolean => (error as { readonly name?: string } | null)?.name === "NotInTheLogYet";

/** Roles without a wrap that opens here, and whether one was served that the newest head does not reach yet. */
export interface Unopened {
  readonly missing: string[];
  readonly behindHead: boolean;
}

/** Opens what was granted; tells which roles still have no wrap for this device. */
export async function openGrantedRoles(context: Context): Promise<Unopened> {
  const { record } = context;
  if (!record || !isConfirmed(record)) return { missing: [], behindHead: false };
  let behindHead = false;
  const wanted: string[] = [];
  for (const role of await rolesToOpen(context)) if (!(await openKept(context, role))) wanted.push(role);
  const served = await servedOf(context, record, wanted);
  const missing = wanted.filter((role) => !served.has(role));
  for (const role of wanted.filter((one) => served.has(one))) {
    try {
      await openFetched(context, record, role);
    } catch (error) {
      behindHead ||= isNotInTheLogYet(error);
      if (!isMissing(error) && !isNotInTheLogYet(error)) throw error;
      missing.push(role);
    }
  }
  return { missing, behindHead };
}
