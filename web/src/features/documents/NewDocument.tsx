/** A document without a file: what is known about something that lies in a drawer. */
import { useState } from "react";

import { useCreateDocumentMutation } from "../../api/documents";
import { CallFailed, failureOf } from "../../api/failure";
import { newId } from "../../api/ids";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Select } from "../../components/Select";
import { DateField } from "../../components/DateField";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import type { Day } from "../../dates/days";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { useKeyring } from "../../keyring/react";
import { useDates, useToday } from "../../session/useSession";
import styles from "./NewDocument.module.css";
import { CATEGORIES, type DocumentPayload } from "../../payloads/document";
import { categoryWord } from "./words";

interface NewDocumentProps {
  onClose: () => void;
  onCreated: (id: string) => void;
}

export default function NewDocument({ onClose, onCreated }: NewDocumentProps) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const keyring = useKeyring();
  const [create] = useCreateDocumentMutation();
  // One id for all tries: sent twice, it is still one document.
  const [id] = useState(newId);
  const [payload, setPayload] = useState<DocumentPayload>({ v: 1, title: "" });
  const [expiresOn, setExpiresOn] = useState<Day | null>(null);

  const { run, busy, failure } = useAct(async () => {
    const audience = (await keyring.defaultAudience("document")).sort();
    const sealed = await keyring.sealRecord({
      kind: "document",
      id,
      payload: { ...payload, title: payload.title.trim() },
      attrs: { state: "active", expiresOn, noteOnly: true },
      audience,
    });
    const answer = await create({
      newDocuments: { id, sealed, audience, state: "active", noteOnly: true, ...(expiresOn ? { expiresOn } : {}) },
    });
    if (answer.error) throw new CallFailed(failureOf(answer.error));
  });

  return (
    <Dialog title={say("newDocument.title", "New document without a file")} isOpen onClose={onClose} keeps={payload.title !== ""}>
      <Form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          void run().then((made) => {
            if (!made) return;
            onClose();
            onCreated(id);
          });
        }}
      >
        {failure && (
          <Banner tone="bad" urgent title={failureTitle(say, "update")}>
            {failure.message}
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
        <Select
          label={say("documents.category", "Category")}
          placeholder={say("documents.none", "None")}
          options={CATEGORIES.map((value) => ({ value, label: categoryWord(say, value) }))}
          value={CATEGORIES.find((known) => known === payload.category) ?? null}
          onChange={(category) => setPayload((now) => ({ ...now, category }))}
        />
        <TextField
          label={say("documents.notes", "Notes")}
          lines={4}
          maxLength={32_000}
          value={payload.notes ?? ""}
          onChange={(notes) => setPayload((now) => ({ ...now, notes }))}
        />
        <div className={styles["buttons"]}>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button type="submit" look="primary" isPending={busy} isDisabled={!payload.title.trim()}>
            {say("newDocument.create", "Create")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
