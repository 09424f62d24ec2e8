/** Both versions of an item that two people changed, member by member, to choose from. */
import { useMemo, useState } from "react";

import { Button } from "../components/Button";
import { Cards, ChoiceCard } from "../components/Cards";
import { Banner } from "../components/Layout";
import { failureTitle } from "../i18n/fixedTexts";
import { useSay } from "../i18n/say";
import styles from "./Conflict.module.css";
import items from "./Items.module.css";
import { mergeMembers, settle, type Members, type Side } from "./merge";

/** How the members of one kind of item are called, and what they say in words. */
export interface MemberWords {
  name: (member: string) => string;
  value: (member: string, value: unknown) => string;
}

interface ConflictProps {
  base: Members;
  yours: Members;
  theirs: Members;
  words: MemberWords;
  /** The author of the conflicting change, if known. */
  author: string | undefined;
  busy: boolean;
  failure: string | undefined;
  onSave: (settled: Members) => void;
  onBack: () => void;
}

export default function Conflict({ base, yours, theirs, words, author, busy, failure, onSave, onBack }: ConflictProps) {
  const say = useSay();
  const merge = useMemo(() => mergeMembers(base, yours, theirs), [base, yours, theirs]);
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
            ? say("conflict.titleBy", "{person} changed this in the meantime", { person: author })
            : say("conflict.title", "Someone else changed this in the meantime")
        }
      >
        {merge.differences.length > 0
          ? say("conflict.how", "Choose which value to keep. Fields that only one of you changed are already chosen.")
          : say("conflict.agreed", "You both made the same change. Save again.")}
      </Banner>
      {failure && (
        <Banner tone="bad" urgent title={failureTitle(say, "update")}>
          {failure}
        </Banner>
      )}
      {merge.differences.map(({ member, yours: mine, theirs: other, take }) => {
        const name = words.name(member);
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
                <Value words={words} member={member} value={mine} />
              </ChoiceCard>
              <ChoiceCard value="theirs">
                <span className="hint">
                  {author ? <bdi>{author}</bdi> : say("conflict.theirs", "Theirs")}
                </span>
                <Value words={words} member={member} value={other} />
              </ChoiceCard>
            </Cards>
          </section>
        );
      })}
      <div className={items["buttons"]}>
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
  words: MemberWords;
  member: string;
  value: unknown;
}

function Value({ words, member, value }: ValueProps) {
  const say = useSay();
  const isEmpty = value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return (
    <bdi className={styles["value"]} dir="auto">
      {isEmpty ? say("conflict.empty", "Empty") : words.value(member, value)}
    </bdi>
  );
}
