/** The form of a document. What was typed stays until it is saved, whoever else saves meanwhile. */
import { lazy, Suspense, useState } from "react";

import { useMembers } from "../../api/accounts";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { DateField } from "../../components/DateField";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { Select } from "../../components/Select";
import { Skeleton } from "../../components/States";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { CATEGORIES, type DocumentPayload } from "../../payloads/document";
import { useDates, useMay, useToday } from "../../session/useSession";
import styles from "./Documents.module.css";
import { mergeContents, type Contents } from "./merge";
import type { DocumentRow } from "./rows";
import { useRevise, type Found } from "./useRevise";
import { categoryWord } from "./words";

const Conflict = lazy(() => import("./Conflict"));

interface EditProps {
  row: DocumentRow;
  payload: DocumentPayload;
  onDone: () => void;
}

/** Two people wrote: what each began with, what this one wrote, and what the other did. */
interface Clash {
  base: Found;
  yours: Contents;
  theirs: Found;
}

export default function EditDocument({ row, payload, onDone }: EditProps) {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const today = useToday();
  const members = useMembers(may("member.list"));
  const revise = useRevise();
  // The row moves on when somebody else saves; what is typed here was begun on this version.
  const [begun] = useState<Found>(() => ({ item: row.item, contents: { payload, expiresOn: row.expiresOn } }));
  const [draft, setDraft] = useState(payload);
  const [expiresOn, setExpiresOn] = useState(row.expiresOn);
  const [clash, setClash] = useState<Clash | null>(null);
  const { run, busy, failure, forget } = useAct(async (base: Found, yours: Contents) => {
    const theirs = await revise(base, yours);
    if (theirs) setClash({ base, yours, theirs });
    else onDone();
  });
  const change = (part: Partial<DocumentPayload>) => setDraft((now) => ({ ...now, ...part }));

  if (clash)
    return (
      <Suspense fallback={<Skeleton lines={6} />}>
        <Conflict
          // Somebody may be faster a second time: then it is another question.
          key={clash.theirs.item.version}
          base={clash.base.contents}
          yours={clash.yours}
          theirs={clash.theirs.contents}
          author={members.find(({ id }) => id === clash.theirs.item.updatedBy)?.name}
          busy={busy}
          failure={failure?.message}
          onSave={(settled) => void run(clash.theirs, settled)}
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
        const yours = { payload: { ...draft, title: draft.title.trim() }, expiresOn };
        // Nothing was written, so nobody else's words are in the way.
        if (!mergeContents(begun.contents, begun.contents, yours).theyChanged) return onDone();
        void run(begun, yours);
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
        maxLength={200}
        autoFocus
        value={draft.title}
        onChange={(title) => change({ title })}
      />
      <DateField
        label={say("documents.expires", "Expires")}
        value={expiresOn}
        onChange={setExpiresOn}
        settings={dates}
        today={today}
      />
      <Select
        label={say("documents.category", "Category")}
        placeholder={say("documents.none", "None")}
        options={CATEGORIES.map((value) => ({ value, label: categoryWord(say, value) }))}
        value={CATEGORIES.find((known) => known === draft.category) ?? null}
        onChange={(category) => change({ category })}
      />
      <TextField
        label={say("documents.number", "Number")}
        mono
        maxLength={200}
        value={draft.number ?? ""}
        onChange={(number) => change({ number })}
      />
      <TextField
        label={say("documents.issuer", "Issued by")}
        maxLength={200}
        value={draft.issuer ?? ""}
        onChange={(issuer) => change({ issuer })}
      />
      <TextField
        label={say("documents.notes", "Notes")}
        lines={4}
        maxLength={32_000}
        value={draft.notes ?? ""}
        onChange={(notes) => change({ notes })}
      />
      <div className={styles["buttons"]}>
        <Button look="quiet" onPress={onDone}>
          {say("dialog.cancel", "Cancel")}
        </Button>
        <Button type="submit" look="primary" isPending={busy} isDisabled={!draft.title.trim()}>
          {say("documents.save", "Save")}
        </Button>
      </div>
    </Form>
  );
}
