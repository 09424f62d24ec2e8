/**
 * The schemas of what items say, as files of JSON Schema 2020-12.
 *
 * Only the keywords of `Schema` have a meaning here, and any other ends the generation: a keyword that one reader knows and
 * another one passes over would let two clients judge the same contents differently.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: "object" | "array" | "string" | "number" | "integer" | "boolean";
  readonly allOf?: readonly { readonly $ref: string }[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: Format;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

export const FORMATS = ["date", "uuid"] as const;
export type Format = (typeof FORMATS)[number];

const KNOWN: ReadonlySet<string> = new Set<keyof Schema | "$schema" | "$id">([
  "$schema", "$id", "$ref", "$defs", "title", "description", "type", "allOf", "properties", "required", "items", "maxItems",
  "enum", "const", "minLength", "maxLength", "minimum", "maximum", "pattern", "format",
]);

/** One file: `contact.1.json` is version 1 of what contacts say. */
export interface SchemaFile {
  /** As statements spell it; `shared` is what several kinds have in common. */
  readonly kind: string;
  readonly version: number;
  readonly schema: Schema;
}

export const SHARED = "shared";

/** A definition, by the file it stands in and its name there. */
export interface Place {
  readonly kind: string;
  readonly name: string;
}

export function readSchemas(folder: string): SchemaFile[] {
  const files = readdirSync(folder).sort().map((name): SchemaFile => {
    const [, kind, version] = /^([a-z-]+)\.([1-9]\d*)\.json$/.exec(name) ?? [];
    if (kind === undefined) throw new Error(`${name} is no name of a schema.`);
    const schema = JSON.parse(readFileSync(join(folder, name), "utf8")) as Schema;
    demandKnown(schema, name);
    return { kind, version: Number(version), schema };
  });
  return files;
}

/** Of each kind the newest: older ones are kept for what was written by them. */
export function newest(files: readonly SchemaFile[]): SchemaFile[] {
  const found = new Map<string, SchemaFile>();
  for (const file of files) if ((found.get(file.kind)?.version ?? 0) < file.version) found.set(file.kind, file);
  return [...found.values()];
}

/** `#/$defs/Link` and `shared.1.json#/$defs/Link`. */
export function placeOf(ref: string, { kind }: SchemaFile): Place {
  const [, file, name] = /^(?:([a-z-]+)\.\d+\.json)?#\/\$defs\/([A-Z]\w*)$/.exec(ref) ?? [];
  if (name === undefined) throw new Error(`${kind}: ${ref} leads nowhere.`);
  return { kind: file ?? kind, name };
}

function demandKnown(schema: Schema, path: string): void {
  for (const keyword of Object.keys(schema)) if (!KNOWN.has(keyword)) throw new Error(`${path}: nothing here reads ${keyword}.`);
  if (schema.format !== undefined && !FORMATS.includes(schema.format)) throw new Error(`${path}: nothing here reads the format ${schema.format}.`);
  for (const [name, inner] of Object.entries({ ...schema.properties, ...schema.$defs })) demandKnown(inner, `${path} ${name}`);
  if (schema.items) demandKnown(schema.items, `${path} items`);
}
