/** `/documents`: everything this account keeps, what this device opens of it, and the way in for more. */
import { Camera, FilePlus2, Upload } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router";

import { useAllDocumentsQuery } from "../../api/documents";
import { held, wholeSince } from "../../api/held";
import { withUnder } from "../../lists/boards/topicTree";
import { Aside } from "../../components/Border";
import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { PopUp } from "../../components/PopUp";
import { NewsPill } from "../../components/collection/FilterRow";
import { NOTHING, type Selection } from "../../components/collection/selection";
import { Beside } from "../../components/collection/SidePanel";
import { useArrangement } from "../../components/collection/useArrangement";
import { WindowGrid } from "../../components/collection/WindowGrid";
import { FileDrop } from "../../components/FileDrop";
import { Page } from "../../components/Page";
import { Failed, NotRefreshed, Skeleton, SkeletonRows } from "../../components/States";
import { useFetchAhead } from "../../components/fetchAhead";
import { part } from "../../components/part";
import { latin } from "../../dates/moments";
import { useCount, useDeskHost, useDeskLost } from "../../desk/react";
import { useSay } from "../../i18n/say";
import { useList } from "../../lists/list/useList";
import { useSaved } from "../../lists/list/saved";
import { sortOf, useListView } from "../../lists/list/view";
import { EARLY, useFeed } from "../../lists/useFeed";
import { useKeyState } from "../../keyring/react";
import { useRoleNames } from "../../lists/people/people";
import { useHidden } from "../../lists/profiles/hiding";
import { useDates, useMay, useToday } from "../../session/useSession";
import { documentColumns, loadCellControl, rowTitle } from "./columns";
import { DocumentMenuItems } from "./DocumentMenu";
import { NarrowRow, NoMatch } from "./DocumentStates";
import styles from "./Documents.module.css";
import { DocumentFilters } from "./DocumentFilters";
import { NO_FILING } from "./filing";
import type { Contents } from "./contents";
import { NO_FILTER, onlyHidden, whereOf, writeFilter } from "./filters";
import { useDocumentRows, type DocumentRow } from "./rows";
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
/** The usual first list does not wait for these. */
const HiddenDocuments = part(() => import("./HiddenDocuments"));
const NoDocuments = part(() => import("./NoDocuments"));
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
  const { query, change, filter, setFilter, openId, open, isGallery, isCreating, setCreating } = address;
  const saved = useSaved(query);
  const ready = useKeyState().name === "ready";
  const documents = useAllDocumentsQuery();
  const { data: answers, failure: failed, late, again } = held(documents);
  useFeed("document", answers, wholeSince(documents), EARLY);
  const host = useDeskHost();
  const lost = useDeskLost();
  const roles = useRoleNames();
  const acts = useDocumentActs();
  const [words, setWords] = useState("");
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [bulk, setBulk] = useState(false);
  const [revealed, setRevealed] = useState<string | null>(null);
  const [clash, setClash] = useState<{ id: string; clash: Clash } | null>(null);

  const onClash = useCallback(
    (id: string, met: Clash) => {
      setClash({ id, clash: met });
      open(id);
    },
    [open],
  );
  const [filing, setFiling] = useState(NO_FILING);
  const columns = useMemo(() => documentColumns({ say, dates, today, roles, filing }), [say, dates, today, roles, filing]);
  const [arrangement, arrange] = useArrangement("documents", columns, BY_EXPIRY);
  const hidden = useHidden("document");
  const view = useListView("document", {
    where: [...whereOf({ ...filter, topics: withUnder(filing.topics, filter.topics) }, today, hidden), ...saved.where],
    text: words,
    sort: sortOf(columns, arrangement.sort),
  });
  const outOfSight = useCount(
    useMemo(() => (hidden && filter.stages.length === 0 ? { kind: "document", where: onlyHidden(hidden), text: "", sort: [], group: null } : null), [hidden, filter.stages.length]),
  );
  const list = useList<DocumentRow, Contents>({
    kind: "document", answers, view, rows: useDocumentRows(answers, today), openId, selection: [selection, setSelection], writing: useDocumentCells(today), onClash,
  });
  const { count, all, read, source, openRow, place, news } = list;
  useFetchAhead(LATER, count !== null);

  const mayCreate = ready && may("document.create");
  const entry = useFileEntry(list.shown, mayCreate && may("document.update"));
  const { pick, pickFolder, photograph, inputs } = useFileChooser(entry.add);
  useAskedToUpload(address, { pick, photograph });
  const { rowActs, asked } = useRowActs(acts, open);
  useDocumentOffers({ add: mayCreate ? { pick, create: () => setCreating(true) } : null });

  // It stays from then on: a run goes on, and reports, when nothing is selected any more.
  if (selection.ids.size > 0 && !bulk) setBulk(true);
  const mayEdit = may("document.update");
  const filtered = filter.stages.length + filter.within.length + filter.topics.length + filter.profiles.length > 0 || words !== "" || saved.id !== null;

  const narrow = useCallback((row: DocumentRow) => <NarrowRow row={row} roles={roles} />, [roles]);
  const drawn = failed ? (
    <Failed
      title={say("documents.failed", "The documents did not load")}
      message={failed.message}
      told={failed}
      onRetry={again}
    />
  ) : lost ? (
    <Failed title={say("documents.failed", "The documents did not load")} message={say("fault.title", "This part of Coffer stopped working")} onRetry={host.renew} />
  ) : count === null || !saved.isKnown ? (
    <SkeletonRows />
  ) : all === 0 ? (
    <Boundary waiting={<SkeletonRows />}>
      <NoDocuments onUpload={mayCreate ? pick : undefined} onFolder={pickFolder} onPhotograph={photograph} />
    </Boundary>
  ) : count === 0 ? (
    <NoMatch
      onClear={() => {
        setWords("");
        change((next) => {
          writeFilter(next, NO_FILTER);
          next.delete("filter");
        });
      }}
      filtered={filtered}
    />
  ) : isGallery ? (
    <Boundary waiting={<Skeleton lines={6} height={120} />}>
      <Gallery
        label={say("nav.documents", "Documents")}
        source={source}
        roles={roles}
        openId={openId}
        onOpen={open}
      />
    </Boundary>
  ) : (
    <WindowGrid<DocumentRow>
      label={say("nav.documents", "Documents")}
      source={source}
      arrangement={arrangement}
      onArrange={arrange}
      columns={columns}
      rowLabel={(row) => rowTitle(row, say, roles)}
      rowVersion={({ item }) => item.version}
      narrow={narrow}
      selection={selection}
      onSelection={setSelection}
      openId={openId}
      onOpen={open}
      onOpenPage={(id) => void navigate(`/documents/${id}`)}
      {...(mayEdit && { onSaveCell: list.save })}
      beside={Boolean(openRow)}
      onDragOver={entry.carryOver}
      dropId={entry.target?.id ?? null}
      revealId={revealed}
      rowMenu={(row) => <DocumentMenuItems row={row} acts={rowActs} onOpen={() => open(row.id)} />}
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
        count={count && saved.isKnown ? new Intl.NumberFormat(latin(dates.language)).format(count) : undefined}
        actions={
          mayCreate && (
            <>
              <Button onPress={() => setCreating(true)} className={styles["wideOnly"] ?? ""}>
                <FilePlus2 />
                {say("documents.new", "New document")}
              </Button>
              {photograph && (
                <Button icon aria-label={say("documents.photograph", "Take a photo")} onPress={photograph}>
                  <Camera />
                </Button>
              )}
              <Button look="primary" onPress={pick}>
                <Upload />
                {say("documents.upload", "Upload")}
              </Button>
            </>
          )
        }
        filters={
          // Until it is known that there is none, the place of the questions is kept.
          !failed && (count === null || all > 0) ? (
            <DocumentFilters address={address} saved={saved} filing={filing} words={words} onWords={setWords} />
          ) : undefined
        }
      >
        <Beside
          openId={openId}
          list={
            <>
              {late && <NotRefreshed onRetry={again} />}
              <Aside>{outOfSight ? <HiddenDocuments count={outOfSight} onShow={() => setFilter({ stages: ["archived"] })} /> : null}</Aside>
              {drawn}
              <NewsPill
                count={news.ids.length}
                onPress={() => {
                  setRevealed(news.ids[0] ?? null);
                  news.seen();
                }}
              />
              {bulk && (
                <Boundary>
                  <DocumentBulk
                    acts={acts}
                    count={selection.ids.size}
                    read={() => read([...selection.ids])}
                    isAll={selection.ids.size === count}
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
                place={place}
                count={count ?? 0}
                clash={clash?.id === openRow.id ? clash.clash : null}
                onSettled={() => setClash(null)}
                onMove={(by) => void list.beside(by).then((id) => open(id ?? openRow.id), () => undefined)}
                onClose={() => open(null)}
              />
            )
          }
        />
      </Page>
      {/* The names come when the rows are there. */}
      <Aside>{count !== null && <FilingNames onNames={setFiling} />}</Aside>
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
