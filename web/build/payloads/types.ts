/** The TypeScript type of a schema. */
import { placeOf, type Schema, type SchemaFile } from "./schema.ts";

const NAMES = { string: "string", number: "number", integer: "number", boolean: "boolean" } as const;

function expression(schema: Schema, file: SchemaFile): string {
  if (schema.$ref) return placeOf(schema.$ref, file).name;
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return arrayOf(expression(schema.items ?? {}, file));
  if (schema.type === "object") return "Record<string, unknown>";
  return schema.type ? NAMES[schema.type] : "unknown";
}

const arrayOf = (inner: string): string => (inner.includes(" ") ? `(${inner})[]` : `${inner}[]`);

const comment = (text: string | undefined, indent = ""): string => (text ? `${indent}/** ${text} */\n` : "");

/** An interface for an object, else another name for what it is. */
export function typeOf(name: string, schema: Schema, file: SchemaFile): string {
  const said = comment(schema.description);
  if (!schema.properties) return `${said}export type ${name} = ${expression(schema, file)};\n`;
  const above = (schema.allOf ?? []).map(({ $ref }) => placeOf($ref, file).name);
  const members = Object.entries(schema.properties).map(
    ([member, inner]) => `${comment(inner.description, "  ")}  ${member}${schema.required?.includes(member) ? "" : "?"}: ${expression(inner, file)};\n`,
  );
  return `${said}export interface ${name}${above.length > 0 ? ` extends ${above.join(", ")}` : ""} {\n${members.join("")}}\n`;
}
