/** `/tasks`: what is to be done, on a board or in a list. */
import { CalendarDays, CircleUser, LayoutGrid, List, ListChecks, Plus, SquareCheck, Tag } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router";

import { useAllTasksQuery } from "../../api/tasks";
import { held, wholeSince } from "../../api/held";
import { standing, useStatuses } from "../../boards/statuses";
import { useOffer } from "../../commands/commands";
import { Boundary } from "../../components/Boundary";
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
import { Segments } from "../../components/Segments";
import { EmptyState, Failed, NotRefreshed, Skeleton, SkeletonRows } from "../../components/States";
import { part } from "../../components/part";
import { latin } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { BulkActs } from "../../items/BulkActs";
import { titleOf } from "../../items/marks";
import { useCellEdits } from "../../items/useCellEdits";
import { useItemAddress } from "../../items/useItemAddress";
import { useNews } from "../../items/useNews";
import { useKeyState } from "../../keyring/react";
import { useRoles } from "../../people/people";
import { useHiding } from "../../profiles/hiding";
import { useDates, useMay, useSignedIn, useToday } from "../../session/useSession";
import { useTaskRows, type TaskRow } from "../../tasks/rows";
import { columnsOf, elsewhere } from "./board";
import { useTaskCells } from "./cells";
import { loadCellControl, taskColumns } from "./columns";
import type { Contents } from "./contents";
import { DUES, ME, NOBODY, passes, type DueFilter } from "./filters";
import { NarrowTask } from "./NarrowTask";
import { TaskMenu } from "./TaskMenu";
import { useDocumentNames, useNamesAround } from "./useNamesAround";
import { useMoves } from "./useMoves";
import { useTaskActs } from "./useTaskActs";
import type { Clash } from "./useTaskWriting";
import { dueFilterWord } from "./words";

const loadBoard = () => import("./Board");
const loadPanel = () => import("./TaskPanel");
const loadNew = () => import("./NewTask");
const loadEdit = () => import("./EditTask");
const Board = part(loadBoard);
const TaskPanel = part(loadPanel);
const NewTask = part(loadNew);
const LATER = [loadBoard, loadPanel, loadNew, loadEdit, loadCellControl];

const BY_DUE = [{ id: "due", desc: false }];

