/** Another group of its type for a profile, or a part of one. */
import { useState } from "react";

import { failureOf, CallFailed } from "../../api/failure";
import { useMoveProfileMutation } from "../../api/profiles";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Banner } from "../../components/Layout";
import { Why } from "../../components/Why";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import styles from "../../lists/Items.module.css";
import { writeInTurn } from "../../lists/turns";
import { useKeyring } from "../../keyring/react";
import type { ProfileRow } from "../../lists/profiles/useProfiles";
import { readProfile } from "../../lists/desks/profiles";
import { PlaceFields, type PlaceChoice } from "./PlaceFields";
import type { ProfileTree, TypeBranch } from "./useProfileTree";

interface MoveProps {
  row: ProfileRow;
  tree: ProfileTree;
  branch: TypeBranch;
  onClose: () => void;
}

export default function MoveProfile({ row: { id, item, title }, tree, branch, onClose }: MoveProps) {
  const say = useSay();
  const keyring = useKeyring();
  const [move] = useMoveProfileMutation();
  const [place, setPlace] = useState<PlaceChoice>({ groupId: item.groupId, subGroupId: item.subGroupId, groupName: "" });
  const { groupId, subGroupId } = place;
  const { run, busy, failure } = useAct(async () => {
    await writeInTurn(item, async (now) => {
      const signed = await keyring.signAttrs("profile", now, { groupId, subGroupId });
      const profileMove = { version: now.version, ...signed };
      const { data, error } = await move({ profileId: id, profileMove });
      if (error) throw new CallFailed(failureOf(error));
      return data && readProfile(keyring, data.data);
    });
  }, onClose);
  return (
    <Dialog
      title={title ? say("profiles.move", "Move {name}", { name: title }) : say("profiles.moveThis", "Move this profile")}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button
            look="primary"
            writes
            isPending={busy}
            isDisabled={groupId === item.groupId && subGroupId === item.subGroupId}
            onPress={() => void run()}
          >
            {say("boards.moveThis", "Move")}
          </Button>
        </>
      }
    >
      <div className={styles["new"]}>
        {failure && (
          <Banner tone="bad" urgent title={failureTitle(say, "update")}>
            <Why {...failure} />
          </Banner>
        )}
        <PlaceFields tree={tree} branch={branch} value={place} mayAdd={false} onChange={setPlace} />
      </div>
    </Dialog>
  );
}
