/** Fields of the common sorts: those that are one member of the contents need no more than its name. */
import type { Option } from "../../components/Select";
import type { Say } from "../../i18n/say";
import type { ChoiceOf, FlagOf, PartOf, TagsOf, TextOf } from "./field";

/** The names of the members that hold such a value. */
type MembersOf<Payload, Value> = { [Name in keyof Payload & string]-?: Value extends NonNullable<Payload[Name]> ? Name : never }[keyof Payload & string];

const put = <Payload>(member: string, value: unknown) => ({ [member]: value }) as Partial<Payload>;

type TextOptions<Payload> = Partial<Omit<TextOf<Payload>, "type" | "member" | "label">>;

export const text = <Payload extends object>(member: MembersOf<Payload, string>, label: string, options: TextOptions<Payload> = {}): TextOf<Payload> => ({
  type: "text",
  member,
  label,
  most: 200,
  read: (payload) => (payload[member] as string | undefined) ?? "",
  put: (_payload, value) => put(member, value),
  ...options,
});

export const tags = <Payload extends object>(
  member: MembersOf<Payload, string[]>,
  label: string,
  options: Pick<TagsOf<Payload>, "always"> = {},
): TagsOf<Payload> => ({
  type: "tags",
  member,
  label,
  read: (payload) => (payload[member] as readonly string[] | undefined) ?? [],
  put: (_payload, value) => put(member, value),
  ...options,
});

export const flag = <Payload extends object>(member: MembersOf<Payload, boolean>, label: string, Mark: FlagOf<Payload>["Mark"]): FlagOf<Payload> => ({
  type: "flag",
  member,
  label,
  Mark,
  read: (payload) => payload[member] === true,
  put: (_payload, value) => put(member, value),
});

/** One of several texts, as the contents hold it. */
export const choice = <Payload extends object>(
  member: keyof Payload & string,
  label: string,
  options: readonly Option[],
  more: Partial<Omit<ChoiceOf<Payload>, "type" | "member" | "label" | "options">> = {},
): ChoiceOf<Payload> => ({
  type: "choice",
  member,
  label,
  options,
  read: (payload) => (payload[member] as string | undefined) ?? null,
  put: (_payload, value) => put(member, value),
  ...more,
});

export const section = <Payload>(member: keyof Payload & string, label: string, rest: Omit<PartOf<Payload>, "type" | "member" | "label">): PartOf<Payload> => ({
  type: "part",
  member,
  label,
  ...rest,
});

/** What stands at the end of every item that people write about. */
export const tagsAndNotes = <Payload extends { tags?: string[]; notes?: string }>(say: Say): [TagsOf<Payload>, TextOf<Payload>] => [
  tags<Payload>("tags" as MembersOf<Payload, string[]>, say("documents.tags", "Tags")),
  text<Payload>("notes" as MembersOf<Payload, string>, say("documents.notes", "Notes"), { lines: 4, most: 32_000 }),
];
