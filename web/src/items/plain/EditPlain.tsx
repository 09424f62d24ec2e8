/** The form of a plain item. What was typed stays until it is saved, whoever else saves meanwhile. */
import { lazy, Suspense, useEffect, useState } from "react";

import { useMembers } from "../../api/accounts";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { Skeleton } from "../../components/States";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import type { BasePayload } from "../../payloads/base";
import { useDates, useMay } from "../../session/useSession";
import styles from "../Items.module.css";
import { isChanged } from "../merge";
import type { Draft } from "../useDraft";
import type { PlainRow, PlainForm } from "./screen";
import { membersOf, useRevisePlain, type Clash, type Found } from "./usePlain";

const Conflict = lazy(() => import("../Conflict"));

/** What somebody wrote, and the version on which it was begun. */
export interface WrittenEdit<Payload> {
  begun: Found<Payload>;
  yours: Payload;
}

interface EditProps<Payload extends BasePayload> {
  screen: PlainForm<Payload>;
  row: PlainRow<Payload>;
  payload: Payload;
  /** What was written in the list has met what somebody else wrote. */
  met: Clash<Payload> | undefined;
  draft: Draft<WrittenEdit<Payload>>;
  onDone: () => Promise<void>;
}

export default function EditPlain<Payload extends BasePayload>({ screen, row, payload, met, draft, onDone }: EditProps<Payload>) {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const members = useMembers(may("member.list"));
  const revise = useRevisePlain(screen);
  // What was met comes before what was half written, and that before what is there.
  const [before] = useState(() => (met ? { begun: met.base, yours: met.yours } : draft.found));
  // The row moves on when somebody else saves; what is typed here was begun on this version.
  const [begun] = useState<Found<Payload>>(() => before?.begun ?? { item: row.item, contents: payload });
  const [typed, setTyped] = useState<Payload>(() => before?.yours ?? begun.contents);
  const [clash, setClash] = useState<Clash<Payload> | null>(met ?? null);
  const { run, busy, failure, forget } = useAct(async (base: Found<Payload>, yours: Payload) => {
    const { name, found } = await revise(base, yours);
    if (name === "met") setClash({ base, yours, theirs: found });
    else await onDone();
  });

  const { keep } = draft;
  useEffect(() => {
    if (isChanged(membersOf(begun.contents), membersOf(typed))) keep({ begun, yours: typed });
  }, [keep, begun, typed]);

  if (clash)
    return (
      <Suspense fallback={<Skeleton lines={6} />}>
        <Conflict
          // Somebody may be faster a second time: then it is another question.
          key={clash.theirs.item.version}
          base={membersOf(clash.base.contents)}
          yours={membersOf(clash.yours)}
          theirs={membersOf(clash.theirs.contents)}
          words={screen.memberWords(say, dates)}
          author={members.find(({ id }) => id === clash.theirs.item.updatedBy)?.name}
          busy={busy}
          failure={failure?.message}
          onSave={(settled) => void run(clash.theirs, settled as unknown as Payload)}
          onBack={() => {
            forget();
            setClash(null);
          }}
        />
      </Suspense>
    );

  return (
    <Form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        // Nothing was written, so nobody else's words are in the way.
        if (!isChanged(membersOf(begun.contents), membersOf(screen.tidy(typed)))) return void onDone();
        void run(begun, typed);
      }}
    >
      {draft.found && !met && (
        <Banner tone="info">{say("draft.found", "This is what you wrote before. It is not saved yet.")}</Banner>
      )}
      {failure && (
        <Banner tone="bad" urgent title={failureTitle(say, "update")}>
          {failure.message}
        </Banner>
      )}
      <screen.Fields value={typed} change={(part) => setTyped((now) => ({ ...now, ...part }))} autoFocus />
      <div className={styles["buttons"]}>
        <Button look="quiet" onPress={() => void onDone()}>
          {say("dialog.cancel", "Cancel")}
        </Button>
        <Button type="submit" look="primary" writes isPending={busy} isDisabled={!screen.nameOf(typed).trim()}>
          {say("documents.save", "Save")}
        </Button>
      </div>
    </Form>
  );
}
