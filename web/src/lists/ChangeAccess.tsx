/** Before many items get another audience: which role, and whether it may read them, in words that say what follows. */
import { useState } from "react";

import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { Banner } from "../components/Layout";
import { Select } from "../components/Select";
import { useSay } from "../i18n/say";
import type { AudienceWish } from "../keyring/contract";
import { useDirectory } from "../keyring/useDirectory";
import { useOverview } from "../keyring/useOverview";

import { useRoleNames } from "./people/people";
import styles from "./Items.module.css";

interface ChangeAccessProps {
  count: number;
  /** The wish of the person; null where they want nothing changed. */
  onAnswer: (wish: AudienceWish | null) => void;
}

type What = "more" | "less" | "same";

export default function ChangeAccess({ count, onAnswer }: ChangeAccessProps) {
  const say = useSay();
  const overview = useOverview();
  const directory = useDirectory();
  const names = useRoleNames();
  const [what, setWhat] = useState<What>("more");
  const [role, setRole] = useState<string | null>(null);

  // A role under a name that nobody has signed might be another one.
  const offered = (directory?.roles ?? []).filter(({ id, key, standing, personalOf }) =>
    standing === "signed" && personalOf === null && !(what === "less" && key === "owner") && overview?.roles.some(({ roleId }) => roleId === id));
  const chosen = offered.find(({ id }) => id === role);
  const wish: AudienceWish | null = what === "same" ? "same" : chosen ? { role: chosen.id, reads: what === "more" } : null;

  return (
    <Dialog title={say("changeAccess.title", "Change who can read {count, plural, one {# item} other {# items}}", { count })} isOpen onClose={() => onAnswer(null)}>
      <div className={styles["form"]}>
        <Select<What>
          label={say("changeAccess.what", "What to change")}
          options={[
            { value: "more", label: say("changeAccess.more", "Add a role") },
            { value: "less", label: say("changeAccess.less", "Remove a role") },
            { value: "same", label: say("changeAccess.same", "Encrypt again") },
          ]}
          value={what}
          onChange={setWhat}
        />
        {what !== "same" && (
          <Select
            label={say("documents.role", "Role")}
            options={offered.map(({ id }) => ({ value: id, label: names.get(id) ?? "" }))}
            value={chosen?.id ?? null}
            onChange={setRole}
          />
        )}
        <Banner tone={what === "more" ? "info" : "warn"}>
          {what === "more"
            ? say("changeAccess.moreWhat", "Everyone with this role can then read these items and their files. Items that it reads already stay as they are.")
            : what === "less"
              ? say("changeAccess.lessWhat", "The items are encrypted again without this role. What was already opened may have been copied, and files that are attached now stay readable to it.")
              : say("changeAccess.sameWhat", "The items are encrypted again with new keys, for the same roles. Do this after someone was removed who may have kept a key. Files stay as they are.")}
        </Banner>
        <div className={styles["buttons"]}>
          <Button look="quiet" onPress={() => onAnswer(null)}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="primary" writes isDisabled={!wish} onPress={() => wish && onAnswer(wish)}>
            {say("changeAccess.do", "Change {count, plural, one {# item} other {# items}}", { count })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
