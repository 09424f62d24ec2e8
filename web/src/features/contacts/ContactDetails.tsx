/** What a contact says, to be read and copied. */
import { Fact, Facts } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import { ReachFacts } from "../../items/reach/ReachFacts";
import type { ContactPayload } from "../../payloads/contact";
import { useDates } from "../../session/useSession";
import { anniversaryWord, kindWord } from "./words";

export function ContactDetails({ payload }: { payload: ContactPayload }) {
  const say = useSay();
  const dates = useDates();
  const { kind, title, organization, anniversaries = [], notes, tags = [] } = payload;
  const birthday = anniversaries.find((one) => one.kind === "birth");
  return (
    <Facts>
      <Fact name={say("contacts.kind", "Kind")}>{kindWord(say, kind)}</Fact>
      {organization?.name && (
        <Fact name={say("contacts.org", "Organisation")}>
          <bdi>{organization.name}</bdi>
        </Fact>
      )}
      {title && (
        <Fact name={say("contacts.role", "Role or profession")}>
          <bdi>{title}</bdi>
        </Fact>
      )}
      <ReachFacts {...payload} />
      {birthday && (
        <Fact name={say("contacts.birthday", "Birthday")}>
          <bdi>{anniversaryWord(birthday, dates)}</bdi>
        </Fact>
      )}
      {tags.length > 0 && (
        <Fact name={say("documents.tags", "Tags")}>
          <bdi>{tags.join(", ")}</bdi>
        </Fact>
      )}
      {notes && (
        <Fact name={say("documents.notes", "Notes")}>
          <span dir="auto">{notes}</span>
        </Fact>
      )}
    </Facts>
  );
}
