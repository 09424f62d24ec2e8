/** The list of one kind of plain item: what this account keeps of it, what this device opens, and the way in for more. */
import { Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router";

import { held, wholeSince } from "../../api/held";
import { useOffer } from "../../commands/commands";
import { matches } from "../../commands/matching";
import { Button } from "../../components/Button";
import { PopUp } from "../../components/PopUp";
import { FilterChip, FilterSpace, NewsPill } from "../../components/collection/FilterRow";
import { Grid } from "../../components/collection/Grid";
import { keepVisible, NOTHING, type Selection } from "../../components/collection/selection";
import { Beside } from "../../components/collection/SidePanel";
import { useFetchAhead } from "../../components/fetchAhead";
import { Kbd } from "../../components/Marks";
import { Page } from "../../components/Page";
import { SearchField } from "../../components/SearchField";
import { EmptyState, Failed, NotRefreshed, SkeletonRows } from "../../components/States";
import { part } from "../../components/part";
import { latin } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useKeyState } from "../../keyring/react";
import type { BasePayload } from "../../payloads/base";
import { useRoles } from "../../people/people";
import { useDates, useMay, useSignedIn, useToday } from "../../session/useSession";
import { BulkActs } from "../BulkActs";
import { hasFacts } from "../item";
import { titleOf } from "../marks";
import { useCellEdits } from "../useCellEdits";
import { useItemAddress } from "../useItemAddress";
import { useNews } from "../useNews";
import { NarrowRow } from "./NarrowRow";
import type New from "./NewPlain";
import { PlainMenu } from "./PlainMenu";
import type Panel from "./PlainPanel";
import type { PlainRow, PlainScreen } from "./screen";
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
  const roles = useRoles();
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const ready = useKeyState().name === "ready";
  const address = useItemAddress();
  const { openId, open, isCreating, setCreating, chosen, choose } = address;
  const words = useMemo(() => screen.words(say), [screen, say]);
  const asked = screen.useItems();
  const { data, failure: failed, late, again } = held(asked);
  const items = data?.rows;
  const acts = usePlainActs(screen);
  const audience = usePlainAudience(screen);
  const known = usePlainRows(screen, items, { askedAt: wholeSince(asked) });
  const [typed, setTyped] = useState("");
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [order, setOrder] = useState<string[]>([]);
  const [clash, setClash] = useState<{ id: string; clash: Clash<Payload> } | null>(null);
  const [revealed, setRevealed] = useState<string | null>(null);
  const news = useNews(items, known, user.id);
  useFetchAhead(LATER, known !== undefined);

  const onClash = useCallback(
    (id: string, met: Clash<Payload>) => {
      setClash({ id, clash: met });
      open(id);
    },
    [open],
  );
  const { rows, save } = useCellEdits<PlainRow<Payload>, Payload>(known, usePlainCells(screen), onClash);

  const questions = useMemo(() => screen.questions(say), [screen, say]);
  const shown = useMemo(
    () =>
      rows?.filter(
        (row) =>
          questions.every(({ id, passes }) => (hasFacts(row.item) ? passes(row, chosen(id)) : chosen(id).length === 0)) &&
          (!typed.trim() || (row.opening.name === "open" && matches(screen.wordsIn(row.opening.payload), typed))),
      ),
    [rows, questions, chosen, typed, screen],
  );
  const columns = useMemo(() => screen.columns({ say, dates, today, roles }), [screen, say, dates, today, roles]);
  const ordered = useCallback((ids: string[]) => {
    setOrder(ids);
    setSelection((now) => keepVisible(now, ids));
  }, []);

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

  const openRow = rows?.find(({ id }) => id === openId);
  const selected = shown?.filter(({ id }) => selection.ids.has(id)) ?? [];
  const fresh = order.filter((id) => news.ids.includes(id));
  const filtered = typed !== "" || questions.some(({ id }) => chosen(id).length > 0);
  const nameOf = (row: PlainRow<Payload>) => titleOf(row, row.title, words.broken, say, roles);

  const list = failed ? (
    <Failed
      title={words.failed}
      message={failed.message}
      told={failed}
      onRetry={again}
    />
  ) : !rows || !shown ? (
    <SkeletonRows />
  ) : rows.length === 0 ? (
    <Nobody screen={screen} onCreate={mayCreate ? () => setCreating(true) : undefined} />
  ) : shown.length === 0 ? (
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
    <Grid<PlainRow<Payload>>
      name={screen.path}
      label={words.title}
      rows={shown}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={nameOf}
      rowVersion={({ item }) => item.version}
      narrow={(row) => <NarrowRow screen={screen} row={row} />}
      sort={BY_NAME}
      selection={selection}
      onSelection={setSelection}
      openId={openId}
      onOpen={open}
      onOpenPage={(id) => void navigate(`/${screen.path}/${id}`)}
      onOrder={ordered}
      {...(may(`${screen.kind}.update`) && { onSaveCell: save })}
      beside={Boolean(openRow)}
      revealId={revealed}
      rowMenu={(row) => <PlainMenu screen={screen} row={row} acts={acts} onOpen={() => open(row.id)} />}
    />
  );

  return (
    <>
      <Page
        title={words.title}
        count={shown && shown.length > 0 ? new Intl.NumberFormat(latin(dates.language)).format(shown.length) : undefined}
        actions={
          <>
            {screen.More && rows && <screen.More rows={shown ?? rows} />}
            {mayCreate && (
              <Button look="primary" onPress={() => setCreating(true)}>
                <Plus />
                {words.new}
              </Button>
            )}
          </>
        }
        filters={
          !failed && (!rows || rows.length > 0) ? (
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
                count={fresh.length}
                onPress={() => {
                  setRevealed(fresh[0] ?? null);
                  news.seen();
                }}
              />
              <BulkActs
                resource={screen.kind}
                acts={acts}
                selected={selected}
                isAll={selected.length === shown?.length}
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
                rows={rows ?? []}
                acts={acts}
                place={order.indexOf(openRow.id)}
                count={order.length}
                clash={clash?.id === openRow.id ? clash.clash : null}
                onSettled={() => setClash(null)}
                onOpen={open}
                onMove={(by) => open(order[order.indexOf(openRow.id) + by] ?? openRow.id)}
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
  onCreate: (() => void) | undefined;
}

function Nobody<Payload extends BasePayload>({ screen, onCreate }: NobodyProps<Payload>) {
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
          {screen.More && <screen.More rows={[]} />}
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
