/** The role secrets inside an account export, under a secret that is written down like a recovery key. */
import { open, seal, SUITE, type Box } from "./box.ts";
import { concat, readU64, u64, u8, type Bytes } from "./bytes.ts";
import { damaged, unknownVersion } from "./errors.ts";
import { idBytes, idText, type Id } from "./ids.ts";
import { roleSecret, type RoleGeneration, type RoleSecret } from "./roleKey.ts";

export interface ExportPlace {
  readonly account: Id;
  readonly user: Id;
  readonly export: Id;
}

export interface ExportedRole extends Omit<RoleGeneration, "account"> {
  readonly secret: RoleSecret;
}

const ENTRY_BYTES = 16 + 8 + 97;

export function sealExportKeyring(exportSecret: Bytes, place: ExportPlace, roles: readonly ExportedRole[]): Promise<Box> {
  const entries = roles.flatMap(({ role, generation, secret }) => [idBytes(role), u64(generation), secret]);
  return seal(exportSecret, "export-keyring", place, concat(u8(SUITE), ...entries));
}

export async function openExportKeyring(exportSecret: Bytes, place: ExportPlace, box: Box): Promise<ExportedRole[]> {
  const plaintext = await open(exportSecret, "export-keyring", place, box);
  if (plaintext[0] !== SUITE) throw unknownVersion();
  if ((plaintext.length - 1) % ENTRY_BYTES !== 0) throw damaged();
  return Array.from({ length: (plaintext.length - 1) / ENTRY_BYTES }, (_, i) => {
    const entry = plaintext.slice(1 + i * ENTRY_BYTES, 1 + (i + 1) * ENTRY_BYTES);
    return {
      role: idText(entry.slice(0, 16)),
      generation: Number(readU64(entry, 16)),
      secret: roleSecret(entry.slice(24)),
    };
  });
}
