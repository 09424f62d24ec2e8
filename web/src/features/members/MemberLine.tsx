/** A person of the account: role, devices, whether they can read, and what can be done about them. */
import { Ellipsis, LogOut, UserCog, UserMinus } from "lucide-react";

import { useRoles, type Member } from "../../api/accounts";
import { Button } from "../../components/Button";
import { Line } from "../../components/Layout";
import { Avatar, Pill, RoleKey } from "../../components/Marks";
import { Menu, MenuItem } from "../../components/Menu";
import { relativeMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { useDates, useMay, useSignedIn } from "../../session/useSession";
import { mayActOn } from "./authority";
import { devicesOf, keyState, nameIsUnconfirmed, type MemberKeyState } from "./keyState";
import styles from "./Members.module.css";

/** What can be asked for a member from their line. */
export type MemberAct = "role" | "remove" | "leave" | "handOver";

interface MemberLineProps {
  member: Member;
  overview: KeyOverview | undefined;
  canAct: boolean;
  onAct: (act: MemberAct, member: Member) => void;
}

export function MemberLine({ member, overview, canAct, onAct }: MemberLineProps) {
  const say = useSay();
  const { user } = useSignedIn();
  const { language } = useDates();
  const roles = useRoles();
  const reads = member.readsRoleIds.filter((id) => id !== member.roleId);
  const roleName = (id: string) => roles.find((role) => role.id === id)?.name;
  return (
    <Line className={styles["member"]}>
      <Avatar id={member.id} name={member.name || member.email} large />
      <span className={styles["who"]}>
        <b className="clip">
          <bdi>{member.name || member.email}</bdi>
          {member.id === user.id && <span className="hint"> {say("members.you", "you")}</span>}
        </b>
        {nameIsUnconfirmed(member.id, overview) && <Pill tone="warn">{say("keys.personUnconfirmed", "Unconfirmed")}</Pill>}
        <span className="hint clip">
          <bdi>{member.email}</bdi>
        </span>
      </span>
      <span className={styles["roles"]}>
        <RoleKey>{roleName(member.roleId) ?? member.role}</RoleKey>
        {reads.map((id) => roleName(id)).map((name) => name && <RoleKey key={name}>{name}</RoleKey>)}
      </span>
      <span className={styles["devices"]}>
        {say("access.devices", "{count, plural, one {# device} other {# devices}}", {
          count: member.deviceCount ?? devicesOf(member.id, overview),
        })}
        {member.lastSeenAt && (
          <time className="hint" dateTime={member.lastSeenAt}>
            {relativeMoment(member.lastSeenAt, new Date(), language)}
          </time>
        )}
      </span>
      <span className={styles["pill"]}>
        <KeyPill state={keyState(member, overview)} />
      </span>
      {canAct && <MemberMenu member={member} overview={overview} onAct={onAct} />}
    </Line>
  );
}

function MemberMenu({ member, overview, onAct }: Omit<MemberLineProps, "canAct">) {
  const say = useSay();
  const may = useMay();
  const { user } = useSignedIn();
  const own = member.id === user.id;
  // Without the key record nothing is known, and whoever asks is told so.
  const allowed = overview === undefined || mayActOn(overview, user.id, member.id);
  const hint = allowed ? undefined : say("members.ownersOnly", "Only an owner can do this.");
  const unknown = nameIsUnconfirmed(member.id, overview);
  const changes = may("member.update");
  const removes = may("member.delete");
  if (!own && !changes && !removes) return null;

  return (
    <Menu
      label={say("documents.menu", "More actions")}
      trigger={
        <Button look="quiet" size="small" icon aria-label={say("members.actions", "Actions for {name}", { name: member.name || member.email })}>
          <Ellipsis />
        </Button>
      }
    >
      {changes && (
        <MenuItem
          icon={UserCog}
          writes
          isDisabled={!allowed || unknown}
          hint={unknown ? say("members.nameUnconfirmed", "This is not the name or email that this person signed.") : hint}
          label={say("members.changeRole", "Change role")}
          onAction={() => onAct("role", member)}
        />
      )}
      {own ? (
        <MenuItem icon={LogOut} destroys writes label={say("members.leave", "Leave this account")} onAction={() => onAct("leave", member)} />
      ) : (
        removes && (
          <MenuItem
            icon={UserMinus}
            destroys
            writes
            isDisabled={!allowed}
            hint={hint}
            label={say("members.remove", "Remove from account")}
            onAction={() => onAct("remove", member)}
          />
        )
      )}
    </Menu>
  );
}

function KeyPill({ state }: { state: MemberKeyState }) {
  const say = useSay();
  switch (state) {
    case "reads":
      return <Pill tone="ok">{say("members.reads", "Can read")}</Pill>;
    case "waiting":
      return <Pill tone="warn">{say("members.waiting", "Waiting for approval")}</Pill>;
    case "compare":
      return <Pill tone="warn">{say("members.compare", "Compare safety code")}</Pill>;
    case "unverified":
      return <Pill tone="info">{say("members.unverified", "Not verified")}</Pill>;
    case "noDevice":
      return <Pill>{say("members.noDevice", "No device yet")}</Pill>;
  }
}
