/** The signed attributes of each kind of record, by wire name: what a person sets and the server has to see. */
import { valueOf, type Attributes, type AttributeValue } from "../crypto/attributes.ts";
import { malformed } from "../crypto/errors.ts";
import type { AttributeValues } from "./contract.ts";
import type { ChangedAttributes, TypedAttributes } from "./worker/recordOperations.ts";

type Is = AttributeValue["is"];

export const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, Is>>>> = {
  document: {
    profileIds: "ids", topicIds: "ids", state: "text", expiresOn: "text", remindDays: "integers", versions: "ids in order",
    fileIds: "ids in order", noteOnly: "flag",
  },
  task: {
    statusId: "id", profileIds: "ids", topicIds: "ids", documentIds: "ids", assigneeIds: "ids", startOn: "text", dueOn: "text",
    dueTime: "text", recurrence: "text", reminders: "text", parentId: "id", state: "text",
  },
  profile: { typeId: "id", groupId: "id", subGroupId: "id", state: "text" },
  contact: { state: "text" },
  vendor: { state: "text" },
  "profile-group": { typeId: "id", movedTo: "id" },
  "profile-sub-group": { groupId: "id", movedTo: "id" },
  topic: { parentId: "id" },
  status: { category: "text", outcome: "text", default: "flag", movedTo: "id" },
  "saved-filter": { entity: "text", scope: "text", pinned: "flag" },
  comment: { taskId: "id", mentionIds: "ids" },
  file: {},
};

function fits(is: Is, value: unknown): boolean {
  switch (is) {
    case "id":
    case "text":
      return value === null || typeof value === "string";
    case "integer":
      return value === null || typeof value === "number";
    case "flag":
      return typeof value === "boolean";
    case "ids":
    case "ids in order":
      return Array.isArray(value) && value.every((one) => typeof one === "string");
    case "integers":
      return Array.isArray(value) && value.every((one) => typeof one === "number");
  }
}

function typed(kind: string, name: string, value: unknown): AttributeValue {
  const known = isOf(kind);
  const is = Object.hasOwn(known, name) ? known[name] : undefined;
  if (is === undefined) throw malformed(`A ${kind} has no attribute ${name}.`);
  if (!fits(is, value)) throw malformed(`The attribute ${name} has another type.`);
  return { is, value } as AttributeValue;
}

function isOf(kind: string): Readonly<Record<string, Is>> {
  const known = Object.hasOwn(ATTRIBUTES, kind) ? ATTRIBUTES[kind] : undefined;
  if (!known) throw malformed(`Records of the kind ${kind} have no attributes.`);
  return known;
}

/** Values as a screen has them, with the types that their encoding needs. What is not given is left out. */
export function typedAttributes(kind: string, values: Readonly<Record<string, unknown>>): TypedAttributes {
  isOf(kind);
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, typed(kind, name, value)]));
}

/** The same for what changes: null takes an attribute away, and what is not named stays. */
export function changedAttributes(kind: string, values: Readonly<Record<string, unknown>>): ChangedAttributes {
  isOf(kind);
  const named = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named.map(([name, value]) => [name, value === null ? null : typed(kind, name, value)]));
}

/** Signed bytes as values. A name that only a later version knows is passed over; a rewrite keeps its bytes. */
export function decodedAttributes(kind: string, attributes: Attributes): AttributeValues {
  const known = isOf(kind);
  const entries = Object.entries(attributes).flatMap(([name, bytes]): [string, AttributeValues[string]][] => {
    const is = Object.hasOwn(known, name) ? known[name] : undefined;
    return is === undefined ? [] : [[name, valueOf(is, bytes)]];
  });
  return Object.fromEntries(entries);
}
