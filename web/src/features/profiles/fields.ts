/** What a profile says: its name, what the template of its type asks for, and notes. */
import type { Say } from "../../i18n/say";
import type { Field, Fields } from "../../lists/fields/field";
import { text } from "../../lists/fields/make";
import type { ProfilePayload } from "../../payloads/profile";
import type { FieldType, ProfileType } from "../../lists/profiles/types";
import { emailFault, phoneFault, webFault } from "../../i18n/readings/contact";
import { moneyReading } from "../../i18n/readings/money";
import { numberReading } from "../../i18n/readings/number";
import { faultOf } from "../../i18n/readings/reading";
import { YesMark } from "./YesMark";
import { fieldWord } from "./templateWords";

export const profileFields =
  (template: ProfileType["template"]) =>
  (say: Say): Fields<ProfilePayload> => [
    text("name", say("documents.name", "Name"), { isRequired: true, isTitle: true }),
    ...template.map(({ key, type }) => fieldOf(say, key, type)),
    text("notes", say("documents.notes", "Notes"), { lines: 4, most: 32_000 }),
  ];

function fieldOf(say: Say, key: string, type: FieldType): Field<ProfilePayload> {
  const common = { member: "values", label: fieldWord(say, key) };
  const read = ({ values }: ProfilePayload) => textOf(values[key]);
  const put = ({ values }: ProfilePayload, value: unknown) => ({ values: { ...values, [key]: value } });
  if (type === "date") return { ...common, type: "day", read: (payload) => read(payload) || null, put: (payload, day) => put(payload, day ?? "") };
  if (type === "bool") return { ...common, type: "flag", Mark: YesMark, read: ({ values }) => values[key] === true, put };
  const fault = faultsOf(say, key, type);
  return {
    ...common,
    type: "text",
    most: type === "longText" ? 4000 : 500,
    read,
    put,
    ...(fault && { fault }),
    ...(type === "longText" && { lines: 3 }),
    ...(type === "number" && { input: "decimal" as const }),
    ...(type === "url" && { input: "url" as const }),
    ...(type === "secret" && { mono: true, copies: true, isSecret: true }),
  };
}

const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

const BY_KEY = new Map([
  ["email", emailFault],
  ["phone", phoneFault],
  ["claimsPhone", phoneFault],
]);

/** What a field of a template takes: by its type, and for ways to reach somebody by what it is for. */
function faultsOf(say: Say, key: string, type: FieldType): ((typed: string) => string | undefined) | undefined {
  const fault = BY_KEY.get(key);
  if (fault) return (typed) => fault(say, typed);
  switch (type) {
    case "number":
      return (typed) => faultOf(numberReading(say, typed));
    case "money":
      return (typed) => faultOf(moneyReading(say, typed));
    case "url":
      return (typed) => webFault(say, typed);
    default:
      return undefined;
  }
}
