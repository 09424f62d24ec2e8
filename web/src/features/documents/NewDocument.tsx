/** A document without a file: what is known about something that lies in a drawer. */
import { useEffect, useState } from "react";

import { useCreateDocumentMutation } from "../../api/documents";
import { CallFailed, failureOf } from "../../api/failure";
import { newId } from "../../api/ids";
import { useAct } from "../../api/useAct";
import { TopicsField } from "../../lists/boards/TopicsField";
import { useTopics } from "../../lists/boards/topics";
import { Button } from "../../components/Button";
import { Select } from "../../components/Select";
import { DateField } from "../../components/DateField";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { Why } from "../../components/Why";
import type { Day } from "../../dates/days";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { useKeyring } from "../../keyring/react";
import { ProfilesField } from "../../lists/profiles/ProfilesField";
import { useProfileNames } from "../../lists/profiles/useProfiles";
import { useDates, useToday } from "../../session/useSession";
import styles from "./NewDocument.module.css";
import { CATEGORIES, type DocumentPayload } from "../../payloads/document";
import { isChanged, withWarnings, type Contents } from "./contents";
import { useDraft, type Draft } from "../../lists/useDraft";
import { RemindField } from "./RemindField";
import { categoryWord } from "./words";

interface NewDocumentProps {
  onClose: () => void;
  /** Closes it, too. */
  onCreated: (id: string) => void;
}

interface Written {
  id: string;
  payload: DocumentPayload;
  expiresOn: Day | null;
  remindDays?: readonly number[];
  topicIds: readonly string[];
  profileIds: readonly string[];
}

const BLANK: Contents = { payload: { v: 1, title: "" }, expiresOn: null, remindDays: [], topicIds: [], profileIds: [] };

export default function NewDocument(props: NewDocumentProps) {
  const draft = useDraft<Written>("new document");
  return draft.found !== undefined && <NewForm {...props} draft={draft} before={draft.found} />;
}

interface NewFormProps extends NewDocumentProps {
  draft: Draft<Written>;
  before: Written | null;
}

function NewForm({ onClose, onCreated, draft, before }: NewFormProps) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const keyring = useKeyring();
  const [create] = useCreateDocumentMutation();
  // One id for all tries: sent twice, it is still one document.
  const [id] = useState(() => before?.id ?? newId());
  const [payload, setPayload] = useState<DocumentPayload>(before?.payload ?? { v: 1, title: "" });
  const [expiresOn, setExpiresOn] = useState<Day | null>(before?.expiresOn ?? null);
  const [remindDays, setRemindDays] = useState<readonly number[]>(before?.remindDays ?? []);
  const [topicIds, setTopicIds] = useState<readonly string[]>(before?.topicIds ?? []);
  const topics = useTopics() ?? [];
  const [profileIds, setProfileIds] = useState<readonly string[]>(before?.profileIds ?? []);
  const profiles = useProfileNames();

  const { keep } = draft;
  useEffect(() => {
    if (isChanged(BLANK, { payload, expiresOn, remindDays, topicIds, profileIds })) keep({ id, payload, expiresOn, remindDays, topicIds, profileIds });
  }, [keep, id, payload, expiresOn, remindDays, topicIds, profileIds]);

  async function close() {
    await draft.drop();
    onClose();
  }

  const { run, busy, failure } = useAct(async () => {
    const audience = await keyring.defaultAudience("document");
    const filed = { topicIds: [...topicIds].sort(), profileIds: [...profileIds].sort() };
    const { documentExpiry } = await keyring.discloses();
    const written = withWarnings({ ...payload, title: payload.title.trim() }, { expiresOn, remindDays }, documentExpiry);
    const sealed = await keyring.sealRecord({
      kind: "document",
      id,
      payload: written.payload,
      attrs: { state: "active", ...written.attrs, noteOnly: true, ...filed },
      audience,
    });
    const answer = await create({ newDocuments: { id, sealed } });
    if (answer.error) throw new CallFailed(failureOf(answer.error));
    await draft.drop();
  });

  return (
    <Dialog title={say("newDocument.title", "New document without a file")} isOpen onClose={() => void close()} keeps={payload.title !== ""} addressed>
      <Form
        className={styles["form"]}
        onSend={() => {
          void run().then((made) => {
            if (made) onCreated(id);
          });
        }}
      >
        {before && <Banner tone="info">{say("draft.found", "We restored your unsaved changes. They are not saved yet.")}</Banner>}
        {failure && (
          <Banner tone="bad" urgent title={failureTitle(say, "update")}>
            <Why {...failure} />
          </Banner>
        )}
        <TextField
          label={say("documents.titleField", "Title")}
          isRequired
          autoFocus
          maxLength={200}
          value={payload.title}
          onChange={(title) => setPayload((now) => ({ ...now, title }))}
        />
        <DateField label={say("documents.expires", "Expires")} value={expiresOn} onChange={setExpiresOn} settings={dates} today={today} />
        <RemindField value={remindDays} expiresOn={expiresOn} onChange={setRemindDays} />
        <Select
          label={say("documents.category", "Category")}
          placeholder={say("documents.none", "None")}
          options={CATEGORIES.map((value) => ({ value, label: categoryWord(say, value) }))}
          value={CATEGORIES.find((known) => known === payload.category) ?? null}
          onChange={(category) => setPayload((now) => ({ ...now, category }))}
        />
        {profiles.length > 0 && <ProfilesField profiles={profiles} value={profileIds} onChange={setProfileIds} />}
        {topics.length > 0 && <TopicsField topics={topics} value={topicIds} onChange={setTopicIds} />}
        <TextField
          label={say("documents.notes", "Notes")}
          lines={4}
          maxLength={32_000}
          value={payload.notes ?? ""}
          onChange={(notes) => setPayload((now) => ({ ...now, notes }))}
        />
        <div className={styles["buttons"]}>
          <Button look="quiet" onPress={() => void close()}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button type="submit" look="primary" writes isPending={busy}>
            {say("newDocument.create", "Create")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
