/** `/tasks`: what is to be done, on a board or in a list. */
import { CalendarDays, CircleUser, LayoutGrid, List, ListChecks, Plus, SquareCheck, Tag } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router";

import { useAllTasksQuery } from "../../api/tasks";
import { held, wholeSince } from "../../api/held";
import { followed } from "../../lists/boards/followed";
import { standing, useStatuses, type StatusEntry } from "../../lists/boards/statuses";
import { useOffer } from "../../components/commands/commands";
import { Boundary } from "../../components/Boundary";
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
import { Segments } from "../../components/Segments";
import { EmptyState, Failed, NotRefreshed, Skeleton, SkeletonRows } from "../../components/States";
import { part } from "../../components/part";
import { useNarrow } from "../../components/useNarrow";
import { latin } from "../../dates/moments";
import { useDesk, useDeskHost, useDeskLost } from "../../desk/react";
import { useSay, type Say } from "../../i18n/say";
import { BulkActs } from "../../lists/BulkActs";
import { titleOf } from "../../lists/marks";
import { useList } from "../../lists/list/useList";
import { SavedChip, useSaved } from "../../lists/list/saved";
import { sortOf, useListView } from "../../lists/list/view";
import { EARLY, useFeed } from "../../lists/useFeed";
import { useItemAddress } from "../../lists/useItemAddress";
import { useKeyState } from "../../keyring/react";
import { useRoleNames, type RoleNames } from "../../lists/people/people";
import { useHidden } from "../../lists/profiles/hiding";
import { useDates, useMay, useSignedIn, useToday } from "../../session/useSession";
import { clock, useTaskRows, type TaskRow } from "../../lists/tasks/rows";
import { columnView, elsewhereView, idsOf, type Place } from "./board";
import { useTaskCells } from "./cells";
import { loadCellControl, taskColumns } from "./columns";
import type { Contents } from "./contents";
import { DUES, ME, NOBODY, whereOf, type DueFilter } from "./filters";
import { NarrowTask } from "./NarrowTask";
import { TaskMenu, TaskMenuItems } from "./TaskMenu";
import { useNamesAround } from "./useNamesAround";
import { useMoves } from "./useMoves";
import { useTaskActs } from "./useTaskActs";
import type { Clash } from "./useTaskWriting";
import type { Named } from "../../lists/tasks/names";
import { dueFilterWord } from "./words";

const loadBoard = () => import("./Board");
const loadPanel = () => import("./TaskPanel");
const loadNew = () => import("./NewTask");
const loadEdit = () => import("./EditTask");
const Board = part(loadBoard);
const TaskPanel = part(loadPanel);
const NewTask = part(loadNew);
const LATER = [loadBoard, loadPanel, loadNew, loadEdit, loadCellControl];

const NO_DOCUMENTS: readonly Named[] = [];
const BY_DUE = [{ id: "due", desc: false }];

const taskTitle = (row: TaskRow, say: Say, roles: RoleNames): string =>
  titleOf(row, row.title, say("tasks.broken", "This task cannot be opened"), say, roles);

