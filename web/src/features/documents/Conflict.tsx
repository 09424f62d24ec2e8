/** Both versions of a document that two people changed, field by field, to choose from. */
import { useMemo, useState } from "react";

import { Button } from "../../components/Button";
import { Cards, ChoiceCard } from "../../components/Cards";
import { Banner } from "../../components/Layout";
import { formatDay, type DateSettings } from "../../dates/days";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay, type Say } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import styles from "./Conflict.module.css";
import documents from "./Documents.module.css";
import { mergeContents, settle, type Contents, type Side } from "./merge";
import { categoryWord } from "./words";

interface ConflictProps {
  base: Contents;
  yours: Contents;
  theirs: Contents;
  /** Who changed it meanwhile, where that may be known. */
  author: string | undefined;
  busy: boolean;
  failure: string | undefined;
  onSave: (settled: Contents) => void;
  onBack: () => void;
}

export default function Conflict({ base, yours, theirs, author, busy, failure, onSave, onBack }: ConflictProps) {
  const say = useSay();
  const dates = useDates();
  const merge = useMemo(() => mergeContents(base, yours, theirs), [base, yours, theirs]);
  const [chosen, setChosen] = useState<Record<string, Side>>({});

  return (
    <form
      className={styles["conflict"]}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(settle(merge, chosen));
      }}
    >
      <Banner
        tone="warn"
        urgent
        title={
          author
            ? say("conflict.titleBy", "{person} changed it meanwhile", { person: author })
            : say("conflict.title", "Somebody else changed it meanwhile")
        }
      >
        {merge.differences.length > 0
          ? say("conflict.how", "Choose what stays. What only one of you changed is already chosen.")
          : say("conflict.agreed", "You wrote the same. Save it once more.")}
      </Banner>
      {failure && (
        <Banner tone="bad" urgent title={failureTitle(say, "update")}>
          {failure}
        </Banner>
      )}
      {merge.differences.map(({ member, yours: mine, theirs: other, take }) => {
        const name = memberWord(say, member);
        return (
          <section key={member} className={styles["member"]}>
            <h3>{name}</h3>
            <Cards
              label={name}
              value={chosen[member] ?? take}
              onChange={(side) => setChosen((now) => ({ ...now, [member]: side }))}
            >
              <ChoiceCard value="yours">
                <span className="hint">{say("conflict.yours", "Yours")}</span>
                <Value member={member} value={mine} say={say} dates={dates} />
              </ChoiceCard>
              <ChoiceCard value="theirs">
                <span className="hint">
                  {author ? <bdi>{author}</bdi> : say("conflict.theirs", "Theirs")}
                </span>
                <Value member={member} value={other} say={say} dates={dates} />
              </ChoiceCard>
            </Cards>
          </section>
        );
      })}
      <div className={documents["buttons"]}>
        <Button look="quiet" onPress={onBack}>
          {say("conflict.back", "Back to the form")}
        </Button>
        <Button type="submit" look="primary" writes isPending={busy}>
          {say("documents.save", "Save")}
        </Button>
      </div>
    </form>
  );
}

interface ValueProps {
  member: string;
  value: unknown;
  say: Say;
  dates: DateSettings;
}

function Value({ member, value, say, dates }: ValueProps) {
  return (
    <bdi className={styles["value"]} dir="auto">
      {valueWords(member, value, say, dates)}
    </bdi>
  );
}

function valueWords(member: string, value: unknown, say: Say, dates: DateSettings): string {
  if (value === undefined || value === null || value === "") return say("conflict.empty", "Empty");
  if (Array.isArray(value)) return value.map((one) => valueWords(member, one, say, dates)).join(", ");
  if (typeof value !== "string") return JSON.stringify(value);
  if (member === "category") return categoryWord(say, value);
  return /On$/.test(member) && /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value, dates) : value;
}

/** What newer versions of the app write has no word here yet, and is still shown. */
function memberWord(say: Say, member: string): string {
  switch (member) {
    case "title":
      return say("documents.titleField", "Title");
    case "expiresOn":
      return say("documents.expires", "Expires");
    case "category":
      return say("documents.category", "Category");
    case "number":
      return say("documents.number", "Number");
    case "issuer":
      return say("documents.issuer", "Issued by");
    case "issuedOn":
      return say("documents.issuedOn", "Issued on");
    case "notes":
      return say("documents.notes", "Notes");
    case "tags":
      return say("documents.tags", "Tags");
    default:
      return member;
  }
}
