/** The form of an item that is there. Input is kept until it is saved, also when another person saves first. */
import { useEffect, useState, type Dispatch, type ReactNode, type SetStateAction } from "react";

import { useAct } from "../api/useAct";
import { Boundary } from "../components/Boundary";
import { Button } from "../components/Button";
import { Form } from "../components/Form";
import { Banner } from "../components/Layout";
import { Skeleton } from "../components/States";
import { Why } from "../components/Why";
import { part } from "../components/part";
import { failureTitle } from "../i18n/fixedTexts";
import { useSay } from "../i18n/say";
import { useMembers } from "./people/people";
import type { MemberWords } from "./Conflict";
import type { Item } from "./item";
import styles from "./Items.module.css";
import { isChanged, type Members } from "./merge";
import type { Clash, Found, Revise } from "./revise";
import type { Draft } from "./useDraft";

const Conflict = part(() => import("./Conflict"));

/** The draft, and the version it is based on. */
export interface WrittenEdit<One, Contents> {
  begun: Found<One, Contents>;
  yours: Contents;
}

interface EditProps<One extends Item, Contents> {
  /** As it is shown now. */
  shown: Found<One, Contents>;
  /** A conflict of an edit made elsewhere on the page. */
  met: Clash<One, Contents> | undefined;
  draft: Draft<WrittenEdit<One, Contents>>;
  revise: Revise<One, Contents>;
  membersOf: (contents: Contents) => Members;
  contentsFrom: (members: Members) => Contents;
  words: MemberWords;
  /** As it is saved: without what was left empty. */
  tidy: (contents: Contents) => Contents;
  fields: (typed: Contents, change: Dispatch<SetStateAction<Contents>>) => ReactNode;
  onDone: () => Promise<void>;
}

export function EditItem<One extends Item, Contents>(props: EditProps<One, Contents>) {
  const { shown, met, draft, revise, membersOf, contentsFrom, words, tidy, fields, onDone } = props;
  const say = useSay();
  const members = useMembers();
  // What was met comes before what was half written, and that before what is there.
  const [before] = useState(() => (met ? { begun: met.base, yours: met.yours } : draft.found));
  // The item moves on when somebody else saves; what is typed here was begun on this version.
  const [begun] = useState(() => before?.begun ?? shown);
  const [typed, setTyped] = useState(() => before?.yours ?? begun.contents);
  const [clash, setClash] = useState(met ?? null);
  const { run, busy, failure, forget } = useAct(async (base: Found<One, Contents>, yours: Contents) => {
    const { name, found } = await revise(base, yours);
    if (name === "met") setClash({ base, yours, theirs: found });
    else await onDone();
  });

  const { keep } = draft;
  useEffect(() => {
    if (isChanged(membersOf(begun.contents), membersOf(typed))) keep({ begun, yours: typed });
  }, [keep, membersOf, begun, typed]);

  if (clash)
    return (
      <Boundary waiting={<Skeleton lines={6} />}>
        <Conflict
          // Somebody may be faster a second time: then it is another question.
          key={clash.theirs.item.version}
          base={membersOf(clash.base.contents)}
          yours={membersOf(clash.yours)}
          theirs={membersOf(clash.theirs.contents)}
          words={words}
          author={members.find(({ id }) => id === clash.theirs.item.updatedBy)?.name}
          busy={busy}
          failure={failure?.message}
          onSave={(settled) => void run(clash.theirs, contentsFrom(settled))}
          onBack={() => {
            forget();
            setClash(null);
          }}
        />
      </Boundary>
    );

  return (
    <Form
      className={styles["form"]}
      onSend={() => {
        // Nothing was written, so nobody else's words are in the way.
        if (!isChanged(membersOf(begun.contents), membersOf(tidy(typed)))) return void onDone();
        void run(begun, typed);
      }}
    >
      {draft.found && !met && (
        <Banner tone="info">{say("draft.found", "We restored your unsaved changes. They are not saved yet.")}</Banner>
      )}
      {failure && (
        <Banner tone="bad" urgent title={failureTitle(say, "update")}>
          <Why {...failure} />
        </Banner>
      )}
      {fields(typed, setTyped)}
      <div className={styles["buttons"]}>
        <Button look="quiet" onPress={() => void onDone()}>
          {say("dialog.cancel", "Cancel")}
        </Button>
        <Button type="submit" look="primary" writes isPending={busy}>
          {say("documents.save", "Save")}
        </Button>
      </div>
    </Form>
  );
}
