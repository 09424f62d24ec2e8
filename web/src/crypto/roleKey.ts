/**
 * The secret of one generation of a role, and what follows from it.
 *
 * Whoever opened a wrap or a history link checks the secret against the signed statement of that
 * generation before using it: the two private scalars belong to the published points and the seed gives
 * the published commitment, so nobody who held the role can hand a newcomer another key under its name.
 */
import { toBase64Url } from "./base64url.ts";
import { concat, randomBytes, sameBytes, u8, type Bytes } from "./bytes.ts";
import { hkdf, importIkm, purpose } from "./derive.ts";
import { damaged, unknownVersion } from "./errors.ts";
import { idBytes, type Id } from "./ids.ts";
import {
  generateAgreementPair, generateSigningPair, importAgreementKey, importSigningKey,
  type AgreementKey, type Branded, type SigningKey,
} from "./keys.ts";
import { SUITE } from "./box.ts";

export interface RoleGeneration {
  readonly account: Id;
  readonly role: Id;
  readonly generation: number;
}

/** What the statement that brought a generation has published. */
export interface PublishedRoleKey {
  readonly rolePublic: string;
  readonly signPublic: string;
  readonly seedCommitment: string;
}

/** `01 ‖ seed ‖ r ‖ s`: leaves the worker's memory only inside a new wrap, link or export. */
export type RoleSecret = Branded<Bytes, "RoleSecret">;
/** The key under which a role's content wraps are made. */
export type RoleKek = Branded<CryptoKey, "RoleKek">;

/** One generation of a role, checked and ready for use. */
export interface RoleKey extends RoleGeneration, PublishedRoleKey {
  readonly secret: RoleSecret;
  readonly kek: RoleKek;
  readonly agreement: AgreementKey;
  readonly signing: SigningKey;
}

const SECRET_BYTES = 97;

export function roleSecret(bytes: Bytes): RoleSecret {
  if (bytes.length !== SECRET_BYTES) throw damaged();
  if (bytes[0] !== SUITE) throw unknownVersion();
  return bytes as RoleSecret;
}

function seedOf(secret: RoleSecret): Bytes {
  return secret.slice(1, 33);
}

/** The material of the history link from this generation to the one before it. */
export function historyIkm(secret: RoleSecret): Bytes {
  return seedOf(secret);
}

async function deriveFromSeed(
  label: "e2ee.v1.role-seed" | "e2ee.v1.role-kek", seed: Bytes, { account, role, generation }: RoleGeneration,
): Promise<Bytes> {
  return hkdf(seed, idBytes(role), purpose(label, { account, role, generation }), 32);
}

/** The 32 bytes of a role KEK; only tests and `roleKey` need them in the clear. */
export function deriveKek(secret: RoleSecret, place: RoleGeneration): Promise<Bytes> {
  return deriveFromSeed("e2ee.v1.role-kek", seedOf(secret), place);
}

export async function seedCommitment(secret: RoleSecret, place: RoleGeneration): Promise<string> {
  return toBase64Url(await deriveFromSeed("e2ee.v1.role-seed", seedOf(secret), place));
}

/** The role key, when the secret is the one that the statement published. */
export async function checkedRoleKey(
  secret: RoleSecret, place: RoleGeneration, published: PublishedRoleKey,
): Promise<RoleKey> {
  const commitment = await seedCommitment(secret, place);
  if (commitment !== published.seedCommitment) throw damaged();
  const [agreement, signing, kek] = await Promise.all([
    importAgreementKey(secret.slice(33, 65), published.rolePublic),
    importSigningKey(secret.slice(65, 97), published.signPublic),
    deriveKek(secret, place).then(importIkm),
  ]);
  const { account, role, generation } = place;
  const { rolePublic, signPublic } = published;
  return { account, role, generation, rolePublic, signPublic, seedCommitment: commitment, secret, kek: kek as RoleKek, agreement, signing };
}

export async function generateRoleKey(place: RoleGeneration): Promise<RoleKey> {
  const [receiving, signing] = await Promise.all([generateAgreementPair(), generateSigningPair()]);
  const secret = roleSecret(concat(u8(SUITE), randomBytes(32), receiving.scalar, signing.scalar));
  return checkedRoleKey(secret, place, {
    rolePublic: receiving.point,
    signPublic: signing.point,
    seedCommitment: await seedCommitment(secret, place),
  });
}

export function sameSecret(left: RoleKey, right: RoleKey): boolean {
  return sameBytes(left.secret, right.secret);
}
