/** `/documents`: everything this account keeps, what this device opens of it, and the way in for more. */
import { FilePlus2, Upload } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router";

import { useAllDocumentsQuery } from "../../api/documents";
import { held, wholeSince } from "../../api/held";
import { withUnder } from "../../boards/topicTree";
import { Aside } from "../../components/Border";
import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { PopUp } from "../../components/PopUp";
import { NewsPill } from "../../components/collection/FilterRow";
import { Grid } from "../../components/collection/Grid";
import { keepVisible, NOTHING, type Selection } from "../../components/collection/selection";
import { Beside } from "../../components/collection/SidePanel";
import { FileDrop } from "../../components/FileDrop";
import { Page } from "../../components/Page";
import { Failed, NotRefreshed, Skeleton, SkeletonRows } from "../../components/States";
import { useFetchAhead } from "../../components/fetchAhead";
import { part } from "../../components/part";
import { latin } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useNews } from "../../items/useNews";
import { useKeyState } from "../../keyring/react";
import { useRoles } from "../../people/people";
import { useHiding } from "../../profiles/hiding";
import { useDates, useMay, useSignedIn, useToday } from "../../session/useSession";
import { documentColumns, loadCellControl, rowTitle } from "./columns";
import { DocumentMenu } from "./DocumentMenu";
import { HiddenDocuments, NarrowRow, NoDocuments, NoMatch } from "./DocumentStates";
import styles from "./Documents.module.css";
import { DocumentFilters } from "./DocumentFilters";
import { NO_FILING } from "./filing";
import { passes } from "./filters";
import { useRows, type DocumentRow } from "./rows";
import { useAskedToUpload, useFileEntry } from "./useFileEntry";
import { useDocumentActs } from "./useDocumentActs";
import { useDocumentOffers } from "./useDocumentOffers";
import { useFileChooser } from "./useFileChooser";
import { useListAddress } from "./useListAddress";
import { useDocumentCells } from "./useDocumentCells";
import type { Clash } from "./useRevise";
import { useRowActs } from "./useRowActs";

const loadPanel = () => import("./DocumentPanel");
const loadNew = () => import("./NewDocument");
const loadBulk = () => import("./DocumentBulk");
const loadGallery = () => import("./Gallery");
const DocumentPanel = part(loadPanel);
const NewDocument = part(loadNew);
const DocumentBulk = part(loadBulk);
const Gallery = part(loadGallery);
const FilingNames = part(() => import("./FilingNames"));
const LATER = [loadPanel, loadNew, loadBulk, loadGallery, loadCellControl];

const BY_EXPIRY = [{ id: "expires", desc: false }];

