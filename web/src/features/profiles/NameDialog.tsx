/** How a group or a part of one is called. */
import { useState } from "react";

import { CallFailed } from "../../api/failure";
import { newId } from "../../api/ids";
import { useAct } from "../../api/useAct";
import { UNNAMED, useReviseEntry } from "../../lists/boards/useReviseEntry";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { Why } from "../../components/Why";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import itemStyles from "../../lists/Items.module.css";
import type { NamedPayload } from "../../payloads/shared.generated";
import type { TreeDesk, TreeItem } from "./useGroupDesk";

type NameProps = { title: string; desk: TreeDesk; onClose: () => void } & (
  | { under: string; item?: undefined; contents?: undefined }
  | { item: TreeItem; contents: NamedPayload | null; under?: undefined }
);

/** The name of a new one, or another name. */
export default function NameDialog({ title, desk, item, contents, under, onClose }: NameProps) {
  const say = useSay();
  const revise = useReviseEntry(desk);
  // One id for all tries: sent twice, it is still one.
  const [id] = useState(newId);
  const [begun] = useState(() => item && { item, contents: contents ?? UNNAMED });
  const [name, setName] = useState(contents?.name ?? "");
  const { run, busy, failure } = useAct(async () => {
    if (under !== undefined) return desk.create(id, { v: 1, name: name.trim() }, under);
    if (!begun) return undefined;
    const { name: outcome, found } = await revise(begun, { ...begun.contents, name: name.trim() });
    if (outcome === "met")
      throw new CallFailed({
        status: 409,
        code: "aborted",
        message: say("profiles.renamedMeanwhile", "Someone else renamed it to {name} in the meantime.", { name: found.contents.name }),
      });
    return undefined;
  }, onClose);
  return (
    <Dialog title={title} isOpen onClose={onClose} keeps={name !== (contents?.name ?? "")}>
      <Form
        className={itemStyles["new"] ?? ""}
        onSend={() => void run()}
      >
        {failure && (
          <Banner tone="bad" urgent title={failureTitle(say, "update")}>
            <Why {...failure} />
          </Banner>
        )}
        <TextField label={say("documents.name", "Name")} isRequired autoFocus maxLength={80} value={name} onChange={setName} />
        <div className={itemStyles["buttons"]}>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button type="submit" look="primary" writes isPending={busy}>
            {say("settings.save", "Save")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
