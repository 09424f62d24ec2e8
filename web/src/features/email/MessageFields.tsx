/** What is written: in one's own words, or what a template asks for. */
import { useRef, type FocusEvent } from "react";

import { Button } from "../../components/Button";
import { DateField } from "../../components/DateField";
import { TextField, type TextFieldProps } from "../../components/Field";
import { Select } from "../../components/Select";
import { LANGUAGES } from "../../i18n/languages";
import { useSay, type Say } from "../../i18n/say";
import { useDates, useToday } from "../../session/useSession";
import items from "../../lists/Items.module.css";
import styles from "./Email.module.css";
import { MOST_LINE, MOST_OWN_TEXT, MOST_TEXT, type Locale, type Message, type Parameter, type Template } from "./letter";
import { PLACEHOLDERS, placed, placeholderWord, unknownIn, type Placeholder } from "./placeholders";
import { templateWord } from "./states";
import { TEMPLATES } from "./texts.generated";

interface MessageFieldsProps {
  message: Message;
  onChange: (part: Partial<Message>) => void;
}

/** Where somebody wrote last, so that a place is put where they were. */
interface Caret {
  field: string;
  start: number;
  end: number;
}

export function MessageFields({ message, onChange }: MessageFieldsProps) {
  const say = useSay();
  const caret = useRef<Caret | null>(null);
  const { template, subject, text, params, locale } = message;
  const isOwn = template === "own";

  /** The fields that take places, by their names. */
  const texts: Readonly<Record<string, { value: string; put: (value: string) => void }>> = isOwn
    ? { subject: { value: subject, put: (value) => onChange({ subject: value }) }, text: { value: text, put: (value) => onChange({ text: value }) } }
    : Object.fromEntries(
        TEMPLATES[template]
          .filter(({ kind }) => kind !== "day")
          .map(({ name }) => [name, { value: params[name] ?? "", put: (value: string) => onChange({ params: { ...params, [name]: value } }) }]),
      );

  const remember = (field: string) => (event: FocusEvent) => {
    const at = event.target as HTMLInputElement | HTMLTextAreaElement;
    caret.current = { field, start: at.selectionStart ?? at.value.length, end: at.selectionEnd ?? at.value.length };
  };

  function insert(name: Placeholder) {
    const last = Object.keys(texts).at(-1) ?? "";
    const at = caret.current && caret.current.field in texts ? caret.current : { field: last, start: Number.MAX_SAFE_INTEGER, end: Number.MAX_SAFE_INTEGER };
    const found = texts[at.field];
    if (!found) return;
    const place = placed(name);
    found.put(found.value.slice(0, at.start) + place + found.value.slice(at.end));
    const after = Math.min(at.start, found.value.length) + place.length;
    caret.current = { field: at.field, start: after, end: after };
  }

  const writing = (field: string): Pick<TextFieldProps, "value" | "onChange" | "check" | "onBlur"> => ({
    value: texts[field]?.value ?? "",
    onChange: (value) => texts[field]?.put(value),
    check: (written) => placeFault(say, written),
    onBlur: remember(field),
  });

  return (
    <>
      <div className={items["pair"]}>
        <Select<Message["template"]>
          label={say("email.kind", "Kind of email")}
          options={(["own", ...(Object.keys(TEMPLATES) as Template[])] as const).map((one) => ({ value: one, label: templateWord(say, one), hint: templateHint(say, one) }))}
          value={template}
          onChange={(next) => onChange({ template: next })}
        />
        {!isOwn && (
          <Select<Locale>
            label={say("email.language", "Language of the words around it")}
            options={(Object.keys(LANGUAGES) as Locale[]).map((one) => ({ value: one, label: LANGUAGES[one].name }))}
            value={locale}
            onChange={(next) => onChange({ locale: next })}
          />
        )}
      </div>
      {isOwn ? (
        <>
          <TextField label={say("email.subject", "Subject")} isRequired maxLength={MOST_LINE} {...writing("subject")} />
          <TextField label={say("email.text", "Text")} isRequired lines={12} maxLength={MOST_OWN_TEXT} {...writing("text")} />
        </>
      ) : (
        TEMPLATES[template].map((parameter) =>
          parameter.kind === "day" ? (
            <Due key={parameter.name} value={params.due ?? null} onChange={(day) => onChange({ params: { ...params, due: day ?? "" } })} />
          ) : (
            <TextField
              key={parameter.name}
              label={parameterWord(say, parameter)}
              isRequired={parameter.required}
              maxLength={parameter.kind === "line" ? MOST_LINE : MOST_TEXT}
              {...(parameter.kind === "line" ? {} : { lines: parameter.name === "documents" ? 5 : 6 })}
              {...writing(parameter.name)}
            />
          ),
        )
      )}
      <div className={styles["row"]} role="group" aria-label={say("email.places", "Fill in for each recipient")}>
        <span className="hint">{say("email.places", "Fill in for each recipient")}</span>
        {PLACEHOLDERS.map((name) => (
          <Button key={name} size="small" onPress={() => insert(name)}>
            {placeholderWord(say, name)}
          </Button>
        ))}
      </div>
    </>
  );
}

function Due({ value, onChange }: { value: string | null; onChange: (day: string | null) => void }) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  return <DateField label={say("email.due", "Due on")} value={value || null} onChange={onChange} settings={dates} today={today} />;
}

function placeFault(say: Say, written: string): string | undefined {
  const unknown = unknownIn(written);
  if (unknown === undefined) return undefined;
  return say("email.place.unknown", "Nothing can be filled in for {place}. Use {known}.", {
    place: `{{${unknown}}}`,
    known: PLACEHOLDERS.map(placed).join(", "),
  });
}

function parameterWord(say: Say, { name, required }: Parameter): string {
  switch (name) {
    case "documents":
      return say("email.documents", "Which documents");
    case "about":
      return say("email.about", "What it is about");
    case "due":
      return say("email.due", "Due on");
    case "message":
      return required ? say("email.text", "Text") : say("email.more", "Anything else to say");
  }
}

function templateHint(say: Say, template: Message["template"]): string {
  switch (template) {
    case "own":
      return say("email.hint.own", "Subject and text as you write them");
    case "note":
      return say("email.hint.note", "A short message, with a subject in the recipient's language");
    case "document_request":
      return say("email.hint.documents", "Asks for documents, by a day if you like");
    case "reminder":
      return say("email.hint.reminder", "Reminds of something, with the day it is due");
  }
}