export default function Documents() {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const today = useToday();
  const navigate = useNavigate();
  const address = useListAddress();
  const { filter, setFilter, openId, open, isGallery, isCreating, setCreating } = address;
  const ready = useKeyState().name === "ready";
  const documents = useAllDocumentsQuery();
  const { data: items, failure: failed, late, again } = held(documents);
  const roles = useRoles();
  const acts = useDocumentActs();
  const known = useRows(items, today, { askedAt: wholeSince(documents) });
  const [words, setWords] = useState("");
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [bulk, setBulk] = useState(false);
  useFetchAhead(LATER, known !== undefined);
  const [order, setOrder] = useState<string[]>([]);
  const { user } = useSignedIn();
  const news = useNews(items, known, user.id);
  const [revealed, setRevealed] = useState<string | null>(null);
  const [clash, setClash] = useState<{ id: string; clash: Clash } | null>(null);

  const onClash = useCallback(
    (id: string, met: Clash) => {
      setClash({ id, clash: met });
      open(id);
    },
    [open],
  );
  const { rows, save } = useDocumentCells(known, today, onClash);
  const [filing, setFiling] = useState(NO_FILING);
  const isHidden = useHiding(rows);
  const shown = useMemo(() => {
    const asked = { ...filter, topics: withUnder(filing.topics, filter.topics) };
    return rows?.filter((row) => passes(row, asked, words, today, isHidden));
  }, [rows, filter, filing, words, today, isHidden]);
  const hidden = useMemo(() => (filter.stages.length > 0 ? 0 : (rows?.filter(({ item }) => item.lifecycle !== "archived" && isHidden(item)).length ?? 0)), [rows, filter.stages, isHidden]);
  const columns = useMemo(() => documentColumns({ say, dates, today, roles, filing }), [say, dates, today, roles, filing]);

  const ordered = useCallback((ids: string[]) => {
    setOrder(ids);
    setSelection((now) => keepVisible(now, ids));
  }, []);

  const mayCreate = ready && may("document.create");
  const entry = useFileEntry(rows, mayCreate && may("document.update"));
  const { pick, pickFolder, inputs } = useFileChooser(entry.add);
  useAskedToUpload(address, pick);
  const { rowActs, asked } = useRowActs(acts, open);
  useDocumentOffers({ add: mayCreate ? { pick, create: () => setCreating(true) } : null });

  const openRow = rows?.find(({ id }) => id === openId);
  const selected = shown?.filter(({ id }) => selection.ids.has(id)) ?? [];
  // It stays from then on: a run goes on, and reports, when nothing is selected any more.
  if (selected.length > 0 && !bulk) setBulk(true);
  const mayEdit = may("document.update");
  const fresh = order.filter((id) => news.ids.includes(id));
  const filtered = filter.stages.length + filter.within.length + filter.topics.length + filter.profiles.length > 0 || words !== "";

  const list = failed ? (
    <Failed
      title={say("documents.failed", "The documents did not load")}
      message={failed.message}
      told={failed}
      onRetry={again}
    />
  ) : !shown || !rows ? (
    <SkeletonRows />
  ) : rows.length === 0 ? (
    <NoDocuments onUpload={mayCreate ? pick : undefined} onFolder={mayCreate ? pickFolder : undefined} />
  ) : shown.length === 0 ? (
    <NoMatch
      onClear={() => {
        setWords("");
        setFilter({ stages: [], within: [], topics: [], profiles: [] });
      }}
      filtered={filtered}
    />
  ) : isGallery ? (
    <Boundary waiting={<Skeleton lines={6} height={120} />}>
      <Gallery
        label={say("nav.documents", "Documents")}
        rows={shown}
        columns={columns}
        sort={BY_EXPIRY}
        roles={roles}
        openId={openId}
        onOpen={open}
        onOrder={ordered}
      />
    </Boundary>
  ) : (
    <Grid<DocumentRow>
      name="documents"
      label={say("nav.documents", "Documents")}
      rows={shown}
      columns={columns}
      rowId={rowId}
      rowLabel={(row) => rowTitle(row, say, roles)}
      rowVersion={({ item }) => item.version}
      narrow={(row) => <NarrowRow row={row} roles={roles} />}
      sort={BY_EXPIRY}
      selection={selection}
      onSelection={setSelection}
      openId={openId}
      onOpen={open}
      onOpenPage={(id) => void navigate(`/documents/${id}`)}
      onOrder={ordered}
      {...(mayEdit && { onSaveCell: save })}
      beside={Boolean(openRow)}
      onDragOver={entry.carryOver}
      dropId={entry.target?.id ?? null}
      revealId={revealed}
      rowMenu={(row) => <DocumentMenu row={row} acts={rowActs} onOpen={() => open(row.id)} />}
    />
  );

  return (
    <FileDrop
      label={
        !entry.target
          ? say("documents.drop", "Drop to upload")
          : entry.target.title
            ? say("documents.dropOn", "Drop to add a version of {title}", { title: entry.target.title })
            : say("documents.dropOnThis", "Drop to add a version of this document")
      }
      aside={entry.target !== undefined}
      onFiles={entry.drop}
      isDisabled={!mayCreate}
    >
      <Page
        title={say("nav.documents", "Documents")}
        count={shown && shown.length > 0 ? new Intl.NumberFormat(latin(dates.language)).format(shown.length) : undefined}
        actions={
          mayCreate && (
            <>
              <Button onPress={() => setCreating(true)} className={styles["wideOnly"] ?? ""}>
                <FilePlus2 />
                {say("documents.new", "New document")}
              </Button>
              <Button look="primary" onPress={pick}>
                <Upload />
                {say("documents.upload", "Upload")}
              </Button>
            </>
          )
        }
        filters={
          // Until it is known that there is none, the place of the questions is kept.
          !failed && (!rows || rows.length > 0) ? (
            <DocumentFilters address={address} filing={filing} words={words} onWords={setWords} />
          ) : undefined
        }
      >
        <Beside
          openId={openId}
          list={
            <>
              {late && <NotRefreshed onRetry={again} />}
              {hidden > 0 && <HiddenDocuments count={hidden} onShow={() => setFilter({ stages: ["archived"] })} />}
              {list}
              <NewsPill
                count={fresh.length}
                onPress={() => {
                  setRevealed(fresh[0] ?? null);
                  news.seen();
                }}
              />
              {bulk && (
                <Boundary>
                  <DocumentBulk
                    acts={acts}
                    selected={selected}
                    isAll={selected.length === shown?.length}
                    onClear={() => setSelection(NOTHING)}
                  />
                </Boundary>
              )}
            </>
          }
          panel={
            openRow && (
              <DocumentPanel
                key={openRow.id}
                row={openRow}
                acts={rowActs}
                place={order.indexOf(openRow.id)}
                count={order.length}
                clash={clash?.id === openRow.id ? clash.clash : null}
                onSettled={() => setClash(null)}
                onMove={(by) => open(order[order.indexOf(openRow.id) + by] ?? openRow.id)}
                onClose={() => open(null)}
              />
            )
          }
        />
      </Page>
      {/* The names come when the rows are there. */}
      <Aside>{rows && <FilingNames onNames={setFiling} />}</Aside>
      {inputs}
      {asked}
      {mayCreate && isCreating && (
        <PopUp onClose={() => setCreating(false)}>
          <NewDocument onClose={() => setCreating(false)} onCreated={open} />
        </PopUp>
      )}
    </FileDrop>
  );
}

const rowId = ({ id }: DocumentRow) => id;
