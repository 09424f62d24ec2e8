/** The fields of a kind as columns of its list: how they are called there, what stands in them, and what is changed in place. */
import { readTags, tagsFault } from "../../i18n/readings/tags";
import type { Say } from "../../i18n/say";
import { eachOf, type Fields } from "./field";

/** What a list shows of one field, as one text. */
export interface InList<Payload> {
  /** That of the column. */
  id: string;
  label: string;
  read: (payload: Payload) => string;
  put: (payload: Payload, text: string) => Partial<Payload>;
  isRequired: boolean;
  fault: ((text: string) => string | undefined) | undefined;
}

/** Texts, tags, and the first of several; other fields have cells of their own. */
export function inList<Payload>(fields: Fields<Payload>, say: Say): readonly InList<Payload>[] {
  return eachOf(fields).flatMap((field): InList<Payload>[] => {
    switch (field.type) {
      case "text": {
        const { member: id, label, read, put, isRequired = false, fault } = field;
        return [{ id, label, read, put, isRequired, fault }];
      }
      case "tags":
        return [
          {
            id: field.member,
            label: field.label,
            read: (payload) => field.read(payload).join(", "),
            put: (payload, text) => field.put(payload, readTags(text)),
            isRequired: false,
            fault: (text) => tagsFault(say, text),
          },
        ];
      case "part":
        return field.short ? [{ isRequired: false, fault: undefined, ...field.short }] : [];
      default:
        return [];
    }
  });
}
