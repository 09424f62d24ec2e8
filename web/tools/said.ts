/**
 * Gives texts that nobody but the server says a type of their own in the generated calls, after these are made.
 *
 * Such a text is no `string` to the compiler: it is drawn under the mark of the server's word or not at all. What is named
 * here and stands in no answer stops the generation, so the list cannot outlive what it speaks of.
 */
import { readFile, writeFile } from "node:fs/promises";

const FILES = ["doors.generated", "generated", "workspace.generated", "typesOnly.generated"] as const;

/** The members of answers that are text, by the type they stand in. */
export const SAID: Readonly<Record<string, readonly string[]>> = {
  // Of oneself, and of the people of the platform.
  "doors.generated.User": ["name"],
  "doors.generated.Passkey": ["name"],
  "generated.User": ["name", "email"],
  PaymentPlan: ["name"],
  AccountShape: ["displayName"],
  MyAccount: ["displayName", "role"],
  CardWord: ["accountName", "inviterName", "roleName", "emailMasked"],
  CountedRoleWord: ["description"],
  InvitationWord: ["email"],
  PendingWord: ["deviceName"],
  DeviceWord: ["deviceName"],
  AuditActor: ["name"],
  AuditContext: ["ip", "agent", "requestId"],
  AuditEntry: ["accountName", "reason"],
  BulkError: ["message"],
  JoinFailure: ["message"],
  MessageShape: ["to", "code"],
  CheckShape: ["detail"],
};

/** One of the types is called so itself. */
const TYPE = "ServersText";
const IMPORT = `import type { Word as ${TYPE} } from "../i18n/word";\n`;

function withWords(file: string, text: string, missing: Set<string>): string {
  let made = text;
  for (const [named, members] of Object.entries(SAID)) {
    const type = named.replace(`${file}.`, "");
    // Of another file.
    if (type.includes(".")) continue;
    const start = made.indexOf(`export type ${type} = {\n`);
    if (start < 0) continue;
    const end = made.indexOf("\n};", start);
    const body = made.slice(start, end);
    const marked = members.reduce((now, member) => now.replace(new RegExp(`(\\n  ${member}\\??: )string( \\| null)?;`), (_all, head: string, none = "") => {
      missing.delete(`${named}.${member}`);
      return `${head}${TYPE}${none as string};`;
    }), body);
    made = made.slice(0, start) + marked + made.slice(end);
  }
  return made.includes(`: ${TYPE}`) ? IMPORT + made : made;
}

const missing = new Set(Object.entries(SAID).flatMap(([type, members]) => members.map((member) => `${type}.${member}`)));
for (const file of FILES) {
  const path = `src/api/${file}.ts`;
  await writeFile(path, withWords(file, await readFile(path, "utf8"), missing));
}
if (missing.size > 0) {
  console.error(`No answer has ${[...missing].join(", ")} as a text.`);
  process.exitCode = 1;
}
