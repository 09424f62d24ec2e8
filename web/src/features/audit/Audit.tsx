/** `/audit`: the audit log of the account, or the user's own actions, newest first. */
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";

import { isForbidden } from "../../api/failure";
import { held } from "../../api/held";
import { useListAuditEntriesInfiniteQuery, useListMyAuditEntriesInfiniteQuery, type AuditPage } from "../../api/oversight";
import { targetsOf, useTargetNames } from "../../lists/activity/useTargetNames";
import { Banner } from "../../components/Layout";
import { Page } from "../../components/Page";
import { Switch } from "../../components/Switch";
import { useAddress } from "../../components/useAddress";
import { useSay } from "../../i18n/say";
import { useEntryProofs } from "../../keyring/sealedLog/useEntryProofs";
import { useDates } from "../../session/useSession";
import styles from "./Audit.module.css";
import { AuditFilters } from "./AuditFilters";
import { AuditList } from "./AuditList";
import { ExportButton } from "./ExportButton";
import { filterOf, isNarrowed, readQuery } from "./filters";
import { TrustBar } from "./TrustBar";
import { useLogSigner } from "./useLogSigner";
import { Views } from "./Views";

export default function Audit() {
  const [query] = useSearchParams();
  return query.get("view") === "me" ? <MyLog forbidden={false} /> : <AccountLog />;
}

/** Changes one search parameter and keeps the others; the open entry is looked up again after each filter. */
function useAuditAddress() {
  const { query, change } = useAddress();
  const put = useCallback(
    (parts: Record<string, string | null | undefined>) =>
      change((next) => {
        for (const [name, value] of Object.entries(parts)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
      }),
    [change],
  );
  const open = useCallback((id: string | null) => put({ open: id }), [put]);
  return { query, change: put, open };
}

/** Automatic entries are hidden by default. */
function Automatic(props: { isSelected: boolean; onChange: (on: boolean) => void }) {
  const say = useSay();
  return <Switch {...props}>{say("audit.automatic", "Show automatic entries")}</Switch>;
}

const entriesIn = (data: { pages: AuditPage[] } | undefined) => data?.pages.flatMap((page) => page.data);

function AccountLog() {
  const say = useSay();
  const { zone } = useDates();
  const { query: address, change, open } = useAuditAddress();
  const automatic = address.has("automatic");
  const query = useMemo(() => readQuery(address), [address]);
  const filter = useMemo(() => filterOf(query, zone), [query, zone]);
  const pages = useListAuditEntriesInfiniteQuery(filter);
  const entries = useMemo(() => entriesIn(pages.data), [pages.data]);
  const targets = useMemo(() => targetsOf(entries), [entries]);
  const nameOf = useTargetNames(targets);
  const proofs = useEntryProofs(entries, useLogSigner());

  const { failure } = held(pages);
  if (failure && isForbidden(failure)) return <MyLog forbidden />;
  return (
    <Page fromServer title={say("nav.audit", "Audit log")} actions={<ExportButton question={filter} />}>
      <div className={styles["trust"]}>
        <TrustBar proofs={proofs} />
      </div>
      <div className={styles["filters"]}>
        <AuditFilters query={query} entries={entries} nameOf={nameOf} onChange={change} />
        <Automatic isSelected={automatic} onChange={(on) => change({ automatic: on ? "1" : null })} />
        <Views mine={false} />
      </div>
      <AuditList
        pages={pages}
        entries={entries}
        nameOf={nameOf}
        proofs={proofs}
        automatic={automatic}
        openId={address.get("open")}
        onOpen={open}
        onTarget={(id) => change({ target: id })}
        onClear={
          isNarrowed(query)
            ? () => change({ actor: null, target: null, actions: null, outcome: null, from: null, to: null })
            : undefined
        }
      />
    </Page>
  );
}

/** The user's own actions in all accounts, which every role may see. */
function MyLog({ forbidden }: { forbidden: boolean }) {
  const say = useSay();
  const { query: address, change, open } = useAuditAddress();
  const automatic = address.has("automatic");
  const pages = useListMyAuditEntriesInfiniteQuery();
  const entries = useMemo(() => entriesIn(pages.data), [pages.data]);
  const targets = useMemo(() => targetsOf(entries), [entries]);
  const nameOf = useTargetNames(targets);
  return (
    <Page fromServer title={say("nav.audit", "Audit log")} actions={<ExportButton question="mine" />}>
      {forbidden ? (
        <div className={styles["trust"]}>
          <Banner tone="info" title={say("audit.forbidden", "Your role cannot see the audit log.")}>
            {say("audit.mineOnly", "Below is what you did yourself. An owner can give you another role.")}
          </Banner>
        </div>
      ) : (
        <div className={styles["filters"]}>
          <Automatic isSelected={automatic} onChange={(on) => change({ automatic: on ? "1" : null })} />
          <Views mine />
        </div>
      )}
      <AuditList pages={pages} entries={entries} nameOf={nameOf} automatic={automatic} openId={address.get("open")} onOpen={open} />
    </Page>
  );
}
