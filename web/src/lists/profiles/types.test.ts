import { expect, test } from "vitest";

import { inOrderOf } from "./types";

const own = inOrderOf(undefined);
const property = own.find(({ key }) => key === "property")!;
const person = own.find(({ key }) => key === "person")!;

test("the types stand in the order of the account", () => {
  expect(inOrderOf([property, person]).slice(0, 3).map(({ key }) => key)).toEqual(["property", "person", "vehicle"]);
});

test("a server that exchanges two types, or asks for other things, changes no more than an order", () => {
  const lies = [
    { ...person, id: property.id, template: [] },
    { ...property, id: person.id, template: [{ key: "taxNumber", type: "text" }] },
  ];
  expect(new Set(inOrderOf(lies))).toEqual(new Set(own));
});

test.each([[[]], [[{ id: "somebody" }]], [{} as never], ["" as never]])("a server that lists %j leaves nothing out", (listed) => {
  expect(inOrderOf(listed)).toEqual(own);
});
