/** A person of the account: what they read by the key record, what the server says of them, and what can be done about them. */
import { Ellipsis, LogOut, UserCog, UserMinus } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "../../components/Button";
import { Avatar, Pill, RoleKey } from "../../components/Marks";
import { Menu, MenuItem } from "../../components/Menu";
import { ServerMark, ServerWord } from "../../components/ServerWord";
import { relativeMoment } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { roleIn, useRoleNames, type Person } from "../../lists/people/people";
import { Renamed } from "../../lists/people/Renamed";
import { useDates, useMay, useSignedIn } from "../../session/useSession";
import { mayActOn } from "./authority";
import { devicesOf, keyState, readsOf, type MemberKeyState } from "./keyState";
import type { Listed } from "./listed";
import styles from "./Members.module.css";

/** What can be asked for a member from their line. */
export type MemberAct = "role" | "remove" | "leave" | "handOver";

interface MemberLineProps {
  member: Listed;
  overview: KeyOverview | undefined;
  canAct: boolean;
  onAct: (act: MemberAct, member: Listed) => void;
}

/** What stands over the lines; two of its columns are the server's. */
export function MemberHead() {
  const say = useSay();
  return (
    <div role="row" className={`${styles["member"] ?? ""} ${styles["head"] ?? ""}`}>
      <span role="columnheader" className={styles["who"]}>
        {say("members.person", "Person")}
      </span>
      <span role="columnheader" className={styles["role"]}>
        {say("join.role", "Role")}
        <ServerMark />
      </span>
      <span role="columnheader" className={styles["roles"]}>
        {say("members.readsFor", "Reads")}
      </span>
      <span role="columnheader" className={styles["devices"]}>
        {say("members.devices", "Devices")}
      </span>
      <span role="columnheader" className={styles["checked"]}>
        {say("members.checked", "Last checked")}
      </span>
      <span role="columnheader" className={styles["seen"]}>
        {say("members.seen", "Last seen")}
        <ServerMark />
      </span>
      <span role="columnheader" className={styles["pill"]}>
        <span className="unseen">{say("members.key", "Key")}</span>
      </span>
    </div>
  );
}

export function MemberLine({ member, overview, canAct, onAct }: MemberLineProps) {
  const say = useSay();
  const { user } = useSignedIn();
  const roleNames = useRoleNames();
  const { id, person, word } = member;
  const reads = overview ? readsOf(id, overview).flatMap((roleId) => roleNames.get(roleId) ?? []) : [];
  const checkedAt = overview?.views[id];
  return (
    <div role="row" className={styles["member"]}>
      <span role="cell" className={styles["who"]}>
        <Avatar id={id} name={person.face} large />
        <span className={styles["called"]}>
          <b className={styles["name"]}>
            <bdi>{person.name}</bdi>
            {id === user.id && <span className="hint"> {say("members.you", "you")}</span>}
          </b>
          <span className="hint clip">
            <Address person={person} />
          </span>
          <Renamed person={person} />
        </span>
      </span>
      <Told className={styles["role"]}>{word && roleIn(roleNames, word.roleId, say)}</Told>
      <span role="cell" className={styles["roles"]}>
        {reads.map((name) => (
          <RoleKey key={name}>{name}</RoleKey>
        ))}
      </span>
      <span role="cell" className={styles["devices"]}>
        {overview && say("access.devices", "{count, plural, one {# device} other {# devices}}", { count: devicesOf(id, overview) })}
      </span>
      <span role="cell" className={styles["checked"]}>
        {checkedAt !== undefined && <When at={checkedAt} />}
      </span>
      <Told className={styles["seen"]}>{word?.lastSeenAt && <When at={word.lastSeenAt} />}</Told>
      <span role="cell" className={styles["pill"]}>
        {overview && <KeyPill state={keyState(id, overview)} />}
      </span>
      <span role="cell" className={styles["end"]}>
        {canAct && <MemberMenu member={member} overview={overview} onAct={onAct} />}
      </span>
    </div>
  );
}

/** With an address that its person has not signed, the name is none either; both say so. */
export function Address({ person: { email, standing } }: { person: Person }) {
  if (standing === "signed" || email === "") return <bdi>{email}</bdi>;
  return (
    <ServerWord clips>
      {email}
    </ServerWord>
  );
}

/** A cell of a column that is the server's; where the heads are away it has the mark itself. */
function Told({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <span role="cell" className={className} data-word>
      {children !== null && children !== undefined && children !== "" && (
        <>
          <span className={styles["narrow"]}>
            <ServerMark />
          </span>
          <span className={styles["told"]}>{children}</span>
        </>
      )}
    </span>
  );
}

function When({ at }: { at: string }) {
  const { language } = useDates();
  const now = useNow();
  return <time dateTime={at}>{relativeMoment(at, now.getTime() < Date.parse(at) ? new Date(at) : now, language)}</time>;
}

function MemberMenu({ member: listed, overview, onAct }: Omit<MemberLineProps, "canAct">) {
  const say = useSay();
  const may = useMay();
  const { user } = useSignedIn();
  const { id, person } = listed;
  const own = id === user.id;
  // Without the key record nothing is known, and whoever asks is told so.
  const allowed = overview === undefined || mayActOn(overview, user.id, id);
  const hint = allowed ? undefined : say("members.ownersOnly", "Only an owner can do this.");
  const unknown = person.standing === "unconfirmed";
  const changes = may("member.update") && listed.word !== null;
  const removes = may("member.delete");
  if (!own && !changes && !removes) return null;

  return (
    <Menu
      label={say("documents.menu", "More actions")}
      trigger={
        <Button look="quiet" size="small" icon aria-label={say("members.actions", "Actions for {name}", { name: person.name })}>
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
          onAction={() => onAct("role", listed)}
        />
      )}
      {own ? (
        <MenuItem icon={LogOut} destroys writes label={say("members.leave", "Leave this account")} onAction={() => onAct("leave", listed)} />
      ) : (
        removes && (
          <MenuItem
            icon={UserMinus}
            destroys
            writes
            isDisabled={!allowed}
            hint={hint}
            label={say("members.remove", "Remove from account")}
            onAction={() => onAct("remove", listed)}
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
