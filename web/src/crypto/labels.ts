/**
 * Every label of the format with its field list: one label, one use, one place.
 *
 * A field is `name:kind`. Kinds: id (UUID, 16 bytes), u64, text (UTF-8 in NFC), hash (32 bytes),
 * point (65 bytes), roles (1 to 64 ids, strictly ascending), bytes; a question mark allows the zero-length form of an
 * absent value.
 */
import type { Id } from "./ids.ts";

export const PREFIX = "e2ee.v1.";

const DEVICE = ["account:id", "user:id", "device:id", "ecdhPublic:point", "ecdsaPublic:point"] as const;
const CONTENT = ["account:id", "kind:text", "id:id", "contentRevision:u64", "role:id", "generation:u64"] as const;

/** Sealed boxes: label and context. HKDF info and associated data carry the same fields. */
export const BOXES = {
  "role-wrap": [
    "account:id", "role:id", "generation:u64", "user:id", "device:id",
    "ephemeral:point", "rolePublic:point", "devicePublic:point",
  ],
  "role-history": [
    "account:id", "role:id", "generation:u64", "previousGeneration:u64",
    "rolePublic:point", "previousRolePublic:point",
  ],
  "content-wrap": CONTENT,
  "content-seal": [...CONTENT, "ephemeral:point", "rolePublic:point"],
  record: ["account:id", "kind:text", "id:id", "contentRevision:u64", "schema:u64"],
  "device-key.passphrase": DEVICE,
  "device-key.prf": [...DEVICE, "credentialId:bytes", "prfInput:hash"],
  recovery: DEVICE,
  "unlock-cache": [...DEVICE, "createdAt:u64"],
  invite: ["account:id", "custodianRole:id", "generation:u64", "invite:id", "role:id"],
  "local-index": ["account:id", "user:id", "device:id", "store:text", "counter:u64"],
  "export-keyring": ["account:id", "user:id", "export:id"],
} as const;

/** What every statement begins with. */
export const HEADER = [
  "account:id", "seq:u64", "prevHash:hash", "authorUser:id", "authorDevice:id",
  "createdAt:u64", "viewSize:u64", "viewRoot:hash",
] as const;

/** Statements of the key log: one linear chain per account. */
export const KEY_STATEMENTS = {
  "device.add": [
    "user:id", "device:id", "ecdhPublic:point", "ecdsaPublic:point",
    "how:text", "recoveryHash:hash", "protection:text", "personCommitment:hash?",
  ],
  "device.revoke": ["user:id", "device:id", "reason:text"],
  "user.vouch": ["user:id", "addHash:hash", "method:text", "invite:id?"],
  "user.person": ["user:id", "personCommitment:hash"],
  "user.remove": ["user:id", "reason:text"],
  "capability.set": ["user:id", "capabilities:u64"],
  "role.create": [
    "role:id", "generation:u64", "rolePublic:point", "signPublic:point",
    "seedCommitment:hash", "nameCommitment:hash", "capabilities:u64",
  ],
  "role.set": ["role:id", "nameCommitment:hash", "capabilities:u64"],
  "audience.default": ["scope:id", "kind:text?", "roles:roles?"],
  "role.assign": ["role:id", "user:id"],
  "role.unassign": ["role:id", "user:id"],
  "role.roll": [
    "role:id", "generation:u64", "rolePublic:point", "signPublic:point",
    "seedCommitment:hash", "previousRolePublic:point", "reason:text",
  ],
  "invite.create": [
    "invite:id", "role:id", "custodianRole:id", "custodianGeneration:u64", "expiresAt:u64", "boxHash:hash",
  ],
  "invite.cancel": ["invite:id"],
  "account.policy": [
    "version:u64", "lowestSuite:u64", "requireVerified:u64", "requireAuthenticators:u64",
    "allowCache:u64", "allowPersonal:u64", "letInByItself:u64",
  ],
} as const;

