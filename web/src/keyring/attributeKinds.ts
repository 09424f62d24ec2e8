/** The signed attributes of each kind of record, by wire name: what a person sets and the server has to see. */
import type { AttributeValue } from "../crypto/attributes.ts";
import { malformed } from "../crypto/errors.ts";
import type { TypedAttributes } from "./worker/recordOperations.ts";

type Is = AttributeValue["is"];

const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, Is>>>> = {
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

/** Values as a screen has them, with the types that their encoding needs. What is not given is left out. */
export function typedAttributes(kind: string, values: Readonly<Record<string, unknown>>): TypedAttributes {
  const known = ATTRIBUTES[kind];
  if (!known) throw malformed(`Records of the kind ${kind} have no attributes.`);
  const entries = Object.entries(values).flatMap(([name, value]): [string, AttributeValue][] => {
    const is = known[name];
    if (is === undefined) throw malformed(`A ${kind} has no attribute ${name}.`);
    if (value === undefined || value === null) return [];
    if (!fits(is, value)) throw malformed(`The attribute ${name} has another type.`);
    return [[name, { is, value } as AttributeValue]];
  });
  return Object.fromEntries(entries);
}
