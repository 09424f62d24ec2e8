/** What an item says, to be read and copied, as its fields say. */
import { CopyButton } from "../../components/CopyButton";
import { Fact, Facts } from "../../components/Layout";
import type { DateSettings } from "../../dates/days";
import styles from "../Items.module.css";
import { useDates } from "../../session/useSession";
import { eachOf, type Field, type Fields } from "./field";
import { said } from "./said";

interface FieldFactsProps<Payload> {
  fields: Fields<Payload>;
  payload: Payload;
  /** What is said where nothing is. */
  none?: string | undefined;
}

export function FieldFacts<Payload>({ fields, payload, none }: FieldFactsProps<Payload>) {
  const dates = useDates();
  const isBlank = eachOf(fields).every((field) => field.isTitle === true || (!field.always && said(field, payload, dates) === ""));
  if (none !== undefined && isBlank)
    return (
      <Facts>
        <p className="hint">{none}</p>
      </Facts>
    );
  return (
    <Facts>
      {eachOf(fields).map((field) =>
        field.type === "part" ? <field.Facts key={field.label} payload={payload} /> : <One key={field.label} field={field} payload={payload} dates={dates} />,
      )}
    </Facts>
  );
}

interface OneProps<Payload> {
  field: Exclude<Field<Payload>, { type: "part" }>;
  payload: Payload;
  dates: DateSettings;
}

function One<Payload>({ field, payload, dates }: OneProps<Payload>) {
  const words = said(field, payload, dates);
  if (field.isTitle || (words === "" && !field.always)) return null;
  return (
    <Fact name={field.label}>
      <Shown field={field} words={words} />
    </Fact>
  );
}

function Shown<Payload>({ field, words }: { field: OneProps<Payload>["field"]; words: string }) {
  if (words === "") return "–";
  if (field.type === "flag") return <field.Mark />;
  if (field.type !== "text") return <bdi>{words}</bdi>;
  const { lines, mono, copies, input, label } = field;
  if (input === "url" && isPage(words))
    return (
      <a className="link" href={words} target="_blank" rel="noreferrer noopener">
        <bdi>{words}</bdi>
      </a>
    );
  const text = lines ? <span dir="auto">{words}</span> : <bdi className={mono ? "mono" : undefined}>{words}</bdi>;
  if (!copies) return text;
  return (
    <span className={styles["said"]}>
      {text}
      <CopyButton text={words} what={label} />
    </span>
  );
}

/** Typed text becomes a link only if it is a whole address. */
const isPage = (address: string): boolean => /^https?:\/\/[^\s]+$/i.test(address);
