/** What people did last, by the names of things as far as this device opens them. */
import { useMemo } from "react";

import { useListRecentActivityQuery } from "../../api/oversight";
import { held } from "../../api/held";
import { filesOf, useTargetNames, type NameOf, type Target } from "../../lists/activity/useTargetNames";
import { useActorFace, useActorName } from "../../lists/activity/actors";
import { ButtonLink } from "../../components/Button";
import { Card, CardBody } from "../../components/Layout";
import { Avatar } from "../../components/Marks";
import { Failed, NotRefreshed, Skeleton } from "../../components/States";
import { relativeMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import { ACTIVITY, doingsOf, type Doing } from "./activity";
import { activityWords, type Named } from "./activityWords";
import styles from "./Dashboard.module.css";
import { ID } from "../../desk/kind";
import type { View } from "../../desk/messages";
import type { DocumentItem } from "../../lists/kinds/document";
import { useDocuments } from "../../lists/list/useDocuments";
import { useSome } from "../../lists/list/useSome";

const SHOWN = 6;

export function RecentActivity() {
  const say = useSay();
  const { language } = useDates();
  const { data, failure, late, again } = held(useListRecentActivityQuery(ACTIVITY));
  const doings = useMemo(() => data && doingsOf(data).slice(0, SHOWN), [data]);
  const named = useNamed(doings);
  const called = useActorName();
  const face = useActorFace();
  return (
    <Card
      fromServer
      title={say("home.activity", "Recent activity")}
      end={
        <ButtonLink look="quiet" size="small" href="/audit">
          {say("nav.audit", "Audit log")}
        </ButtonLink>
      }
    >
      {late && <NotRefreshed onRetry={again} />}
      {failure ? (
        <Failed title={say("activity.failed", "The activity did not load")} onRetry={again} />
      ) : !doings ? (
        <Skeleton lines={4} />
      ) : doings.length === 0 ? (
        <CardBody>
          <p className="quiet">{say("home.quiet", "No activity yet.")}</p>
        </CardBody>
      ) : (
        <ul className={styles["activity"]}>
          {doings.map((doing) => (
            <li key={doing.id}>
              <Avatar id={doing.entry.actor.id ?? "system"} name={face(doing.entry)} />
              <span>
                <b>
                  <bdi>{called(doing.entry)}</bdi>
                </b>{" "}
                <span className="quiet">{activityWords(say, named(doing))}</span>
              </span>
              <time className="hint" dateTime={doing.entry.at}>
                {relativeMoment(doing.entry.at, new Date(), language)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const targetKind = ({ kind }: Doing): string => (kind === "member" ? "user" : kind);

/** The profile that all these documents belong to, if it is one. */
function placeOf(documents: readonly DocumentItem[]): string | undefined {
  const places = new Set(documents.map(({ profileIds }) => (profileIds.length === 1 ? profileIds[0] : undefined)));
  const [only] = places;
  return places.size === 1 ? only : undefined;
}

function nameDoing(doing: Doing, documents: readonly DocumentItem[], nameOf: NameOf): Named {
  const { act, kind, ids } = doing;
  const own = documents.filter(({ id }) => ids.includes(id));
  const place = placeOf(own);
  return {
    act,
    kind,
    count: ids.length,
    name: nameOf({ kind: targetKind(doing), id: ids[0] ?? "" }) ?? undefined,
    // Documents that are gone by now, or that this role does not see, came as they may.
    files: kind === "document" && own.length === ids.length && own.every((item) => filesOf(item).length > 0),
    where: place === undefined ? undefined : (nameOf({ kind: "profile", id: place }) ?? undefined),
  };
}

function useNamed(doings: readonly Doing[] | undefined): (doing: Doing) => Named {
  const ids = useMemo(() => [...new Set(doings?.flatMap((doing) => (doing.kind === "document" ? doing.ids : [])))], [doings]);
  const { rows } = useDocuments({ skip: ids.length === 0 });
  const view = useMemo((): View => ({ kind: "document", where: { field: ID, op: "in", value: ids }, text: "", sort: [], group: null }), [ids]);
  const { rows: opened } = useSome(view, ids.length, rows);
  const documents = useMemo(() => (opened ?? []).map(({ item }) => item), [opened]);
  const targets = useMemo<Target[]>(
    () => [
      ...(doings ?? []).flatMap((doing) => doing.ids.map((id) => ({ kind: targetKind(doing), id }))),
      ...documents.flatMap(({ profileIds }) => profileIds.map((id) => ({ kind: "profile", id }))),
    ],
    [doings, documents],
  );
  const nameOf = useTargetNames(targets);
  return (doing) => nameDoing(doing, documents, nameOf);
}