export default function Tasks() {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const today = useToday();
  const roles = useRoles();
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const ready = useKeyState().name === "ready";
  const { query, openId, open, isCreating, setCreating, chosen, choose } = useItemAddress();
  const isList = query.get("view") === "list";
  const asked = useAllTasksQuery();
  const { data, failure: failed, late, again } = held(asked);
  const items = data?.rows;
  const statuses = useStatuses();
  const known = useTaskRows(items, { askedAt: wholeSince(asked) });
  const acts = useTaskActs();
  const moves = useMoves(known, acts);
  const linked = useMemo(() => [...new Set(known?.flatMap(({ item }) => item.documentIds))], [known]);
  const documents = useDocumentNames(linked);
  const names = useNamesAround(documents);
  const [typed, setTyped] = useState("");
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [order, setOrder] = useState<string[]>([]);
  const [met, setMet] = useState<{ id: string; clash: Clash } | null>(null);
  const [revealed, setRevealed] = useState<string | null>(null);
  const news = useNews(items, known, user.id);
  useFetchAhead(LATER, known !== undefined);

  const onClash = useCallback(
    (id: string, clash: Clash) => {
      setMet({ id, clash });
      open(id);
    },
    [open],
  );
  const { rows, save } = useCellEdits<TaskRow, Contents>(known, useTaskCells(), onClash);
  const isHidden = useHiding(rows);
  const shown = useMemo(() => {
    const filter = { assignees: chosen("who"), topics: chosen("topic"), dues: chosen("due"), words: typed };
    return rows?.filter((row) => passes(row, filter, { me: user.id, today }, isHidden));
  }, [rows, chosen, typed, user.id, today, isHidden]);
  const columns = useMemo(
    () => taskColumns({ say, dates, today, roles, statuses: statuses ?? [], names }),
    [say, dates, today, roles, statuses, names],
  );
  const ordered = useCallback((ids: string[]) => {
    setOrder(ids);
    setSelection((now) => keepVisible(now, ids));
  }, []);
  const onBoard = useMemo(() => {
    const columns = columnsOf(shown ?? [], moves.ahead);
    const inColumns = (statuses ?? []).flatMap(({ id }) => columns.get(id) ?? []);
    return [...elsewhere(columns, statuses ?? []), ...inColumns].map(({ id }) => id);
  }, [shown, moves.ahead, statuses]);

  const mayCreate = ready && may("task.create");
  useOffer([
    ...(mayCreate
      ? [{ id: "new task", label: say("tasks.new", "New task"), icon: SquareCheck, keys: "N T", group: "new" as const, run: () => setCreating(true) }]
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
  const sequence = isList ? order : onBoard;
  const fresh = sequence.filter((id) => news.ids.includes(id));
  const filtered = typed !== "" || ["who", "topic", "due"].some((question) => chosen(question).length > 0);
  const nameOf = (row: TaskRow) => titleOf(row, row.title, say("tasks.broken", "This task cannot be opened"), say, roles);
  const menu = (row: TaskRow, column?: readonly TaskRow[]) => (
    <TaskMenu
      row={row}
      statuses={statuses ?? []}
      acts={acts}
      onMove={(one, status, place) => void moves.move(one, status, place)}
      {...(column && { column })}
      inside
      onOpen={() => open(row.id)}
    />
  );
  const viewed = (view: string | null) => {
    const next = new URLSearchParams(query);
    if (view) next.set("view", view);
    else next.delete("view");
    return `/tasks?${next}`;
  };

  const list = failed ? (
    <Failed
      title={say("tasks.failed", "The tasks did not load")}
      message={failed.message}
      told={failed}
      onRetry={again}
    />
  ) : !rows || !shown || !statuses ? (
    isList ? <SkeletonRows /> : <Skeleton lines={6} height={72} />
  ) : rows.length === 0 && isList ? (
    <NoTasks onCreate={mayCreate ? () => setCreating(true) : undefined} />
  ) : filtered && shown.length === 0 ? (
    <EmptyState
      title={say("documents.noMatch", "No results")}
      actions={
        <Button
          onPress={() => {
            setTyped("");
            void navigate(isList ? "/tasks?view=list" : "/tasks", { replace: true });
          }}
        >
          {say("documents.clearFilters", "Clear filters")}
        </Button>
      }
    />
  ) : isList ? (
    <Grid<TaskRow>
      name="tasks"
      label={say("nav.tasks", "Tasks")}
      rows={shown}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={nameOf}
      rowVersion={({ item }) => item.version}
      narrow={(row) => <NarrowTask row={row} title={nameOf(row)} statuses={statuses} />}
      sort={BY_DUE}
      selection={selection}
      onSelection={setSelection}
      openId={openId}
      onOpen={open}
      onOpenPage={(id) => void navigate(`/tasks/${id}`)}
      onOrder={ordered}
      {...(may("task.update") && { onSaveCell: save })}
      beside={Boolean(openRow)}
      revealId={revealed}
      rowMenu={(row) => menu(row)}
    />
  ) : (
    <Boundary waiting={<Skeleton lines={6} height={72} />}>
      <Board
        rows={shown}
        statuses={standing(statuses)}
        names={names}
        documents={documents}
        moves={moves}
        called={nameOf}
        menu={menu}
        onOpen={open}
        mayCreate={mayCreate}
      />
    </Boundary>
  );

  return (
    <>
      <Page
        title={say("nav.tasks", "Tasks")}
        count={shown && shown.length > 0 ? new Intl.NumberFormat(latin(dates.language)).format(shown.length) : undefined}
        orderTold={!isList}
        actions={
          <>
            <Segments
              label={say("tasks.views", "View")}
              segments={[
                { path: viewed("list"), label: say("documents.list", "List"), icon: List, on: isList },
                { path: viewed(null), label: say("tasks.board", "Board"), icon: LayoutGrid, on: !isList },
              ]}
            />
            {mayCreate && (
              <Button look="primary" onPress={() => setCreating(true)}>
                <Plus />
                {say("tasks.new", "New task")}
              </Button>
            )}
          </>
        }
        filters={
          !failed && (
            <>
              <FilterChip
                icon={CircleUser}
                label={say("tasks.who", "Who")}
                standing={say("tasks.anyone", "Anyone")}
                options={[
                  { value: ME, label: say("tasks.me", "Me") },
                  { value: NOBODY, label: say("tasks.nobody", "No one") },
                  ...names.members.filter(({ id }) => id !== user.id).map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={chosen("who")}
                onChange={(answers) => choose("who", answers)}
              />
              {names.topicList.length > 0 && (
                <FilterChip
                  icon={Tag}
                  label={say("tasks.topic", "Topic")}
                  options={names.topicList.map(({ id, name }) => ({ value: id, label: name }))}
                  value={chosen("topic")}
                  onChange={(answers) => choose("topic", answers)}
                />
              )}
              <FilterChip<DueFilter>
                icon={CalendarDays}
                label={say("tasks.due", "Due")}
                options={DUES.map((value) => ({ value, label: dueFilterWord(say, value) }))}
                value={DUES.filter((one) => chosen("due").includes(one))}
                onChange={(answers) => choose("due", answers)}
              />
              <FilterSpace />
              <span data-list-search>
                <SearchField label={say("documents.find", "Filter this list")} value={typed} onChange={setTyped} />
              </span>
            </>
          )
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
              {isList && (
                <BulkActs
                  resource="task"
                  acts={acts}
                  count={selected.length}
                  read={() => selected}
                  isAll={selected.length === shown?.length}
                  leftAsTheyWere={(count) => say("tasks.left", "{count, plural, one {# task was} other {# tasks were}} not changed", { count })}
                  onClear={() => setSelection(NOTHING)}
                />
              )}
            </>
          }
          panel={
            openRow && (
              <TaskPanel
                key={openRow.id}
                row={openRow}
                statuses={statuses ?? []}
                acts={acts}
                onMove={moves.move}
                place={sequence.indexOf(openRow.id)}
                count={sequence.length}
                clash={met?.id === openRow.id ? met.clash : null}
                onClash={(clash) => setMet(clash && { id: openRow.id, clash })}
                onStep={(by) => open(sequence[sequence.indexOf(openRow.id) + by] ?? openRow.id)}
                onClose={() => open(null)}
              />
            )
          }
        />
      </Page>
      {mayCreate && isCreating && (
        <PopUp onClose={() => setCreating(false)}>
          <NewTask onClose={() => setCreating(false)} onCreated={open} />
        </PopUp>
      )}
    </>
  );
}

function NoTasks({ onCreate }: { onCreate: (() => void) | undefined }) {
  const say = useSay();
  if (!onCreate) return <EmptyState title={say("tasks.noneYet", "There are no tasks yet.")} />;
  return (
    <EmptyState
      icon={ListChecks}
      title={say("tasks.first", "Add the first task")}
      actions={
        <Button look="primary" onPress={onCreate}>
          <Plus />
          {say("tasks.new", "New task")}
        </Button>
      }
      keys={
        <>
          <span>
            <Kbd>N</Kbd> <Kbd>T</Kbd> {say("items.keys.new", "new")}
          </span>
          <span>
            <Kbd>?</Kbd> {say("documents.keys.all", "all shortcuts")}
          </span>
        </>
      }
    >
      {say("tasks.firstHow", "What needs doing, by whom and by when. Tasks are encrypted on this device.")}
    </EmptyState>
  );
}
