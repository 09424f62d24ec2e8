/** A new profile: what it is of, how it is called, and where it stands. What was half written is there again after a lock. */
import { useEffect, useState } from "react";

import { CallFailed, failureOf } from "../../api/failure";
import { newId } from "../../api/ids";
import { useCreateProfileMutation } from "../../api/profiles";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { Select } from "../../components/Select";
import { Why } from "../../components/Why";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import styles from "../../lists/Items.module.css";
import { useDraft, type Draft } from "../../lists/useDraft";
import { useKeyring } from "../../keyring/react";
import { useMay } from "../../session/useSession";
import { PlaceFields, type PlaceChoice } from "./PlaceFields";
import { typeWord } from "./templateWords";
import type { ProfileTree } from "./useProfileTree";
import { useGroupDesk } from "./useGroupDesk";

interface NewProfileProps {
  tree: ProfileTree;
  onClose: () => void;
  /** Closes it, too. */
  onCreated: (id: string) => void;
}

interface Written {
  id: string;
  groupId: string;
  name: string;
  typeId: string;
}

export default function NewProfile(props: NewProfileProps) {
  const draft = useDraft<Written>("new profile");
  return draft.found !== undefined && <NewForm {...props} draft={draft} before={draft.found} />;
}

function NewForm({ tree, onClose, onCreated, draft, before }: NewProfileProps & { draft: Draft<Written>; before: Written | null }) {
  const say = useSay();
  const mayAdd = useMay()("profile.structure");
  const keyring = useKeyring();
  const groupDesk = useGroupDesk();
  const [create] = useCreateProfileMutation();
  // The same ids for all tries: sent twice, it is still one profile in one group.
  const [ids] = useState(() => ({ id: before?.id ?? newId(), groupId: before?.groupId ?? newId() }));
  const [name, setName] = useState(before?.name ?? "");
  const [typeId, setTypeId] = useState(before?.typeId ?? tree.types[0]?.type.id ?? "");
  const branch = tree.types.find(({ type }) => type.id === typeId);
  const [chosen, setChosen] = useState<PlaceChoice | null>(null);
  const place = chosen ?? {
    groupId: branch?.groups[0]?.group.id ?? null,
    subGroupId: null,
    groupName: branch ? typeWord(say, branch.type.key) : "",
  };

  const { keep } = draft;
  useEffect(() => {
    if (name.trim()) keep({ ...ids, name, typeId });
  }, [keep, ids, name, typeId]);

  async function close() {
    await draft.drop();
    onClose();
  }

  const { run, busy, failure } = useAct(async () => {
    const groupId = place.groupId ?? ids.groupId;
    if (place.groupId === null) await groupDesk.create(groupId, { v: 1, name: place.groupName.trim() }, typeId);
    const { subGroupId } = place;
    const audience = await keyring.defaultAudience("profile");
    const attrs = { typeId, groupId, subGroupId, state: "active" };
    const sealed = await keyring.sealRecord({ kind: "profile", id: ids.id, payload: { v: 1, name: name.trim(), values: {} }, attrs, audience });
    const { error } = await create({ newProfile: { id: ids.id, sealed } });
    if (error) throw new CallFailed(failureOf(error));
    await draft.drop();
  });

  return (
    <Dialog title={say("profiles.new", "New profile")} isOpen onClose={() => void close()} keeps={name !== ""} addressed>
      <Form
        className={styles["new"] ?? ""}
        onSend={() => {
          void run().then((made) => {
            if (made) onCreated(ids.id);
          });
        }}
      >
        {before && <Banner tone="info">{say("draft.found", "We restored your unsaved changes. They are not saved yet.")}</Banner>}
        {failure && (
          <Banner tone="bad" urgent title={failureTitle(say, "update")}>
            <Why {...failure} />
          </Banner>
        )}
        <TextField label={say("documents.name", "Name")} isRequired autoFocus maxLength={200} value={name} onChange={setName} />
        <Select
          label={say("profiles.type", "Type")}
          options={tree.types.map(({ type }) => ({ value: type.id, label: typeWord(say, type.key) }))}
          value={typeId}
          onChange={(next) => {
            setTypeId(next);
            setChosen(null);
          }}
        />
        {branch && <PlaceFields tree={tree} branch={branch} value={place} mayAdd={mayAdd} onChange={setChosen} />}
        <div className={styles["buttons"]}>
          <Button look="quiet" onPress={() => void close()}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button
            type="submit"
            look="primary"
            writes
            isPending={busy}
            isDisabled={place.groupId === null && !mayAdd}
          >
            {say("newDocument.create", "Create")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