/** Statements about objects: one chain per object, outside of the key log. */
export const CONTENT_STATEMENTS = {
  "record.put": [
    "kind:text", "id:id", "contentRevision:u64", "schema:u64", "boxHash:hash", "audience:roles", "wrapsHash:hash",
    "attrsHash:hash",
  ],
  "record.attrs": ["kind:text", "id:id", "contentRevision:u64", "attrsHash:hash"],
  "record.delete": ["kind:text", "id:id"],
  "content.share": ["kind:text", "id:id", "contentRevision:u64", "audience:roles", "wrapsHash:hash"],
  "file.put": [
    "kind:text", "id:id", "version:u64", "headerHash:hash", "frameCount:u64", "encryptedSize:u64",
    "frameRoot:hash", "manifestHash:hash", "thumbnailHeaderHash:hash?", "thumbnailFrameCount:u64?",
    "thumbnailFrameRoot:hash?", "audience:roles", "wrapsHash:hash", "attrsHash:hash",
  ],
  "role.grant": ["kind:text", "id:bytes", "generation:u64", "user:id", "boxHash:hash"],
  "view.seen": ["kind:text", "id:id"],
} as const;

/** Everything else that is derived, hashed or authenticated. */
export const PURPOSES = {
  "e2ee.v1.device-id": ["account:id", "user:id", "ecdhPublic:point", "ecdsaPublic:point"],
  "e2ee.v1.device-card": [
    "account:id", "fingerprint:hash", "user:id", "device:id", "ecdhPublic:point", "ecdsaPublic:point",
    "recoveryHash:hash", "protection:text", "personCommitment:hash?",
  ],
  "e2ee.v1.role-seed": ["account:id", "role:id", "generation:u64"],
  "e2ee.v1.role-kek": ["account:id", "role:id", "generation:u64"],
  "e2ee.v1.roll-proof": ["statement:bytes"],
  "e2ee.v1.role-name": ["account:id", "role:id", "salt:bytes", "name:text"],
  "e2ee.v1.person": ["account:id", "user:id", "salt:bytes", "email:text", "name:text"],
  "e2ee.v1.wraps": ["role:id*", "generation:u64*", "boxHash:hash*"],
  "e2ee.v1.attrs": ["salt:bytes", "name:text*", "value:bytes*"],
  "e2ee.v1.signed": ["statement:bytes", "signature:bytes*"],
  "e2ee.v1.object": ["account:id", "kind:text", "id:bytes"],
  "e2ee.v1.leaf": ["tag:bytes", "seq:u64", "signedHash:hash"],
  "e2ee.v1.file.key": [
    "account:id", "kind:text", "id:id", "version:u64", "purpose:text", "frameSize:u64", "prefix:bytes",
  ],
  "e2ee.v1.frame": ["headerHash:hash", "index:u64", "final:bytes"],
  "e2ee.v1.pairing.key": ["account:id", "pairingId:id"],
  "e2ee.v1.pairing": ["card:bytes"],
  "e2ee.v1.safety-code": ["account:id", "user:id", "cardHash:hash"],
  "e2ee.v1.safety-group": ["stretched:hash", "index:u64"],
  "e2ee.v1.local-key": ["account:id", "user:id", "device:id"],
} as const;

/** The whole table as it is compared with the one of the other implementation. */
export const LABELS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(BOXES).flatMap(([label, fields]) => [
      [`${PREFIX}${label}.key`, fields],
      [`${PREFIX}${label}.aad`, fields],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({ ...KEY_STATEMENTS, ...CONTENT_STATEMENTS }).map(([type, fields]) => [
      `${PREFIX}stmt.${type}`,
      [...HEADER, ...fields],
    ]),
  ),
  ...PURPOSES,
};

type NameOf<F> = F extends `${infer Name}:${string}` ? Name : never;
type ValueOf<F> = F extends `${string}:u64` ? number
  : F extends `${string}:u64?` ? number | null
  : F extends `${string}:roles` ? readonly Id[]
  : F extends `${string}:roles?` ? readonly Id[] | null
  : F extends `${string}?` ? string | null
  : string;

/** The values of a field list by name: ids as UUIDs, lists of them, numbers, text, and bytes as base64url. */
export type Fields<Spec extends readonly string[]> = { readonly [F in Spec[number] as NameOf<F>]: ValueOf<F> };
