/** A new item. What was half written is there again after a lock or a reload. */
import { useEffect, useState, type Dispatch, type ReactNode, type SetStateAction } from "react";

import { newId } from "../api/ids";
import { useAct } from "../api/useAct";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { Form } from "../components/Form";
import { Banner } from "../components/Layout";
import { Why } from "../components/Why";
import { failureTitle } from "../i18n/fixedTexts";
import { useSay } from "../i18n/say";
import styles from "./Items.module.css";
import { isChanged, type Members } from "./merge";
import { useDraft, type Draft } from "./useDraft";

interface NewProps<Contents> {
  /** Under which it is kept while it is half written. */
  name: string;
  title: string;
  create: string;
  blank: Contents;
  membersOf: (contents: Contents) => Members;
  /** What it takes to make one has not arrived yet. */
  isWaiting?: boolean;
  fields: (typed: Contents, change: Dispatch<SetStateAction<Contents>>) => ReactNode;
  /** Under an id that is the same for all tries: sent twice, it is still one. */
  onCreate: (id: string, contents: Contents) => Promise<void>;
  onClose: () => void;
  /** Closes it, too. */
  onCreated: (id: string) => void;
}

interface Written<Contents> {
  id: string;
  contents: Contents;
}

export function NewItem<Contents>(props: NewProps<Contents>) {
  const draft = useDraft<Written<Contents>>(`new ${props.name}`);
  return draft.found !== undefined && <NewForm {...props} draft={draft} before={draft.found} />;
}

interface NewFormProps<Contents> extends NewProps<Contents> {
  draft: Draft<Written<Contents>>;
  before: Written<Contents> | null;
}

function NewForm<Contents>(props: NewFormProps<Contents>) {
  const { title, create, blank, membersOf, isWaiting = false, fields, onCreate, onClose, onCreated, draft, before } = props;
  const say = useSay();
  const [id] = useState(() => before?.id ?? newId());
  const [contents, setContents] = useState<Contents>(before?.contents ?? blank);
  const [empty] = useState(() => membersOf(blank));
  const written = isChanged(empty, membersOf(contents));

  const { keep } = draft;
  useEffect(() => {
    if (written) keep({ id, contents });
  }, [keep, written, id, contents]);

  async function close() {
    await draft.drop();
    onClose();
  }

  const { run, busy, failure } = useAct(async () => {
    await onCreate(id, contents);
    await draft.drop();
  });

  return (
    <Dialog title={title} isOpen onClose={() => void close()} keeps={written} addressed>
      <Form
        className={styles["new"] ?? ""}
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
        {fields(contents, setContents)}
        <div className={styles["buttons"]}>
          <Button look="quiet" onPress={() => void close()}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button type="submit" look="primary" writes isPending={busy} isDisabled={isWaiting}>
            {create}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
