/** The form of a contact. */
import { DateField } from "../../components/DateField";
import { TextField } from "../../components/Field";
import { Select } from "../../components/Select";
import { useSay } from "../../i18n/say";
import styles from "../../items/Items.module.css";
import type { FieldsProps } from "../../items/plain/screen";
import { ReachFields } from "../../items/reach/ReachFields";
import { TagsField } from "../../items/TagsField";
import type { ContactPayload } from "../../payloads/contact";
import { useDates, useToday } from "../../session/useSession";
import { birthdayOf, withBirthday } from "./birthday";
import { kindWord } from "./words";

export default function ContactFields({ value, change, autoFocus }: FieldsProps<ContactPayload>) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const { kind, name, organization, title, notes, tags } = value;
  const isPerson = kind === "individual";
  return (
    <>
      <TextField
        label={say("documents.name", "Name")}
        isRequired
        autoFocus={autoFocus}
        maxLength={200}
        value={name.full}
        onChange={(full) => change({ name: { ...name, full } })}
      />
      <div className={styles["pair"]}>
        <Select
          label={say("contacts.kind", "Kind")}
          options={(["individual", "org"] as const).map((one) => ({ value: one, label: kindWord(say, one) }))}
          value={kind}
          onChange={(next) => change({ kind: next })}
        />
        <TextField label={say("contacts.role", "Role or profession")} maxLength={200} value={title ?? ""} onChange={(next) => change({ title: next })} />
      </div>
      {isPerson && (
        <TextField
          label={say("contacts.org", "Organisation")}
          maxLength={200}
          value={organization?.name ?? ""}
          onChange={(next) => change({ organization: { ...organization, name: next } })}
        />
      )}
      <ReachFields value={value} change={change} />
      {isPerson && (
        <DateField
          label={say("contacts.birthday", "Birthday")}
          value={birthdayOf(value)}
          onChange={(day) => change({ anniversaries: withBirthday(value, day) })}
          settings={dates}
          today={today}
        />
      )}
      <TagsField label={say("documents.tags", "Tags")} value={tags ?? []} onChange={(next) => change({ tags: next })} />
      <TextField
        label={say("documents.notes", "Notes")}
        lines={4}
        maxLength={32_000}
        value={notes ?? ""}
        onChange={(next) => change({ notes: next })}
      />
    </>
  );
}
