/** What the template of a type asks for, to read. */
import { CopyButton } from "../../components/CopyButton";
import { Fact, Facts } from "../../components/Layout";
import { formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import type { ProfilePayload } from "../../payloads/profile";
import { useDates } from "../../session/useSession";
import type { ProfileType } from "../../profiles/types";
import { fieldWord } from "./templateWords";

type Template = ProfileType["template"];

export const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

export function TemplateDetails({ template, payload: { values, notes } }: { template: Template; payload: ProfilePayload }) {
  const say = useSay();
  const dates = useDates();
  const said = template.filter(({ key }) => values[key] === true || textOf(values[key]) !== "");
  if (said.length === 0 && !notes)
    return (
      <Facts>
        <p className="hint">{say("profiles.nothingYet", "No details yet.")}</p>
      </Facts>
    );
  return (
    <Facts>
      {said.map(({ key, type }) => {
        const text = textOf(values[key]);
        return (
          <Fact key={key} name={fieldWord(say, key)}>
            {type === "date" ? (
              <time dateTime={text}>
                <bdi>{formatDay(text, dates)}</bdi>
              </time>
            ) : type === "bool" ? (
              say("profiles.yes", "Yes")
            ) : type === "secret" ? (
              <>
                <bdi className="mono">{text}</bdi>
                <CopyButton text={text} what={fieldWord(say, key)} />
              </>
            ) : (
              <span dir="auto">{text}</span>
            )}
          </Fact>
        );
      })}
      {notes && (
        <Fact name={say("documents.notes", "Notes")}>
          <span dir="auto">{notes}</span>
        </Fact>
      )}
    </Facts>
  );
}
