/** Operations on role keys: bringing, opening, wrapping and rolling them. All from the own replay, never from a hint. */
import { fromBase64Url } from "../../crypto/base64url.ts";
import { boxHash } from "../../crypto/box.ts";
import { generateSalt } from "../../crypto/attributes.ts";
import { roleNameCommitment } from "../../crypto/commitments.ts";
import { bundleMissing, CryptoError, damaged } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import { judgeContent } from "../../crypto/keyLog/contentValidity.ts";
import { currentKey, generationOf, holds } from "../../crypto/keyLog/state.ts";
import { signedHash } from "../../crypto/leaves.ts";
import { generateRoleKey, type RoleKey } from "../../crypto/roleKey.ts";
import { linkRoleHistory, openRoleHistory } from "../../crypto/roleHistory.ts";
import { openRoleWrap, wrapRole } from "../../crypto/roleWrap.ts";
import { verifiesUnder } from "../../crypto/signature.ts";
import { grantObjectId, parseStatement } from "../../crypto/statements.ts";
import { stateAt } from "./logBook.ts";
import { signKeyStatements } from "./logOperations.ts";
import { currentRoleKey, keepKey, roleState, signContent, state, unlocked, type Vault } from "./vault.ts";
import type { DeviceWrap, RoleBundle, RollBody } from "./wire.ts";

/** A wrap of one generation for one device that the log knows, with the statement of who granted it. */
async function grant(vault: Vault, key: RoleKey, device: Id): Promise<DeviceWrap> {
  const found = state(vault).devices[device];
  if (found?.state !== "active") throw new CryptoError("failed_precondition", "This device may not receive a key.");
  const { user, ecdhPublic } = found;
  const { role, generation, rolePublic } = key;
  const box = await wrapRole(key, { user, device, ecdhPublic });
  const fields = { kind: "role-wrap", id: grantObjectId(role, device), generation, user, boxHash: await boxHash(box) };
  const { statementB64u, signatureB64u } = await signContent(vault, "role.grant", { seq: generation }, fields);
  return {
    roleId: role, userId: user, deviceId: device, generation, rolePublicKeyB64u: rolePublic, devicePublicKeyB64u: ecdhPublic,
    ...box, statementB64u, signatureB64u,
  };
}

/** The grant beside a wrap stands in the log, and there its author held the role and could give it to this device. */
async function demandGrant(vault: Vault, wrap: DeviceWrap): Promise<void> {
  const { statementB64u, signatureB64u } = wrap;
  const bytes = fromBase64Url(statementB64u);
  const statement = parseStatement(bytes);
  const author = state(vault).devices[statement.authorDevice];
  const fits = statement.type === "role.grant"
    && statement.id === grantObjectId(wrap.roleId, wrap.deviceId)
    && statement.generation === wrap.generation
    && statement.boxHash === (await boxHash(wrap))
    && author?.user === statement.authorUser
    && (await verifiesUnder(author.ecdsaPublic, bytes, signatureB64u));
  if (!fits) throw damaged();
  const leaf = vault.book.places.get(await signedHash({ statementB64u, signatureB64u }));
  if (leaf === undefined) throw new NotInTheLogYet();
  if (judgeContent(stateAt(vault.book, leaf), statement, { wraps: [], previousAudience: null }).is !== "valid") throw damaged();
}

/** The newest head that was taken does not reach what was served; a later one does. The name is what pages ask for. */
export class NotInTheLogYet extends CryptoError {
  constructor() {
    super("not_found", "The log does not show this yet.");
    this.name = "NotInTheLogYet";
  }
}

/** Every active device of these people: a new generation comes with a wrap for each. */
function activeDevicesOf(vault: Vault, holders: readonly Id[]): Id[] {
  const known = state(vault);
  return Object.keys(known.devices).filter((id) => {
    const device = known.devices[id];
    return device?.state === "active" && holders.includes(device.user);
  });
}

