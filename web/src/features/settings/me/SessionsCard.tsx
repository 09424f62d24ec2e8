/** Where one is signed in: browser, place and time of each session, and the end of it. */
import { Laptop, Smartphone } from "lucide-react";

import {
  useListSessionsQuery,
  useRevokeOtherSessionsMutation,
  useRevokeSessionMutation,
  type OwnSession,
} from "../../../api/self";
import { confirmWhoIsThere, wantsToKnowWhoIsThere } from "../../../api/stepUp";
import { useAct } from "../../../api/useAct";
import type { ApiFailure } from "../../../api/failure";
import { held } from "../../../api/held";
import { Button } from "../../../components/Button";
import { Banner, Card, CardBody, Line } from "../../../components/Layout";
import { Pill } from "../../../components/Marks";
import { Failed, NotRefreshed, Skeleton } from "../../../components/States";
import { formatMoment, relativeMoment } from "../../../dates/moments";
import { useNow } from "../../../dates/useNow";
import { regionName } from "../../../i18n/displayNames";
import { sayRefusal } from "../../../i18n/refusalTexts";
import { useSay } from "../../../i18n/say";
import { programOf } from "../../../keyring/deviceName";
import { useDates, useSessionInfo } from "../../../session/useSession";
import styles from "../Settings.module.css";
import { inOrder, isHandheld } from "./ownSessions";

export function SessionsCard() {
  const say = useSay();
  const currentId = useSessionInfo()?.session.id ?? "";
  const { data, failure: failed, late, again } = held(useListSessionsQuery());
  const [revokeOthers] = useRevokeOtherSessionsMutation();
  const others = useAct(() => revokeOthers().unwrap());
  return (
    <Card
      fromServer
      title={say("sessions.title", "Where you are signed in")}
      end={
        data &&
        data.length > 1 && (
          <Button size="small" writes isPending={others.busy} onPress={() => void others.run()}>
            {say("sessions.endOthers", "Sign out everywhere else")}
          </Button>
        )
      }
    >
      {others.failure && <Refused sentence={sayRefusal(say, others.failure)} />}
      {late && <NotRefreshed onRetry={again} />}
      {failed ? (
        <DidNotLoad failure={failed} onRetry={again} />
      ) : !data ? (
        <Skeleton lines={3} height={40} />
      ) : (
        inOrder(data, currentId).map((session) => (
          <SessionLine key={session.id} session={session} isHere={session.id === currentId} />
        ))
      )}
    </Card>
  );
}

/** In place of the sessions: they are hidden until step-up, so that an unlocked screen does not show them. */
function DidNotLoad({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const say = useSay();
  const { run, busy } = useAct(async () => {
    if (await confirmWhoIsThere(failure)) onRetry();
  });
  return (
    <CardBody>
      {wantsToKnowWhoIsThere(failure) ? (
        <Banner
          tone="info"
          title={say("sessions.confirm", "Confirm that it is you to see your sessions")}
          actions={
            <Button size="small" writes isPending={busy} onPress={() => void run()}>
              {say("sessions.confirmGo", "Confirm")}
            </Button>
          }
        >
          {say("sessions.confirmWhy", "You signed in here more than a day ago.")}
        </Banner>
      ) : (
        <Failed
          title={say("sessions.failed", "Your sessions did not load")}
          message={sayRefusal(say, failure)}
          told={failure}
          onRetry={onRetry}
        />
      )}
    </CardBody>
  );
}

function SessionLine({ session, isHere }: { session: OwnSession; isHere: boolean }) {
  const say = useSay();
  const dates = useDates();
  const now = useNow();
  const [revoke] = useRevokeSessionMutation();
  const { run, busy, failure } = useAct(() => revoke({ revokeSession: { token: session.token } }).unwrap());
  const program = programOf(session.userAgent) ?? say("sessions.program", "Unknown program");
  const Icon = isHandheld(session) ? Smartphone : Laptop;
  return (
    <>
      <Line>
        <span className={styles["tile"]}>
          <Icon />
        </span>
        <span className={styles["words"]}>
          <b>
            <bdi>{program}</bdi>
          </b>
          <span className="hint">
            {session.country && <>{regionName(session.country, dates.language)} · </>}
            {session.ipAddress && (
              <>
                <bdi className="num">{session.ipAddress}</bdi> ·{" "}
              </>
            )}
            <time dateTime={session.createdAt} title={formatMoment(session.createdAt, dates, true)}>
              {say("sessions.since", "signed in {when}", { when: relativeMoment(session.createdAt, now, dates.language) })}
            </time>
          </span>
        </span>
        {session.impersonatedBy && <Pill tone="warn">{say("sessions.support", "Support is viewing")}</Pill>}
        {isHere ? (
          <Pill tone="tint">{say("sessions.here", "This browser")}</Pill>
        ) : (
          <Button size="small" writes isPending={busy} aria-label={say("sessions.endOf", "End the session of {program}", { program })} onPress={() => void run()}>
            {say("sessions.end", "End")}
          </Button>
        )}
      </Line>
      {failure && <Refused sentence={sayRefusal(say, failure)} />}
    </>
  );
}

function Refused({ sentence }: { sentence: string }) {
  return (
    <CardBody>
      <Banner tone="bad" urgent title={sentence} />
    </CardBody>
  );
}
