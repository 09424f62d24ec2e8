/** Confirmation of an action on a user. */
import type { ReactNode } from "react";

import {
  useRemovePlatformUserMutation,
  useSetPlatformRoleMutation,
  useUnbanUserMutation,
  type Person,
} from "../../api/platform";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import { calledOf } from "./called";
import { BanDialog } from "./BanDialog";
import { LookDialog } from "./LookDialog";
import { PasswordDialog } from "./PasswordDialog";
import { PersonDialog } from "./PersonDialog";
import { sayPlatformRefusal } from "./refusals";
import { SessionsDialog } from "./SessionsDialog";

export type ActName = "sessions" | "look" | "password" | "giveRole" | "takeRole" | "ban" | "unban" | "remove";

export interface Chosen {
  act: ActName;
  person: Person;
}

export function ActDialog({ chosen: { act, person }, onClose }: { chosen: Chosen; onClose: () => void }) {
  switch (act) {
    case "sessions":
      return <SessionsDialog person={person} onClose={onClose} />;
    case "look":
      return <LookDialog person={person} onClose={onClose} />;
    case "password":
      return <PasswordDialog person={person} onClose={onClose} />;
    case "ban":
      return <BanDialog person={person} onClose={onClose} />;
    case "unban":
      return <UnbanQuestion person={person} onClose={onClose} />;
    case "remove":
      return <RemoveQuestion person={person} onClose={onClose} />;
    case "giveRole":
    case "takeRole":
      return <RoleQuestion person={person} gives={act === "giveRole"} onClose={onClose} />;
  }
}

interface AboutProps {
  person: Person;
  onClose: () => void;
}

interface QuestionProps {
  title: string;
  confirm: string;
  destroys?: boolean;
  act: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

function Question({ title, confirm, destroys, act, onClose, children }: QuestionProps) {
  const say = useSay();
  const { run, busy, failure } = useAct(act, onClose);
  return (
    <PersonDialog
      role="alertdialog"
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look={destroys ? "danger" : "primary"} writes isPending={busy} onPress={() => void run()}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {failure && <Banner tone="bad" urgent title={sayPlatformRefusal(say, failure)} />}
    </PersonDialog>
  );
}

function UnbanQuestion({ person, onClose }: AboutProps) {
  const say = useSay();
  const [unban] = useUnbanUserMutation();
  return (
    <Question
      title={say("platform.unbanTitle", "Lift the ban of {name}?", { name: calledOf(person) })}
      confirm={say("platform.unban", "Lift the ban")}
      act={() => unban({ whom: { userId: person.id } }).unwrap()}
      onClose={onClose}
    >
      <p>{say("platform.unbanWhat", "They can sign in again at once.")}</p>
    </Question>
  );
}

function RoleQuestion({ person, gives, onClose }: AboutProps & { gives: boolean }) {
  const say = useSay();
  const [setRole] = useSetPlatformRoleMutation();
  const name = calledOf(person);
  return (
    <Question
      title={
        gives
          ? say("platform.giveRoleTitle", "Make {name} a platform administrator?", { name })
          : say("platform.takeRoleTitle", "Remove {name} as platform administrator?", { name })
      }
      confirm={
        gives
          ? say("platform.giveRoleGo", "Make administrator")
          : say("platform.takeRole", "Remove as administrator")
      }
      act={() => setRole({ setRole: { userId: person.id, role: gives ? "admin" : "user" } }).unwrap()}
      onClose={onClose}
    >
      <p>
        {gives
          ? say("platform.giveRoleWhat", "They can do everything on this page, including adding and removing administrators. This opens no account.")
          : say("platform.takeRoleWhat", "It takes effect at their next click. If they are viewing as someone else, that ends too.")}
      </p>
    </Question>
  );
}

function RemoveQuestion({ person, onClose }: AboutProps) {
  const say = useSay();
  const [remove] = useRemovePlatformUserMutation();
  return (
    <Question
      destroys
      title={say("platform.removeTitle", "Delete {name} for good?", { name: calledOf(person) })}
      confirm={say("platform.remove", "Delete for good")}
      act={() => remove({ whom: { userId: person.id } }).unwrap()}
      onClose={onClose}
    >
      <p>{say("platform.removeWhat", "Their name and all personal data are deleted for good, and they leave every account. What they wrote stays in the accounts.")}</p>
      <p className="quiet">{say("platform.removeNot", "This cannot be undone.")}</p>
    </Question>
  );
}