export default function Tasks() {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const today = useToday();
  const roles = useRoleNames();
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const ready = useKeyState().name === "ready";
  const narrow = useNarrow();
  const { query, openId, open, isCreating, setCreating, chosen, choose } = useItemAddress();
  const isList = query.get("view") === "list";
  const saved = useSaved(query);
  const asked = useAllTasksQuery();
  const { data, failure: failed, late, again } = held(asked);
  const answers = data?.rows;
  useFeed("task", answers, wholeSince(asked), EARLY);
  const host = useDeskHost();
  const lost = useDeskLost();
  const { shown: desk } = useDesk();
  const statuses = useStatuses();
  const rows = useTaskRows(answers);
  const acts = useTaskActs();
  const moves = useMoves(rows, acts);
  const names = useNamesAround(NO_DOCUMENTS);
  const [typed, setTyped] = useState("");
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [met, setMet] = useState<{ id: string; clash: Clash } | null>(null);
  const [revealed, setRevealed] = useState<string | null>(null);

  const onClash = useCallback(
    (id: string, clash: Clash) => {
      setMet({ id, clash });
      open(id);
    },
    [open],
  );
  const hidden = useHidden("task");
  const columns = useMemo(
    () => taskColumns({ say, dates, today, roles, statuses: statuses ?? [], names }),
    [say, dates, today, roles, statuses, names],
  );
  const [arrangement, arrange] = useArrangement("tasks", columns, BY_DUE);
  const doneIds = useMemo(() => (statuses ?? []).flatMap(({ id }) => (followed(statuses ?? [], id)?.category === "done" ? [id] : [])), [statuses]);
  const now = useMemo(() => clock(dates), [dates]);
  const view = useListView("task", {
    where: [...whereOf({ assignees: chosen("who"), topics: chosen("topic"), dues: chosen("due") }, { me: user.id, today, now, doneIds, hidden }), ...saved.where],
    text: typed,
    sort: sortOf(columns, arrangement.sort),
  });
  const { ahead } = moves;
  const onBoard = useCallback(async () => {
    const drawn = standing(statuses ?? []).map(({ id }) => idsOf(statuses ?? [], id));
    const views = [elsewhereView(view, drawn.flat()), ...drawn.map((ids) => columnView(view, ids))];
    // What is moved now stands where it is going soon; until then nobody goes on from it.
    const ids = await Promise.all(views.map((one) => desk.pick({ view: one, except: [...ahead.keys()] })));
    return ids.flat();
  }, [desk, view, statuses, ahead]);
  const { count, all, read, source, save, openRow, place, beside, news } = useList<TaskRow, Contents>({
    kind: "task", answers, view, rows, sequence: isList ? undefined : onBoard, openId, selection: [selection, setSelection], writing: useTaskCells(), onClash,
  });
  useFetchAhead(LATER, count !== null);

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

  const filtered = typed !== "" || saved.id !== null || ["who", "topic", "due"].some((question) => chosen(question).length > 0);
  const nameOf = (row: TaskRow) => taskTitle(row, say, roles);
  const about = (row: TaskRow) => ({
    row,
    statuses: statuses ?? [],
    acts,
    onMove: (one: TaskRow, status: StatusEntry, to?: Place) => void moves.move(one, status, to),
    onOpen: () => open(row.id),
  });
  const inTwoLines = useCallback((row: TaskRow) => <NarrowTask row={row} title={taskTitle(row, say, roles)} statuses={statuses ?? []} />, [say, roles, statuses]);
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
  ) : lost ? (
    <Failed title={say("tasks.failed", "The tasks did not load")} message={say("fault.title", "This part of Coffer stopped working")} onRetry={host.renew} />
  ) : count === null || !statuses || !saved.isKnown ? (
    isList ? <SkeletonRows /> : <Skeleton lines={6} height={72} />
  ) : all === 0 && isList ? (
    <NoTasks onCreate={mayCreate ? () => setCreating(true) : undefined} />
  ) : filtered && count === 0 ? (
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
    <WindowGrid<TaskRow>
      label={say("nav.tasks", "Tasks")}
      source={source}
      arrangement={arrangement}
      onArrange={arrange}
      columns={columns}
      rowLabel={nameOf}
      rowVersion={({ item }) => item.version}
      narrow={inTwoLines}
      selection={selection}
      onSelection={setSelection}
      openId={openId}
      onOpen={open}
      onOpenPage={(id) => void navigate(`/tasks/${id}`)}
      {...(may("task.update") && { onSaveCell: save })}
      beside={Boolean(openRow)}
      revealId={revealed}
      rowMenu={(row) => <TaskMenuItems {...about(row)} />}
    />
  ) : (
    <Boundary waiting={<Skeleton lines={6} height={72} />}>
      <Board
        base={view}
        rows={rows}
        read={read}
        statuses={statuses}
        columns={standing(statuses)}
        names={names}
        moves={moves}
        called={nameOf}
        menu={(row, column) => <TaskMenu {...about(row)} column={column} inside />}
        onOpen={open}
        mayCreate={mayCreate}
      />
    </Boundary>
  );

  return (
    <>
      <Page
        title={say("nav.tasks", "Tasks")}
        count={count && saved.isKnown ? new Intl.NumberFormat(latin(dates.language)).format(count) : undefined}
        orderTold={!isList && (narrow ? "short" : true)}
        actions={
          <>
            <Segments
              label={say("tasks.views", "View")}
              segments={[
                { path: viewed("list"), label: say("documents.list", "List"), icon: List, on: isList },
                { path: viewed(null), label: say("tasks.board", "Board"), icon: LayoutGrid, on: !isList },
              ]}
            />
            {mayCreate && <CreateButton label={say("tasks.new", "New task")} onPress={() => setCreating(true)} />}
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
              <SavedChip kind="task" saved={saved} />
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
                count={news.ids.length}
                onPress={() => {
                  setRevealed(news.ids[0] ?? null);
                  news.seen();
                }}
              />
              {isList && (
                <BulkActs
                  resource="task"
                  acts={acts}
                  count={selection.ids.size}
                  read={() => read([...selection.ids])}
                  isAll={selection.ids.size === count}
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
                place={place}
                count={count ?? 0}
                clash={met?.id === openRow.id ? met.clash : null}
                onClash={(clash) => setMet(clash && { id: openRow.id, clash })}
                onStep={(by) => void beside(by).then((id) => open(id ?? openRow.id), () => undefined)}
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