export function roleOperations(vault: Vault) {
  return {
    /** First key of a role, or a restart: statement, commitment to its name, and a wrap for every device that reads for it. */
    createRole: async ({ role, name, capabilities }: { role: Id; name: string; capabilities: number }): Promise<RollBody> => {
      const before = state(vault).roles[role];
      const expectedGeneration = before ? generationOf(before) : 0;
      const account = vault.book.account;
      const key = await generateRoleKey({ account, role, generation: expectedGeneration + 1 });
      const saltB64u = generateSalt();
      const nameCommitment = await roleNameCommitment(account, role, saltB64u, name);
      const { rolePublic, signPublic, seedCommitment, generation } = key;
      const fields = { role, generation, rolePublic, signPublic, seedCommitment, nameCommitment, capabilities };
      const [signed] = await signKeyStatements(vault, unlocked(vault), [{ type: "role.create", fields, saltB64u }]);
      if (!signed) throw damaged();
      vault.made.push(key);
      const holders = [...(before?.holders ?? []), unlocked(vault).user];
      const wraps = await Promise.all(activeDevicesOf(vault, holders).map((device) => grant(vault, key, device)));
      return { roleId: role, expectedGeneration, rolePublicKeyB64u: rolePublic, wraps, ...signed };
    },

    /** Opens the own wrap of a role and the history behind it; every generation is checked against its statement. */
    openBundle: async ({ bundle }: { bundle: RoleBundle }): Promise<number> => {
      const { agreement, device, user, ecdhPublic } = unlocked(vault);
      const { roleId: role, generation } = bundle;
      const { keys } = roleState(vault, role);
      const published = keys[generation - 1];
      if (!published || bundle.deviceId !== device || published.rolePublic !== bundle.rolePublicKeyB64u) throw bundleMissing(role);
      await demandGrant(vault, bundle);
      const place = { account: vault.book.account, role, generation };
      let newest = await openRoleWrap(agreement, { user, device, ecdhPublic }, place, published, bundle);
      keepKey(vault, newest);
      for (const link of bundle.previousSealedB64u) {
        const older = keys[newest.generation - 2];
        if (!older) break;
        const opened = await openRoleHistory(newest, newest.generation - 1, older, link).catch(() => null);
        if (!opened) continue;
        keepKey(vault, opened);
        newest = opened;
      }
      return newest.generation;
    },

    /** Wraps a role for devices of people to whom the log assigns it. */
    wrapForDevices: async ({ role, devices }: { role: Id; devices: readonly Id[] }): Promise<DeviceWrap[]> => {
      const key = currentRoleKey(vault, role);
      const known = state(vault);
      if (!key) throw bundleMissing(role);
      if (roleState(vault, role).rollDue) throw new CryptoError("failed_precondition", "A roll of this role is due.");
      const allowed = devices.filter((id) => {
        const device = known.devices[id];
        return device?.state === "active" && holds(known, role, device.user);
      });
      return Promise.all(allowed.map((device) => grant(vault, key, device)));
    },

    /** A new generation for everybody who stays, proven with the old one and linked to it. */
    rollRole: async ({ role, reason }: { role: Id; reason: string }): Promise<RollBody> => {
      const old = currentRoleKey(vault, role);
      if (!old) throw bundleMissing(role);
      const account = vault.book.account;
      const fresh = await generateRoleKey({ account, role, generation: old.generation + 1 });
      const { rolePublic, signPublic, seedCommitment, generation } = fresh;
      const fields = { role, generation, rolePublic, signPublic, seedCommitment, previousRolePublic: old.rolePublic, reason };
      const [signed] = await signKeyStatements(vault, unlocked(vault), [{ type: "role.roll", fields }], old);
      if (!signed) throw damaged();
      vault.made.push(fresh);
      const wraps = await Promise.all(activeDevicesOf(vault, roleState(vault, role).holders).map((device) => grant(vault, fresh, device)));
      const previousSealedB64u = await linkRoleHistory(fresh, old);
      return { roleId: role, expectedGeneration: old.generation, rolePublicKeyB64u: rolePublic, wraps, previousSealedB64u, ...signed };
    },

    /** Opens the wraps of a recovered device; the keys are then held here and can be wrapped anew. */
    openRecoveredWraps: async ({ wraps }: { wraps: readonly DeviceWrap[] }): Promise<Id[]> => {
      const { recovered } = vault;
      if (!recovered) throw new CryptoError("failed_precondition", "No device was recovered.");
      const { agreement, user, device, ecdhPublic } = recovered.key;
      const opened: Id[] = [];
      for (const wrap of wraps) {
        const published = roleState(vault, wrap.roleId).keys[wrap.generation - 1];
        if (!published) continue;
        await demandGrant(vault, wrap);
        const place = { account: vault.book.account, role: wrap.roleId, generation: wrap.generation };
        keepKey(vault, await openRoleWrap(agreement, { user, device, ecdhPublic }, place, published, wrap));
        opened.push(wrap.roleId);
      }
      return opened;
    },

    /** The roles whose key in force this device holds. */
    heldRoles: async (): Promise<Id[]> =>
      Promise.resolve(Object.keys(state(vault).roles).filter((role) => currentRoleKey(vault, role) !== null)),
  };
}

/** The verified public side of a role for those who do not hold it. */
export function publicRole(vault: Vault, role: Id) {
  const found = roleState(vault, role);
  const key = currentKey(found);
  if (!key) throw bundleMissing(role);
  return { account: vault.book.account, role, generation: generationOf(found), rolePublic: key.rolePublic };
}

