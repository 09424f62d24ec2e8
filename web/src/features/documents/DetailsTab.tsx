/** What a document says, to read and to change in place. */
import { Pencil } from "lucide-react";
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Select } from "../../components/Select";
import { CopyButton } from "../../components/CopyButton";
import { DateField } from "../../components/DateField";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner, Fact, Facts } from "../../components/Layout";
import { formatDay } from "../../dates/days";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { useDates, useMay, useToday } from "../../session/useSession";
import { Expires, Status } from "./columns";
import styles from "./Documents.module.css";
import { CATEGORIES, type DocumentPayload } from "../../payloads/document";
import type { DocumentRow } from "./rows";
import { useDocumentActs } from "./useDocumentActs";
import { categoryWord } from "./words";

interface DetailsProps {
  row: DocumentRow;
  payload: DocumentPayload;
}

export function DetailsTab({ row, payload }: DetailsProps) {
  const may = useMay();
  const [editing, setEditing] = useState(false);
  if (editing) return <Edit row={row} payload={payload} onDone={() => setEditing(false)} />;
  return <Shown row={row} payload={payload} onEdit={may("document.update") ? () => setEditing(true) : undefined} />;
}

function Shown({ row, payload, onEdit }: DetailsProps & { onEdit: (() => void) | undefined }) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const { category, number, issuer, issuedOn, notes } = payload;
  return (
    <>
      <Facts>
        <Fact name={say("documents.status", "Status")}>
          <Status row={row} say={say} />
        </Fact>
        <Fact name={say("documents.expires", "Expires")}>
          <Expires row={row} dates={dates} today={today} />
        </Fact>
        <Fact name={say("documents.category", "Category")}>{category ? categoryWord(say, category) : "–"}</Fact>
        <Fact name={say("documents.number", "Number")}>
          {number ? (
            <>
              <bdi className="mono">{number}</bdi>
              <CopyButton text={number} what={say("documents.number", "Number")} />
            </>
          ) : (
            "–"
          )}
        </Fact>
        {issuer && (
          <Fact name={say("documents.issuer", "Issued by")}>
            <bdi>{issuer}</bdi>
          </Fact>
        )}
        {issuedOn && (
          <Fact name={say("documents.issuedOn", "Issued on")}>
            <time dateTime={issuedOn}>{formatDay(issuedOn, dates)}</time>
          </Fact>
        )}
        {notes && (
          <Fact name={say("documents.notes", "Notes")}>
            <span dir="auto">{notes}</span>
          </Fact>
        )}
      </Facts>
      {onEdit && (
        <div className={styles["inset"]}>
          <Button size="small" onPress={onEdit}>
            <Pencil />
            {say("documents.edit", "Edit")}
          </Button>
        </div>
      )}
    </>
  );
}

function Edit({ row, payload, onDone }: DetailsProps & { onDone: () => void }) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const { revise } = useDocumentActs();
  // What was seen when the form opened: a change that arrives meanwhile is refused as a conflict and not overwritten.
  const [seen] = useState(row.item);
  const [draft, setDraft] = useState(payload);
  const [expiresOn, setExpiresOn] = useState(row.expiresOn);
  const { run, busy, failure } = useAct(() => revise(seen, { ...draft, title: draft.title.trim() }, expiresOn));
  const change = (part: Partial<DocumentPayload>) => setDraft((now) => ({ ...now, ...part }));

  return (
    <Form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void run().then((saved) => saved && onDone());
      }}
    >
      {failure && (
        <Banner tone="bad" urgent title={failureTitle(say, "update")}>
          {failure.reason === "version_conflict"
            ? say("documents.conflict", "Somebody else changed it meanwhile. Close this form to see it, then change it again.")
            : failure.message}
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
