/** What happened to one item, by the audit log. */
import { useListAuditEntriesInfiniteQuery } from "../api/oversight";
import { held } from "../api/held";
import { Avatar } from "../components/Marks";
import { ServerMark } from "../components/ServerWord";
import { Failed, NotRefreshed, Skeleton } from "../components/States";
import { useActorFace, useActorName } from "./activity/actors";
import { actionWords } from "./activity/words";
import { relativeMoment } from "../dates/moments";
import { useSay } from "../i18n/say";
import { useDates } from "../session/useSession";
import styles from "./Items.module.css";

export default function ActivityTab({ id }: { id: string }) {
  const say = useSay();
  const called = useActorName();
  const face = useActorFace();
  const { language } = useDates();
  const { data, failure: failed, late, again } = held(useListAuditEntriesInfiniteQuery({ targetId: id }));
  const entries = data?.pages.flatMap((page) => page.data);

  if (failed)
    return (
      <Failed
        title={say("activity.failed", "The activity did not load")}
        message={failed.message}
        onRetry={again}
      />
    );
  if (!entries) return <Skeleton lines={4} />;
  return (
    <div className={styles["people"]} data-word>
      <p className={styles["told"]}>
        <ServerMark />
        {say("server.group", "From the server")}
      </p>
      {late && <NotRefreshed onRetry={again} />}
      {entries.map((entry) => (
        <div key={entry.id} className={styles["person"]}>
          <Avatar id={entry.actor.id ?? "system"} name={face(entry)} />
          <span>
            <b>
              <bdi>{called(entry)}</bdi>
            </b>{" "}
            <span className="quiet">{actionWords(say, entry)}</span>
          </span>
          <time className="hint" dateTime={entry.at}>
            {relativeMoment(entry.at, new Date(), language)}
          </time>
        </div>
      ))}
    </div>
  );
}
