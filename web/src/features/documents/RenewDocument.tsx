/** A document is renewed in one step: the new file and its new last day. */
import { Camera, Upload } from "lucide-react";
import { useRef, useState } from "react";

import { useAsked } from "../../components/asking";
import { takesPictures } from "../../components/camera";
import { Button } from "../../components/Button";
import { DateField } from "../../components/DateField";
import { Dialog } from "../../components/Dialog";
import { FilePick } from "../../components/FilePick";
import { Form } from "../../components/Form";
import { formatDay, type Day } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { useDates, useToday } from "../../session/useSession";
import styles from "./NewVersion.module.css";
import type { DocumentRow } from "./rows";
import { useUploadDesk } from "./uploads/uploads";

export default function RenewDocument({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const desk = useUploadDesk();
  const [file, setFile] = useState<File | null>(null);
  const [expiresOn, setExpiresOn] = useState<Day | null>(null);

  return (
    <Dialog
      title={row.title ? say("renew.title", "Renew {title}", { title: row.title }) : say("renew.this", "Renew this document")}
      isOpen
      onClose={onClose}
      keeps={file !== null}
    >
      <Form
        className={styles["form"]}
        onSend={() => {
          if (!file || !expiresOn) return;
          desk.add([file], { document: row.item, renewTo: expiresOn });
          onClose();
        }}
      >
        <p>
          {row.expiresOn
            ? say("renew.how", "It expires {day}. The current file stays under Versions.", {
                day: formatDay(row.expiresOn, dates),
              })
            : say("renew.howUndated", "The current file stays under Versions.")}
        </p>
        <FileChoice file={file} onChoose={setFile} />
        <DateField
          label={say("renew.until", "New expiry date")}
          isRequired
          value={expiresOn}
          onChange={setExpiresOn}
          settings={dates}
          today={today}
        />
        <div className={styles["buttons"]}>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button type="submit" look="primary" writes>
            {say("documents.renew", "Renew")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function FileChoice({ file, onChoose }: { file: File | null; onChoose: (file: File | null) => void }) {
  const say = useSay();
  const label = say("renew.choose", "Choose new file");
  const fault = file ? undefined : say("renew.noFile", "Choose the file that replaces the current one.");
  const place = useRef<HTMLDivElement>(null);
  const { error } = useAsked({ place, label, fault, needsAsker: true });
  return (
    <div className={styles["file"]} ref={place}>
      <FilePick single onFiles={([chosen]) => onChoose(chosen ?? null)}>
        <Button>
          <Upload />
          {label}
        </Button>
      </FilePick>
      {takesPictures() && (
        <FilePick single camera accept={["image/*"]} onFiles={([taken]) => onChoose(taken ?? null)}>
          <Button icon aria-label={say("documents.photograph", "Take a photo")}>
            <Camera />
          </Button>
        </FilePick>
      )}
      {file && (
        <span className="clip" role="status">
          <bdi>{file.name}</bdi>
        </span>
      )}
      {error && (
        <span className={styles["wrong"]} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
