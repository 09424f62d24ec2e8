/**
 * The decoder of a schema: a function that answers with the path of the first fault, and never with what stands there.
 *
 * Written out member by member: this runs once for every item that is opened.
 */
import { placeOf, type Schema, type SchemaFile } from "./schema.ts";

/** `EmailAddress` is checked by `emailAddressFault`. */
export const faultName = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}Fault`;

/** Whether a value without parts fits, as an expression; nothing for one that has parts. */
function test(schema: Schema, value: string): string | null {
  if (schema.$ref || schema.type === "array") return null;
  if (schema.const !== undefined) return `${value} === ${JSON.stringify(schema.const)}`;
  if (schema.enum) return schema.enum.map((one) => `${value} === ${JSON.stringify(one)}`).join(" || ");
  switch (schema.type) {
    case "boolean":
      return `typeof ${value} === "boolean"`;
    case "string":
      return textTest(schema, value);
    case "integer":
    case "number":
      return [`${schema.type === "integer" ? "Number.isInteger" : "Number.isFinite"}(${value})`, ...bounds(schema, value)].join(" && ");
    case "object":
      return schema.properties ? null : `isRecord(${value})`;
    default:
      return "true";
  }
}

const bounds = ({ minimum, maximum }: Schema, value: string): string[] => [
  ...(minimum === undefined ? [] : [`(${value} as number) >= ${minimum}`]),
  ...(maximum === undefined ? [] : [`(${value} as number) <= ${maximum}`]),
];

function textTest({ format, pattern, minLength, maxLength }: Schema, value: string): string {
  if (format) return format === "date" ? `isDay(${value})` : `isId(${value})`;
  const lengths = maxLength === undefined ? (minLength ? `, ${minLength}` : "") : `, ${minLength ?? 0}, ${maxLength}`;
  return `isText(${value}${lengths})${pattern ? ` && /${pattern}/u.test(${value} as string)` : ""}`;
}

/** What answers with the path of the first fault in a value that has parts, as the name of a function. */
function checkOf(schema: Schema, file: SchemaFile): string {
  if (schema.$ref) return faultName(placeOf(schema.$ref, file).name);
  if (schema.type === "array") return `list(${checkOf(schema.items ?? {}, file)}${schema.maxItems === undefined ? "" : `, ${schema.maxItems}`})`;
  const fits = test(schema, "one");
  if (fits === null) throw new Error(`${file.kind}: an object within another needs a name of its own.`);
  return `when((one) => ${fits})`;
}

/** The function for a definition, with what it needs made once before it. */
export function faultOf(name: string, schema: Schema, file: SchemaFile): string {
  const fault = faultName(name);
  if (!schema.properties) return `export const ${fault}: Check = ${checkOf(schema, file)};\n`;
  const made: string[] = [];
  const steps = (schema.allOf ?? []).map(({ $ref }) => `  if ((at = ${faultName(placeOf($ref, file).name)}(value)) !== null) return at;\n`);
  for (const [member, inner] of Object.entries(schema.properties)) {
    const [found, path] = [`value["${member}"]`, JSON.stringify(member)];
    const there = schema.required?.includes(member) ? "" : `${found} !== undefined && `;
    const fits = test(inner, found);
    if (fits === "true") {
      if (!there) steps.push(`  if (${found} === undefined) return ${path};\n`);
    } else if (fits !== null) {
      steps.push(`  if (${there}!${/ (&&|\|\||===) /.test(fits) ? `(${fits})` : fits}) return ${path};\n`);
    } else {
      let check = checkOf(inner, file);
      if (inner.type === "array") {
        const ofAll = faultName(`${name}${member.charAt(0).toUpperCase()}${member.slice(1)}`);
        made.push(`const ${ofAll} = ${check};\n`);
        check = ofAll;
      }
      steps.push(`  if (${there}(at = ${check}(${found})) !== null) return under(${path}, at);\n`);
    }
  }
  const at = steps.some((step) => step.includes("at = ")) ? "  let at: string | null;\n" : "";
  return `${made.join("")}${made.length > 0 ? "\n" : ""}export function ${fault}(value: unknown): string | null {\n${at}  if (!isRecord(value)) return "";\n${steps.join("")}  return null;\n}\n`;
}
