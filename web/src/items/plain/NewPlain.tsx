/** A new plain item. What was half written is there again after a lock or a reload. */
import { useEffect, useState } from "react";

import { newId } from "../../api/ids";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import type { BasePayload } from "../../payloads/base";
import styles from "../Items.module.css";
import { isChanged } from "../merge";
import { useDraft, type Draft } from "../useDraft";
import type { PlainScreen } from "./screen";
import { membersOf, useCreatePlain } from "./usePlain";

interface NewProps<Payload extends BasePayload> {
  screen: PlainScreen<Payload>;
  onClose: () => void;
  /** Closes it, too. */
  onCreated: (id: string) => void;
}

interface Written<Payload> {
  id: string;
  payload: Payload;
}

export default function NewPlain<Payload extends BasePayload>(props: NewProps<Payload>) {
  const draft = useDraft<Written<Payload>>(`new ${props.screen.kind}`);
  return draft.found !== undefined && <NewForm {...props} draft={draft} before={draft.found} />;
}

interface NewFormProps<Payload extends BasePayload> extends NewProps<Payload> {
  draft: Draft<Written<Payload>>;
  before: Written<Payload> | null;
}

function NewForm<Payload extends BasePayload>({ screen, onClose, onCreated, draft, before }: NewFormProps<Payload>) {
  const say = useSay();
  const words = screen.words(say);
  const create = useCreatePlain(screen);
  // One id for all tries: sent twice, it is still one.
  const [id] = useState(() => before?.id ?? newId());
  const [payload, setPayload] = useState<Payload>(before?.payload ?? screen.blank);

  const { keep } = draft;
  useEffect(() => {
    if (isChanged(membersOf(screen.blank), membersOf(payload))) keep({ id, payload });
  }, [keep, screen, id, payload]);

  async function close() {
    await draft.drop();
    onClose();
  }

  const { run, busy, failure } = useAct(async () => {
    await create(id, payload);
    await draft.drop();
  });

  return (
    <Dialog title={words.new} isOpen onClose={() => void close()} keeps={isChanged(membersOf(screen.blank), membersOf(payload))}>
      <Form
        className={styles["new"] ?? ""}
        onSubmit={(event) => {
          event.preventDefault();
          void run().then((made) => {
            if (made) onCreated(id);
          });
        }}
      >
        {before && <Banner tone="info">{say("draft.found", "This is what you wrote before. It is not saved yet.")}</Banner>}
        {failure && (
          <Banner tone="bad" urgent title={failureTitle(say, "update")}>
            {failure.message}
          </Banner>
        )}
        <screen.Fields value={payload} change={(part) => setPayload((now) => ({ ...now, ...part }))} autoFocus />
        <div className={styles["buttons"]}>
          <Button look="quiet" onPress={() => void close()}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button type="submit" look="primary" writes isPending={busy} isDisabled={!screen.nameOf(payload).trim()}>
            {words.create}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
