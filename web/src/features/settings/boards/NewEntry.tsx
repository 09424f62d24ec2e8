/** One more entry at the end of a list. */
import { useState, type ReactNode } from "react";

import { newId } from "../../../api/ids";
import { useAct } from "../../../api/useAct";
import styles from "../../../lists/boards/Boards.module.css";
import { NamedFields } from "../../../lists/boards/EntryForm";
import { UNNAMED } from "../../../lists/boards/useReviseEntry";
import { Button } from "../../../components/Button";
import { Form } from "../../../components/Form";
import { Banner } from "../../../components/Layout";
import { Why } from "../../../components/Why";
import { failureTitle } from "../../../i18n/fixedTexts";
import { useSay } from "../../../i18n/say";
import type { NamedPayload } from "../../../payloads/shared.generated";

interface NewEntryProps {
  create: (id: string, payload: NamedPayload) => Promise<unknown>;
  onDone: () => void;
  children?: ReactNode;
}

export function NewEntry({ create, onDone, children }: NewEntryProps) {
  const say = useSay();
  // One id for all tries: sent twice, it is still one.
  const [id] = useState(newId);
  const [payload, setPayload] = useState(UNNAMED);
  const { run, busy, failure } = useAct(() => create(id, { ...payload, name: payload.name.trim() }), onDone);
  return (
    <Form
      className={styles["form"]}
      onSend={() => void run()}
    >
      {failure && (
        <Banner tone="bad" urgent title={failureTitle(say, "update")}>
          <Why {...failure} />
        </Banner>
      )}
      <NamedFields payload={payload} unnamed={null} onChange={setPayload} onEscape={onDone} />
      {children}
      <div className={styles["buttons"]}>
        <Button type="submit" size="small" look="primary" writes isPending={busy}>
          {say("boards.add", "Add")}
        </Button>
        <Button size="small" look="quiet" onPress={onDone}>
          {say("dialog.cancel", "Cancel")}
        </Button>
      </div>
    </Form>
  );
}
