/** What the server calls a person of the platform: drawn where the mark stands at the head, as on every page and question of the platform. */
import type { Person } from "../../api/platform";
import { read } from "../../i18n/word";

export const calledOf = ({ name, email }: Pick<Person, "name" | "email">): string => read(name) || read(email);
export const mailOf = ({ email }: Pick<Person, "email">): string => read(email);
