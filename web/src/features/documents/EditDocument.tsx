/** The form of a document. Input is kept until it is saved, also when another person saves first. */
import { useEffect, useState } from "react";

import { useAct } from "../../api/useAct";
import { TopicsField } from "../../lists/boards/TopicsField";
import { useTopics } from "../../lists/boards/topics";
import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { DateField } from "../../components/DateField";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { Select } from "../../components/Select";
import { Skeleton } from "../../components/States";
import { Why } from "../../components/Why";
import { part } from "../../components/part";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { CATEGORIES, type DocumentPayload } from "../../payloads/document";
import { ProfilesField } from "../../lists/profiles/ProfilesField";
import { useProfileNames } from "../../lists/profiles/useProfiles";
import { useDates, useToday } from "../../session/useSession";
import styles from "../../lists/Items.module.css";
import { contentsFrom, isChanged, membersOf, type Contents } from "./contents";
import { memberWords } from "./memberWords";
import { RemindField } from "./RemindField";
import type { DocumentRow } from "./rows";
import type { Draft } from "../../lists/useDraft";
import { useMembers } from "../../lists/people/people";
import { useRevise, type Clash, type Found } from "./useRevise";
import { categoryWord } from "./words";

const Conflict = part(() => import("../../lists/Conflict"));

const NONE: never[] = [];

/** The draft, and the version it is based on. */
export interface WrittenEdit {
  begun: Found;
  yours: Contents;
}

interface EditProps {
  row: DocumentRow;
  payload: DocumentPayload;
  /** A conflict of an edit in the list. */
  met?: Clash | undefined;
  draft: Draft<WrittenEdit>;
  onDone: () => Promise<void>;
}

export default function EditDocument({ row, payload, met, draft, onDone }: EditProps) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const members = useMembers();
  const topics = useTopics() ?? NONE;
  const profiles = useProfileNames();
  const revise = useRevise();
  // What was met comes before what was half written, and that before what is there.
  const [before] = useState(() => (met ? { begun: met.base, yours: met.yours } : draft.found));
  // The row moves on when somebody else saves; what is typed here was begun on this version.
  const [begun] = useState<Found>(() => before?.begun ?? { item: row.item, contents: { payload, expiresOn: row.expiresOn, remindDays: row.item.remindDays, topicIds: row.item.topicIds, profileIds: row.item.profileIds } });
  const [typed, setTyped] = useState(() => (before?.yours ?? begun.contents).payload);
  const [expiresOn, setExpiresOn] = useState(() => (before?.yours ?? begun.contents).expiresOn);
  // A draft that was written down before there was such a field names none.
  const [remindDays, setRemindDays] = useState<readonly number[]>(() => (before?.yours ?? begun.contents).remindDays ?? row.item.remindDays);
  const [topicIds, setTopicIds] = useState(() => (before?.yours ?? begun.contents).topicIds);
  const [profileIds, setProfileIds] = useState(() => (before?.yours ?? begun.contents).profileIds);
  const [clash, setClash] = useState<Clash | null>(met ?? null);
  const { run, busy, failure, forget } = useAct(async (base: Found, yours: Contents) => {
    const { name, found } = await revise(base, yours);
    if (name === "met") setClash({ base, yours, theirs: found });
    else await onDone();
  });
  const change = (part: Partial<DocumentPayload>) => setTyped((now) => ({ ...now, ...part }));

  const { keep } = draft;
  useEffect(() => {
    const yours = { payload: typed, expiresOn, remindDays, topicIds, profileIds };
    if (isChanged(begun.contents, yours)) keep({ begun, yours });
  }, [keep, begun, typed, expiresOn, remindDays, topicIds, profileIds]);

  if (clash)
    return (
      <Boundary waiting={<Skeleton lines={6} />}>
        <Conflict
          // Somebody may be faster a second time: then it is another question.
          key={clash.theirs.item.version}
          base={membersOf(clash.base.contents)}
          yours={membersOf(clash.yours)}
          theirs={membersOf(clash.theirs.contents)}
          words={memberWords(say, dates, [...topics, ...profiles])}
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
        const yours = { payload: { ...typed, title: typed.title.trim() }, expiresOn, remindDays, topicIds, profileIds };
        // Nothing was written, so nobody else's words are in the way.
        if (!isChanged(begun.contents, yours)) return void onDone();
        void run(begun, yours);
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
      <TextField
        label={say("documents.titleField", "Title")}
        isRequired
        maxLength={200}
        autoFocus
        value={typed.title}
        onChange={(title) => change({ title })}
      />
      <DateField
        label={say("documents.expires", "Expires")}
        value={expiresOn}
        onChange={setExpiresOn}
        settings={dates}
        today={today}
      />
      <RemindField value={remindDays} expiresOn={expiresOn} isHidden={Boolean(begun.contents.payload.expiresOn)} onChange={setRemindDays} />
      <Select
        label={say("documents.category", "Category")}
        placeholder={say("documents.none", "None")}
        options={CATEGORIES.map((value) => ({ value, label: categoryWord(say, value) }))}
        value={CATEGORIES.find((known) => known === typed.category) ?? null}
        onChange={(category) => change({ category })}
      />
      <TextField
        label={say("documents.number", "Number")}
        mono
        maxLength={200}
        value={typed.number ?? ""}
        onChange={(number) => change({ number })}
      />
      {(profiles.length > 0 || profileIds.length > 0) && <ProfilesField profiles={profiles} value={profileIds} onChange={setProfileIds} />}
      {(topics.length > 0 || topicIds.length > 0) && <TopicsField topics={topics} value={topicIds} onChange={setTopicIds} />}
      <TextField
        label={say("documents.issuer", "Issued by")}
        maxLength={200}
        value={typed.issuer ?? ""}
        onChange={(issuer) => change({ issuer })}
      />
      <TextField
        label={say("documents.notes", "Notes")}
        lines={4}
        maxLength={32_000}
        value={typed.notes ?? ""}
        onChange={(notes) => change({ notes })}
      />
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
