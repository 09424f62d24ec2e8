/** Who waits, as they have signed for themselves and as the invitation was signed; what only the server says stands apart. */
import { Fact, Facts } from "../../components/Layout";
import { FromServer } from "../../components/ServerWord";
import { Pill } from "../../components/Marks";
import { keyRightsOf } from "../../session/identity/keyRights";
import { useSay } from "../../i18n/say";
import type { GivenRole, WaitingGrant } from "../../keyring/contract";
import { usePeople } from "../../lists/people/people";
import { Renamed } from "../../lists/people/Renamed";
import styles from "./Keys.module.css";
import type { Names } from "./names";

interface NewcomerProps {
  grant: WaitingGrant;
  /** What would be given: as it was signed, or as this person chose it. */
  given: GivenRole | null;
  names: Names;
}

export function NewcomerFacts({ grant: { deviceId, userId, name, email, confirmedName, role }, given, names }: NewcomerProps) {
  const say = useSay();
  const people = usePeople();
  const roleFact = role && (
    <Fact name={say("keys.role", "Role")}>
      <bdi>{names.role(role.roleId)}</bdi>
    </Fact>
  );
  return (
    <div className={styles["stack"]}>
      <Facts>
        <Fact name={say("keys.newcomer", "Person")}>
          <bdi>{name}</bdi>
          {!confirmedName && <Pill tone="warn">{say("keys.personUnconfirmed", "Unconfirmed")}</Pill>}
          <Renamed person={people.of(userId)} />
        </Fact>
        <Fact name={say("keys.newcomerEmail", "Email")}>
          <bdi>{email}</bdi>
        </Fact>
        {role?.signed && roleFact}
        {given && given.capabilities > 0 && (
          <Fact name={say("keys.newcomerMay", "May then")}>{keyRightsOf(say, given.capabilities)}</Fact>
        )}
      </Facts>
      <FromServer>
        <Facts>
          <Fact name={say("keys.newcomerDevice", "Device")}>
            <bdi>{names.toldDevice(deviceId) ?? names.device(deviceId)}</bdi>
          </Fact>
          {!role?.signed && roleFact}
        </Facts>
      </FromServer>
    </div>
  );
}
