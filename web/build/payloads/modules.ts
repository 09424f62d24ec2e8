/** The modules that are made from the schemas: one for each kind, and the table of all. */
import { faultName, faultOf } from "./faults.ts";
import { newest, placeOf, SHARED, type Place, type Schema, type SchemaFile } from "./schema.ts";
import { typeOf } from "./types.ts";

export const MAKE = "npm run payloads";

const HELPERS = ["Check", "isDay", "isId", "isRecord", "isText", "list", "under", "when"] as const;

/** Their texts by the names of their files. */
export function modulesOf(files: readonly SchemaFile[]): Record<string, string> {
  const latest = newest(files);
  const made = latest.map((file) => [`${file.kind}.generated.ts`, moduleOf(file)] as const);
  return Object.fromEntries([...made, ["kinds.generated.ts", tableOf(latest.filter(({ kind }) => kind !== SHARED))]]);
}

function moduleOf(file: SchemaFile): string {
  const { schema, kind } = file;
  const named: [string, Schema][] = [...Object.entries(schema.$defs ?? {}), ...(kind === SHARED ? [] : [[titleOf(file), schema] as [string, Schema]])];
  const body = named.map(([name, inner]) => `${typeOf(name, inner, file)}\n${faultOf(name, inner, file)}`).join("\n");
  const head = `// Made by \`${MAKE}\` from schemas/${kind}.${file.version}.json.\n`;
  return [head, ...importsOf(body, file), "\n", body].join("");
}

function importsOf(body: string, file: SchemaFile): string[] {
  const used = HELPERS.filter((name) => new RegExp(`\\b${name}\\b`).test(body)).map((name) => (name === "Check" ? "type Check" : name));
  const elsewhere = refsIn(file.schema, file).filter(({ kind }) => kind !== file.kind);
  const shared = [...new Set(elsewhere.map(({ name }) => name))].sort();
  const names = [...shared.map(faultName), ...shared.map((name) => `type ${name}`)];
  return [
    `import { ${used.join(", ")} } from "./fit.ts";\n`,
    ...(names.length > 0 ? [`import { ${names.join(", ")} } from "./${SHARED}.generated.ts";\n`] : []),
  ];
}

function refsIn(schema: Schema, file: SchemaFile): Place[] {
  const inner = [...Object.values(schema.properties ?? {}), ...Object.values(schema.$defs ?? {}), ...(schema.items ? [schema.items] : []), ...(schema.allOf ?? [])];
  return [...(schema.$ref ? [placeOf(schema.$ref, file)] : []), ...inner.flatMap((one) => refsIn(one, file))];
}

function titleOf({ kind, schema }: SchemaFile): string {
  if (!schema.title) throw new Error(`The schema of ${kind} has no title.`);
  return schema.title;
}

function tableOf(files: readonly SchemaFile[]): string {
  const rows = files.map((file) => `  ${JSON.stringify(file.kind)}: { version: ${file.version}, fault: ${faultName(titleOf(file))} },\n`);
  return [
    `// Made by \`${MAKE}\` from the newest schema of each kind.\n`,
    ...files.map((file) => `import { ${faultName(titleOf(file))} } from "./${file.kind}.generated.ts";\n`),
    `\n/** By the kind of a record: in which version it is written, and the path of the first fault of what does not fit. */\n`,
    `export const PAYLOADS = {\n${rows.join("")}} as const;\n\nexport type PayloadKind = keyof typeof PAYLOADS;\n`,
  ].join("");
}
