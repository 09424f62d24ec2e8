/** A user's sessions, and ending them. */
import {
  useListPlatformUserSessionsQuery,
  useRevokePlatformUserSessionMutation,
  useRevokePlatformUserSessionsMutation,
  type Person,
  type PersonSession,
} from "../../api/platform";
import { useAct } from "../../api/useAct";
import { held } from "../../api/held";
import { Button } from "../../components/Button";
import { Banner, Line } from "../../components/Layout";
import { Pill } from "../../components/Marks";
import { Failed, NotRefreshed, Skeleton } from "../../components/States";
import { formatMoment, relativeMoment } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { useSay } from "../../i18n/say";
import { programOf } from "../../keyring/deviceName";
import { useDates } from "../../session/useSession";
import { calledOf } from "./called";
import { PersonDialog } from "./PersonDialog";
import styles from "./Platform.module.css";
import { sayPlatformRefusal } from "./refusals";

export function SessionsDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const say = useSay();
  const { data, failure: failed, late, again } = held(useListPlatformUserSessionsQuery({ whom: { userId: person.id } }));
  const [revokeAll] = useRevokePlatformUserSessionsMutation();
  const { run, busy, failure } = useAct(() => revokeAll({ whom: { userId: person.id } }).unwrap());
  const sessions = data?.sessions ?? [];
  return (
    <PersonDialog
      title={say("platform.sessionsOf", "Sessions of {name}", { name: calledOf(person) })}
      isOpen
      onClose={onClose}
      wide
      actions={
        <>
          {sessions.length > 1 && (
            <Button look="danger" writes isPending={busy} onPress={() => void run()}>
              {say("platform.endAll", "End {count, plural, one {# session} other {all # sessions}}", { count: sessions.length })}
            </Button>
          )}
          <Button onPress={onClose}>{say("dialog.close", "Close")}</Button>
        </>
      }
    >
      {failure && <Banner tone="bad" urgent title={sayPlatformRefusal(say, failure)} />}
      {late && <NotRefreshed onRetry={again} />}
      {failed ? (
        <Failed
          title={say("platform.sessionsFailed", "The sessions did not load")}
          message={sayPlatformRefusal(say, failed)}
          onRetry={again}
        />
      ) : !data ? (
        <Skeleton lines={3} height={40} />
      ) : sessions.length === 0 ? (
        <p className="quiet">{say("platform.noSession", "No sessions.")}</p>
      ) : (
        <div className={styles["sessions"]}>
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </div>
      )}
    </PersonDialog>
  );
}

function SessionLine({ session }: { session: PersonSession }) {
  const say = useSay();
  const dates = useDates();
  const now = useNow();
  const [revoke] = useRevokePlatformUserSessionMutation();
  const { run, busy, failure } = useAct(() =>
    revoke({ revokeUserSession: { sessionToken: session.token } }).unwrap(),
  );
  const program = programOf(session.userAgent) ?? say("sessions.program", "Unknown program");
  return (
    <>
      <Line className={styles["session"]}>
        <span className={styles["who"]}>
          <b className="clip">
            <bdi>{program}</bdi>
          </b>
          <span className="hint">
            <bdi className="num">{session.ipAddress}</bdi>
            {" · "}
            <time dateTime={session.createdAt} title={formatMoment(session.createdAt, dates, true)}>
              {say("sessions.since", "signed in {when}", { when: relativeMoment(session.createdAt, now, dates.language) })}
            </time>
          </span>
        </span>
        {session.impersonatedBy && <Pill tone="warn">{say("sessions.support", "Support is viewing")}</Pill>}
        <Button
          size="small"
          writes
          isPending={busy}
          aria-label={say("sessions.endOf", "End the session of {program}", { program })}
          onPress={() => void run()}
        >
          {say("sessions.end", "End")}
        </Button>
      </Line>
      {failure && <Banner tone="bad" urgent title={sayPlatformRefusal(say, failure)} />}
    </>
  );
}
