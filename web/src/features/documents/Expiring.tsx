/** `/documents/expiring`: what ran out and what will, in the order of its days, renewed where it stands. */
import { CalendarDays, CalendarPlus } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router";

import { useAllDocumentsQuery } from "../../api/documents";
import { held, wholeSince } from "../../api/held";
import { Button, ButtonLink } from "../../components/Button";
import type { Column } from "../../components/collection/columns";
import { useArrangement } from "../../components/collection/useArrangement";
import { WindowGrid } from "../../components/collection/WindowGrid";
import { Page } from "../../components/Page";
import { EmptyState, Failed, NotRefreshed, SkeletonRows } from "../../components/States";
import { useNarrow } from "../../components/useNarrow";
import { latin } from "../../dates/moments";
import { VERIFIED } from "../../desk/kind";
import type { Group } from "../../desk/messages";
import { useDeskHost, useDeskLost } from "../../desk/react";
import type { Node } from "../../desk/where";
import { useSay } from "../../i18n/say";
import { useDates, useMay, useToday } from "../../session/useSession";
import { calendarOf } from "./calendar";
import { NO_FILING } from "./filing";
import { documentColumns, rowTitle } from "./columns";
import styles from "./Documents.module.css";
import { NarrowRow } from "./DocumentStates";
import { DocumentMenuItems } from "./DocumentMenu";
import { saveBlob } from "../../browser/saveBlob";
import { failureOf } from "../../api/failure";
import { tellFailure } from "../../components/notices";
import { alarmTitle } from "../../lists/alarms";
import { onlyProven, tellLeft } from "../../lists/leaving";
import { useListed } from "../../lists/list/useListed";
import { sortOf, useListView } from "../../lists/list/view";
import { useFeed } from "../../lists/useFeed";
import { useKeyring } from "../../keyring/react";
import { useRoleNames } from "../../lists/people/people";
import { periodAt, periodWord, steps } from "./periods";
import { useDocumentRows, type DocumentRow } from "./rows";
import { useDocumentActs } from "./useDocumentActs";
import { useRowActs } from "./useRowActs";

const BY_EXPIRY = [{ id: "expires", desc: false }];
const SHOWN = ["name", "category", "status", "expires"];

/** Of what is withheld no day is known. It could be any, so it stays to be seen. */
const DATED: Node = {
  any: [
    { field: "row", op: "eq", value: "withheld" },
    { all: [{ field: VERIFIED, op: "eq", value: true }, { field: "state", op: "nin", value: ["archived", "draft"] }, { field: "expiresOn", op: "notEmpty" }] },
  ],
};

