/** The list of one kind of plain item: what this account keeps of it, what this device opens, and the way in for more. */
import { Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router";

import { held, wholeSince } from "../../api/held";
import { useOffer } from "../../components/commands/commands";
import { Button } from "../../components/Button";
import { CreateButton } from "../../components/CreateButton";
import { PopUp } from "../../components/PopUp";
import { FilterChip, FilterSpace, NewsPill } from "../../components/collection/FilterRow";
import { NOTHING, type Selection } from "../../components/collection/selection";
import { Beside } from "../../components/collection/SidePanel";
import { useArrangement } from "../../components/collection/useArrangement";
import { WindowGrid } from "../../components/collection/WindowGrid";
import { useFetchAhead } from "../../components/fetchAhead";
import { Kbd } from "../../components/Marks";
import { Page } from "../../components/Page";
import { SearchField } from "../../components/SearchField";
import { EmptyState, Failed, NotRefreshed, SkeletonRows } from "../../components/States";
import { part } from "../../components/part";
import { latin } from "../../dates/moments";
import { useDeskHost, useDeskLost } from "../../desk/react";
import { useSay } from "../../i18n/say";
import { useKeyState } from "../../keyring/react";
import type { BasePayload } from "../../payloads/base";
import { useRoleNames } from "../people/people";
import { useDates, useMay, useToday } from "../../session/useSession";
import { BulkActs } from "../BulkActs";
import { titleOf } from "../marks";
import { useList } from "../list/useList";
import { SavedChip, useSaved } from "../list/saved";
import { allOf, sortOf, useListView } from "../list/view";
import { EARLY, useFeed } from "../useFeed";
import { useItemAddress } from "../useItemAddress";
import { NarrowRow } from "./NarrowRow";
import type New from "./NewPlain";
import { PlainMenuItems } from "./PlainMenu";
import type Panel from "./PlainPanel";
import type { MoreProps, PlainRow, PlainScreen } from "./screen";
import { usePlainActs, usePlainAudience, usePlainCells, usePlainRows, type Clash } from "./usePlain";

const loadPanel = () => import("./PlainPanel");
const loadNew = () => import("./NewPlain");
/** `part` forgets for which contents they are. */
const PlainPanel = part(loadPanel) as unknown as typeof Panel;
const NewPlain = part(loadNew) as unknown as typeof New;
const LATER = [loadPanel, loadNew];

const BY_NAME = [{ id: "name", desc: false }];

export function PlainPage<Payload extends BasePayload>({ screen }: { screen: PlainScreen<Payload> }) {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const today = useToday();
  const roles = useRoleNames();
  const navigate = useNavigate();
  const ready = useKeyState().name === "ready";
  const host = useDeskHost();
  const lost = useDeskLost();
  const address = useItemAddress();
  const { query, openId, open, isCreating, setCreating, chosen, choose } = address;
  const saved = useSaved(query);
  const words = useMemo(() => screen.words(say), [screen, say]);
  const asked = screen.useItems();
  const { data, failure: failed, late, again } = held(asked);
  const answers = data?.rows;
  useFeed(screen.kind, answers, wholeSince(asked), EARLY);
  const acts = usePlainActs(screen);
  const audience = usePlainAudience(screen);
  const [typed, setTyped] = useState("");
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [clash, setClash] = useState<{ id: string; clash: Clash<Payload> } | null>(null);
  const [revealed, setRevealed] = useState<string | null>(null);

  const questions = useMemo(() => screen.questions(say), [screen, say]);
  const columns = useMemo(() => screen.columns({ say, dates, today, roles }), [screen, say, dates, today, roles]);
  const [arrangement, arrange] = useArrangement(screen.path, columns, BY_NAME);
  const view = useListView(screen.kind, {
    where: [...questions.flatMap(({ id, where }) => where(chosen(id)) ?? []), ...saved.where],
    text: typed,
    sort: sortOf(columns, arrangement.sort),
  });
  const rows = usePlainRows(screen, answers);
  const onClash = useCallback(
    (id: string, met: Clash<Payload>) => {
      setClash({ id, clash: met });
      open(id);
    },
    [open],
  );
  const { count, all, read, source, save, openRow, place, beside, news } = useList<PlainRow<Payload>, Payload>({
    kind: screen.kind, answers, view, rows, openId, selection: [selection, setSelection], writing: usePlainCells(screen), onClash,
  });
  useFetchAhead(LATER, count !== null);

  const mayCreate = ready && may(`${screen.kind}.create`);
  useOffer([
    ...(mayCreate
      ? [
          {
            id: `new ${screen.kind}`,
            label: words.new,
            icon: screen.icon,
            keys: `N ${screen.key}`,
            group: "new" as const,
            run: () => setCreating(true),
          },
        ]
      : []),
    {
      id: "filter",
      label: say("documents.find", "Filter this list"),
      keys: "/",
      group: "act" as const,
      run: () => document.querySelector<HTMLInputElement>("[data-list-search] input")?.focus(),
    },
  ]);

  const filtered = typed !== "" || saved.id !== null || questions.some(({ id }) => chosen(id).length > 0);
  const nameOf = (row: PlainRow<Payload>) => titleOf(row, row.title, words.broken, say, roles);
  const more = { count: count ?? 0, read: (which: "listed" | "all") => read(which === "listed" ? view : allOf(screen.kind)) };

  const narrow = useCallback((row: PlainRow<Payload>) => <NarrowRow screen={screen} row={row} />, [screen]);
  const list = failed ? (
    <Failed
      title={words.failed}
      message={failed.message}
      told={failed}
      onRetry={again}
    />
  ) : lost ? (
    <Failed title={words.failed} message={say("fault.title", "This part of Coffer stopped working")} onRetry={host.renew} />
  ) : count === null || !saved.isKnown ? (
    <SkeletonRows />
  ) : all === 0 ? (
    <Nobody screen={screen} more={more} onCreate={mayCreate ? () => setCreating(true) : undefined} />
  ) : count === 0 ? (
    <EmptyState
      title={filtered ? say("documents.noMatch", "No results") : say("documents.allArchived", "Everything is archived")}
      actions={
        filtered && (
          <Button
            onPress={() => {
              setTyped("");
              void navigate(`/${screen.path}`, { replace: true });
            }}
          >
            {say("documents.clearFilters", "Clear filters")}
          </Button>
        )
      }
    />
  ) : (
    <WindowGrid<PlainRow<Payload>>
      source={source}
      arrangement={arrangement}
      onArrange={arrange}
      label={words.title}
      columns={columns}
      rowLabel={nameOf}
      rowVersion={({ item }) => item.version}
      narrow={narrow}
      selection={selection}
      onSelection={setSelection}
      openId={openId}
      onOpen={open}
      onOpenPage={(id) => void navigate(`/${screen.path}/${id}`)}
      {...(may(`${screen.kind}.update`) && { onSaveCell: save })}
      beside={Boolean(openRow)}
      revealId={revealed}
      rowMenu={(row) => <PlainMenuItems screen={screen} row={row} acts={acts} onOpen={() => open(row.id)} />}
    />
  );

  return (
    <>
      <Page
        title={words.title}
        count={count && saved.isKnown ? new Intl.NumberFormat(latin(dates.language)).format(count) : undefined}
        actions={
          <>
            {screen.More && count !== null && all > 0 && <screen.More {...more} />}
            {mayCreate && <CreateButton label={words.new} onPress={() => setCreating(true)} />}
          </>
        }
        filters={
          !failed && (count === null || all > 0) ? (
            <>
              {questions.map(({ id, icon, label, standing, options }) => (
                <FilterChip
                  key={id}
                  icon={icon}
                  label={label}
                  {...(standing === undefined ? {} : { standing })}
                  options={options}
                  value={chosen(id)}
                  onChange={(answers) => choose(id, answers)}
                />
              ))}
              <SavedChip kind={screen.kind} saved={saved} />
              <FilterSpace />
              <span data-list-search>
                <SearchField label={say("documents.find", "Filter this list")} value={typed} onChange={setTyped} />
              </span>
            </>
          ) : undefined
        }
      >
        <Beside
          openId={openId}
          list={
            <>
              {late && <NotRefreshed onRetry={again} />}
              {list}
              <NewsPill
                count={news.ids.length}
                onPress={() => {
                  setRevealed(news.ids[0] ?? null);
                  news.seen();
                }}
              />
              <BulkActs
                resource={screen.kind}
                acts={acts}
                count={selection.ids.size}
                read={() => read([...selection.ids])}
                isAll={selection.ids.size === count}
                leftAsTheyWere={words.left}
                more={may(`${screen.kind}.update`) ? [audience.doing] : []}
                onClear={() => setSelection(NOTHING)}
              />
              {audience.asked}
            </>
          }
          panel={
            openRow && (
              <PlainPanel
                key={openRow.id}
                screen={screen}
                row={openRow}
                acts={acts}
                place={place}
                count={count ?? 0}
                clash={clash?.id === openRow.id ? clash.clash : null}
                onSettled={() => setClash(null)}
                onOpen={open}
                onMove={(by) => void beside(by).then((id) => open(id ?? openRow.id), () => undefined)}
              />
            )
          }
        />
      </Page>
      {mayCreate && isCreating && (
        <PopUp onClose={() => setCreating(false)}>
          <NewPlain screen={screen} onClose={() => setCreating(false)} onCreated={open} />
        </PopUp>
      )}
    </>
  );
}

interface NobodyProps<Payload extends BasePayload> {
  screen: PlainScreen<Payload>;
  more: MoreProps<Payload>;
  onCreate: (() => void) | undefined;
}

function Nobody<Payload extends BasePayload>({ screen, more, onCreate }: NobodyProps<Payload>) {
  const say = useSay();
  const words = screen.words(say);
  if (!onCreate) return <EmptyState title={words.noneYet} />;
  return (
    <EmptyState
      icon={screen.icon}
      title={words.first}
      actions={
        <>
          <Button look="primary" onPress={onCreate}>
            <Plus />
            {words.new}
          </Button>
          {screen.More && <screen.More {...more} />}
        </>
      }
      keys={
        <>
          <span>
            <Kbd>N</Kbd> <Kbd>{screen.key}</Kbd> {say("items.keys.new", "new")}
          </span>
          <span>
            <Kbd>?</Kbd> {say("documents.keys.all", "all shortcuts")}
          </span>
        </>
      }
    >
      {words.firstHow}
    </EmptyState>
  );
}
