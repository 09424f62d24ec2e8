/**
 * Writes in which form each read of the authentication protocol is answered, and what a role permits, out of the OpenAPI
 * document of the server.
 *
 * Such answers come without the envelope of all others, so their form is all that tells them from something else. The keyring
 * holds what it asks itself to its own forms: there it says something when a head or a share is answered in another one.
 */
import { readFile, writeFile } from "node:fs/promises";

import type { Form } from "../src/keyring/forms.ts";

const PREFIX = "/api/auth/";
const OF_THE_KEYRING = /^(?:keys|device)\//;
/** Asked for its status alone. */
const WITHOUT_ANSWER = new Set(["ok"]);
/** Every page asks what its person may do, and nothing on it stands for itself without that. */
const OF_RIGHTS = "/api/roles";
const READS = /^(?:list|get|search)/;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** How the document tells a moment of the protocol, which has its own way to write them, from other texts. */
const OF_THE_PROTOCOL = "UTC with milliseconds";

const SIMPLE: Readonly<Record<string, Form>> = { string: "text", integer: "number", number: "number", boolean: "flag" };

/** The form of one schema. What may be of several forms is held to none, but for nothing beside one. */
function formOf(described: Described, schema: Schema): Form {
  if (schema.$ref) return formOf(described, described.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  const choices = schema.oneOf ?? schema.anyOf ?? (Array.isArray(schema.type) ? schema.type.map((type: string) => ({ ...schema, type })) : null);
  if (choices) {
    const others = choices.filter(({ type }) => type !== "null");
    const form = others.length === 1 && others[0] ? formOf(described, others[0]) : "any";
    return others.length === choices.length || form === "any" ? form : { or: form };
  }
  if (schema.type === "array") return { each: formOf(described, schema.items ?? {}) };
  if (schema.properties) return { has: membersOf(described, schema) };
  if (schema.type === "object") return { has: {} };
  if (schema.type === "string" && (schema.format === "date-time" || schema.description === OF_THE_PROTOCOL)) return "moment";
  return SIMPLE[String(schema.type)] ?? "any";
}

function membersOf(described: Described, { properties = {}, required = [] }: Schema): Record<string, Form> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [required.includes(name) ? name : `${name}?`, formOf(described, schema)]));
}

export function formsOf(described: Described): Record<string, Form> {
  const forms: Record<string, Form> = {};
  for (const [path, operations] of Object.entries(described.paths)) {
    const name = path.slice(PREFIX.length);
    if (path !== OF_RIGHTS && (!path.startsWith(PREFIX) || OF_THE_KEYRING.test(name) || WITHOUT_ANSWER.has(name))) continue;
    for (const [method, { operationId, responses }] of Object.entries(operations)) {
      if (method !== "get" && !READS.test(operationId)) continue;
      const schema = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content?.["application/json"]?.schema;
      if (schema) forms[`${method.toUpperCase()} ${path}`] = formOf(described, schema);
    }
  }
  return forms;
}

if (process.argv[1] === import.meta.filename) {
  const described = JSON.parse(await readFile(process.env["COFFER_OPENAPI"] ?? "openapi.json", "utf8")) as Described;
  const lines = Object.entries(formsOf(described)).map(([route, form]) => `  ${JSON.stringify(route)}: ${JSON.stringify(form)}`);
  await writeFile("src/keyring/forms.generated.json", `{\n${lines.join(",\n")}\n}\n`);
}