export default function Expiring() {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const today = useToday();
  const navigate = useNavigate();
  const roles = useRoleNames();
  const narrow = useNarrow();
  const keyring = useKeyring();
  // All of them: where the account keeps dates from the server, only what is opened here tells the day.
  const asking = useAllDocumentsQuery();
  const { data: answers, failure: failed, late, again } = held(asking);
  useFeed("document", answers, wholeSince(asking));
  const host = useDeskHost();
  const lost = useDeskLost();
  const open = (id: string | null) => id && void navigate(`/documents?open=${id}`);
  const { rowActs, asked } = useRowActs(useDocumentActs(), open);
  const mayRenew = may("document.update") && may("document.create");

  const columns = useMemo<Column<DocumentRow>[]>(() => {
    const shown = documentColumns({ say, dates, today, roles, filing: NO_FILING }).filter(({ id }) => SHOWN.includes(id));
    // Another order than that of the days would tear the groups apart.
    const fixed = shown.map((column) => {
      const copy = { ...column };
      if (copy.id !== "expires") delete copy.field;
      if (copy.id === "category") copy.wideOnly = true;
      return copy;
    });
    const renew: Column<DocumentRow> = {
      id: "renew",
      header: say("documents.renew", "Renew"),
      width: 112,
      fixed: true,
      cell: (row) =>
        row.opening.name === "open" && (
          <Button size="small" excludeFromTabOrder onPress={() => rowActs.renew(row)}>
            <CalendarPlus />
            {say("documents.renew", "Renew")}
          </Button>
        ),
    };
    return mayRenew ? [...fixed, renew] : fixed;
  }, [say, dates, today, roles, rowActs, mayRenew]);

  const [arrangement, arrange] = useArrangement("expiring", columns, BY_EXPIRY);
  const view = useListView("document", {
    where: [DATED], text: "", sort: sortOf(columns, arrangement.sort), group: { field: "expiresOn", steps: steps(today) },
  });
  const headingOf = useCallback(
    ({ key }: Group) => (typeof key === "number" ? periodWord(say, periodAt(key)) : alarmTitle("withheld", say)),
    [say],
  );
  const { count, here, read, sourceOf } = useListed<DocumentRow>({ kind: "document", view, rows: useDocumentRows(answers, today), headingOf });
  const source = useMemo(() => sourceOf(here), [sourceOf, here]);

  const inTwoLines = useCallback((row: DocumentRow) => <NarrowRow row={row} roles={roles} />, [roles]);

  async function exportCalendar() {
    // Nothing leaves the app that nobody has verified yet; that takes a moment.
    const dated = (await read(view)).filter(({ title, expiresOn, settled }) => settled && title !== null && expiresOn);
    const { proven, left } = await onlyProven(keyring, "document", dated);
    tellLeft(say, left);
    if (proven.length === 0) return;
    const events = proven.flatMap(({ id, title, expiresOn }) =>
      title !== null && expiresOn ? [{ id, day: expiresOn, summary: say("expiring.event", "{title} expires", { title }) }] : [],
    );
    saveBlob(new Blob([calendarOf(events, new Date())], { type: "text/calendar" }), `expiring-${today}.ics`);
  }

  return (
    <Page
      title={say("expiring.title", "Expiring documents")}
      count={count ? new Intl.NumberFormat(latin(dates.language)).format(count) : undefined}
      actions={
        <>
          <ButtonLink href="/documents" className={styles["wideOnly"] ?? ""}>
            {say("expiring.all", "All documents")}
          </ButtonLink>
          <Button
            icon={narrow}
            aria-label={say("expiring.export", "Export as calendar")}
            isDisabled={!here?.some(({ title }) => title !== null)}
            onPress={() => void exportCalendar().catch((reason: unknown) => tellFailure(say("expiring.exportFailed", "No dates were exported"), failureOf(reason)))}
          >
            <CalendarDays />
            {!narrow && say("expiring.export", "Export as calendar")}
          </Button>
        </>
      }
    >
      {late && <NotRefreshed onRetry={again} />}
      {failed ? (
        <Failed
          title={say("documents.failed", "The documents did not load")}
          message={failed.message}
          told={failed}
          onRetry={again}
        />
      ) : lost ? (
        <Failed title={say("documents.failed", "The documents did not load")} message={say("fault.title", "This part of Coffer stopped working")} onRetry={host.renew} />
      ) : count === null ? (
        <SkeletonRows />
      ) : count === 0 ? (
        <EmptyState icon={CalendarDays} title={say("expiring.none", "No documents expire")}>
          {say("expiring.noneHow", "Documents with an expiry date appear here, soonest first.")}
        </EmptyState>
      ) : (
        <WindowGrid<DocumentRow>
          label={say("expiring.title", "Expiring documents")}
          source={source}
          arrangement={arrangement}
          onArrange={arrange}
          columns={columns}
          rowLabel={(row) => rowTitle(row, say, roles)}
          rowVersion={({ item }) => item.version}
          narrow={inTwoLines}
          onOpen={open}
          onOpenPage={(id) => void navigate(`/documents/${id}`)}
          rowMenu={(row) => <DocumentMenuItems row={row} acts={rowActs} onOpen={() => open(row.id)} />}
        />
      )}
      {asked}
    </Page>
  );
}
