/** The last entries of the audit log, in words. */
import { useListRecentActivityQuery } from "../../api/oversight";
import { actionWords, actorName } from "../../audit/words";
import { ButtonLink } from "../../components/Button";
import { Card } from "../../components/Layout";
import { Avatar } from "../../components/Marks";
import { Failed, Skeleton } from "../../components/States";
import { relativeMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import styles from "./Dashboard.module.css";

const SHOWN = 6;

/** What browsers and the server do by themselves all the time; the audit log has it. */
const QUIET = ["account_head.signed", "device.view_seen", "data.read", "session.refreshed", "session.device_tied", "role_bundle.read", "notice.given", "notice.mailed", "notice.read"];

export function RecentActivity() {
  const say = useSay();
  const { language } = useDates();
  const { data, isError, refetch } = useListRecentActivityQuery();
  const entries = data?.filter(({ action }) => !QUIET.includes(action)).slice(0, SHOWN);
  return (
    <Card
      title={say("home.activity", "Recent activity")}
      end={
        <ButtonLink look="quiet" size="small" href="/audit">
          {say("nav.audit", "Audit log")}
        </ButtonLink>
      }
    >
      {isError ? (
        <Failed title={say("activity.failed", "The activity did not load")} onRetry={() => void refetch()} />
      ) : !entries ? (
        <Skeleton lines={4} />
      ) : (
        <ul className={styles["activity"]}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Avatar id={entry.actor.id ?? "system"} name={actorName(say, entry)} />
              <span>
                <b>
                  <bdi>{actorName(say, entry)}</bdi>
                </b>{" "}
                <span className="quiet">{actionWords(say, entry)}</span>
              </span>
              <time className="hint" dateTime={entry.at}>
                {relativeMoment(entry.at, new Date(), language)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
