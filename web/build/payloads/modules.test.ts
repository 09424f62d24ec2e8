/** What is made from the schemas is what stands in the tree, and a schema that says more than is read is refused. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { MAKE, modulesOf } from "./modules.ts";
import { newest, readSchemas } from "./schema.ts";

const PAYLOADS = join(import.meta.dirname, "../../src/payloads");

const schemas = (files: Record<string, object>) => {
  const folder = mkdtempSync(join(tmpdir(), "schemas-"));
  for (const [name, schema] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(schema));
  return folder;
};

test("the modules in the tree are those of the schemas", () => {
  for (const [name, text] of Object.entries(modulesOf(readSchemas(join(PAYLOADS, "schemas")))))
    expect(readFileSync(join(PAYLOADS, name), "utf8"), `${name} is not fresh: ${MAKE}`).toBe(text);
});

test.each([
  ["a keyword that nothing reads", { "boat.1.json": { title: "Boat", type: "object", additionalProperties: false } }, "additionalProperties"],
  ["one further inside", { "boat.1.json": { title: "Boat", type: "object", properties: { name: { type: "string", contentEncoding: "base64" } } } }, "contentEncoding"],
  ["a format that nothing checks", { "boat.1.json": { title: "Boat", type: "string", format: "email" } }, "email"],
  ["a file without a version", { "boat.json": {} }, "no name of a schema"],
])("%s ends the generation", (_what, files, why) => expect(() => readSchemas(schemas(files as Record<string, object>))).toThrow(why));

test("an object that has no name of its own ends the generation", () => {
  const boat = { title: "Boat", type: "object", properties: { mast: { type: "array", items: { type: "object", properties: { height: { type: "number" } } } } } };
  expect(() => modulesOf(readSchemas(schemas({ "boat.1.json": boat })))).toThrow("a name of its own");
});

test("the newest version of a kind is the one that is written", () => {
  const files = readSchemas(schemas({ "boat.1.json": { title: "Boat" }, "boat.2.json": { title: "Boat" }, "boat.10.json": { title: "Boat" }, "car.1.json": { title: "Car" } }));
  expect(newest(files).map(({ kind, version }) => `${kind} ${version}`).sort()).toEqual(["boat 10", "car 1"]);
});
