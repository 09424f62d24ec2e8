/**
 * What people do with tasks, by the code of the screens: a change signs what its person changed, and a completion what
 * follows from what was signed. What the server says beside it of dates and switches stands in no statement.
 */
import { fromBase64Url } from "../../../crypto/base64url.ts";
import { parseStatement, statementHash } from "../../../crypto/statements.ts";
import { newId } from "../../../crypto/testing/account.ts";
import type { AlterTask, TaskWord } from "../../../api/tasks.ts";
import type { StatusEntry } from "../../../lists/boards/statuses.ts";
import { contentsOf, type Contents } from "../../../features/tasks/contents.ts";
import { moved } from "../../../features/tasks/moving.ts";
import { send } from "../../../features/tasks/sending.ts";
import { itemOf } from "../../../lists/item.ts";
import { TASK, type TaskItem } from "../../../lists/kinds/task.ts";
import type { TaskPayload } from "../../../payloads/task.ts";
import { readRecurrence } from "../../../lists/tasks/recurrence.ts";
import type { Sealed, SealedItem, SignedAttrs } from "../../contract.ts";
import { hashOf } from "../handmade.ts";
import { meant } from "../people.ts";
import { clientOf, keyringOf, type Doing } from "./command.ts";
import { append, isSealedNow, isTaken, toItem } from "./documents.ts";
import { newest, type Doc, type Revision, type Values } from "./history.ts";
import { eachOf, isAbout, type Lie } from "./lies.ts";
import { applied, baseOf, expectedAttributes, judgeAttributes, judgeSealed, type Wish } from "./oracle.ts";
import { ALL, under, type Client, type World } from "./world.ts";

const aStatus = (category: "open" | "done") =>
  ({ id: newId(), category, outcome: category === "done" ? "completed" : null, default: true, movedTo: null }) as unknown as StatusEntry;
const [TODO, DONE] = [aStatus("open"), aStatus("done")];
const say = (_id: string, message: string) => message;

const LASTING = "FREQ=MONTHLY;UNTIL=20361231\nfixed\nUTC\n";
const OVER = "FREQ=MONTHLY;UNTIL=20260131\nfixed\nUTC\n";
const TRUTH: TaskWord = { rank: "m", hiddenBy: null, occurrence: 1, nextDueOn: null, closedAt: null, commentCount: 0 };
/** The last date of a rule that lasts: whoever goes by it ends the series. */
const LIED: TaskWord = { ...TRUTH, occurrence: 9, nextDueOn: "2036-12-05" };

export async function addTask(world: World, client: Client, audience: readonly string[], pick: number): Promise<void> {
  await agree(client);
  const doc: Doc = { kind: "task", id: newId(), revisions: [], spoiled: false };
  const values: Values = {
    state: "active", statusId: TODO.id, dueOn: "2026-01-05", ...(pick % 3 === 2 ? {} : { recurrence: pick % 3 === 0 ? LASTING : OVER }), assigneeIds: [client.person.id],
  };
  const wish: Wish = { payload: { v: 1, title: `Meters ${doc.id}` }, changed: values, audience };
  const sealed = await keyringOf(client).sealRecord({ kind: "task", id: doc.id, payload: wish.payload, attrs: values, audience: meant(audience) });
  await judgeSealed(world, client, doc, wish, sealed);
  if (isSealedNow(client, sealed)) await commit(world, client, doc, null, { sealed, payload: wish.payload, values, audience: [...audience].sort(), version: 1 });
}

interface Committed {
  readonly sealed: Sealed;
  readonly payload: object;
  readonly values: Values;
  readonly audience: readonly string[];
  readonly version: number;
}

async function commit(world: World, client: Client, doc: Doc, base: Revision | null, { sealed, version, ...rest }: Committed): Promise<void> {
  await client.history.server.leaf(sealed);
  const item: SealedItem = { id: doc.id, version, sealed, later: [] };
  await append(world, client, doc, base, { ...rest, item, hash: await hashOf(item), author: client.person.id, deleted: false });
}

/** A person agrees once more to what a lie had made less. */
async function agree(client: Client): Promise<void> {
  if (!(await keyringOf(client).discloses()).taskDates) await keyringOf(client).agreeToDisclose(ALL);
}

/** Which of the lies beside a task were told. */
type Heard = Set<Lie["about"]>;

async function asShown(client: Client, item: SealedItem, lie: Lie | null, heard: Heard): Promise<{ item: TaskItem; payload: TaskPayload }> {
  const [verified] = await keyringOf(client).verify("task", [item]);
  const word = isAbout(lie, "next date") ? LIED : TRUTH;
  if (word === LIED) heard.add("next date");
  const payload = (await keyringOf(client).openRecord("task", item)) as TaskPayload;
  return { item: itemOf(TASK, { ...item, word }, verified ?? null), payload };
}

/** What somebody types into the form of a task. */
export const EDITS = ["title", "day", "repetition", "person"] as const;
export type Edit = (typeof EDITS)[number];

function typedBy({ person }: Client, edit: Edit, pick: number): { readonly title?: string; readonly changed: Wish["changed"] } {
  switch (edit) {
    case "title": return { title: `Read the meters ${String(pick)}`, changed: {} };
    case "day": return { changed: { dueOn: `2026-02-${String(1 + (pick % 28)).padStart(2, "0")}` } };
    case "repetition": return { changed: { recurrence: `FREQ=WEEKLY;INTERVAL=${String(2 + (pick % 50))}\nfixed\nUTC\n` } };
    case "person": return { changed: { assigneeIds: pick % 2 === 0 ? [] : [person.id] } };
  }
}

const DATES = ["dueOn", "dueTime", "recurrence"] as const;
const NO_DATES = Object.fromEntries(DATES.map((name) => [name, null]));

/** What may be sealed for it on top of this state: in the clear, or with the day among the sealed words where dates are kept. */
function wishOf({ payload, values }: Revision, { title, changed }: ReturnType<typeof typedBy>, isClear: boolean): Wish {
  const words = { ...payload, ...(title === undefined ? {} : { title }) };
  if (isClear) return { payload: words, changed };
  const day = changed["dueOn"] ?? values["dueOn"] ?? (payload as TaskPayload).dueOn;
  return { payload: { ...words, ...(day === undefined ? {} : { dueOn: day }) }, changed: { ...changed, ...NO_DATES } };
}

const mayHide = (lie: Lie | null) => isAbout(lie, "switches") || isAbout(lie, "dates refused");

async function edit(world: World, client: Client, { doc, served, how, lie, heard }: { doc: Doc; served: SealedItem; how: ReturnType<typeof typedBy>; lie: Lie | null; heard: Heard }): Promise<void> {
  if (!lie) await agree(client);
  const { item, payload } = await asShown(client, served, lie, heard);
  const shown = contentsOf(item, payload);
  const { recurrence, ...set } = how.changed as { recurrence?: string; dueOn?: string; assigneeIds?: string[] };
  // Without a day nothing repeats.
  if (recurrence !== undefined && !item.dueOn) return;
  const contents: Contents = {
    ...shown, ...set, ...(recurrence === undefined ? {} : { recurrence: readRecurrence(recurrence) }), payload: { ...shown.payload, ...(how.title === undefined ? {} : { title: how.title }) },
  };
  if (isAbout(lie, "switches")) client.switches = { ...ALL, taskDates: false };
  let refusals = isAbout(lie, "dates refused") ? 1 : 0;

  async function change([altered]: AlterTask[]): Promise<{ data: { data: never[]; errors: never[] } }> {
    const sealed = altered?.sealed as Sealed;
    const base = baseOf(doc, parseStatement(fromBase64Url(sealed.statementB64u)));
    if (!base) throw new Error(`${client.name} signed on top of what nobody has signed`);
    const touches = DATES.some((name) => name in how.changed);
    const isHiddenBefore = base.values["dueOn"] === undefined;
    // Nothing but a person's own change of a date, where the server says that it takes none, puts a day among the sealed words.
    const isClear = !isHiddenBefore && !(touches && mayHide(lie) && !("dueOn" in sealed.attrs));
    if (touches && !isHiddenBefore && isAbout(lie, "switches")) heard.add("switches");
    const wish = wishOf(base, how, isClear);
    await judgeSealed(world, client, doc, wish, sealed);
    if (touches && refusals > 0) {
      refusals -= 1;
      heard.add("dates refused");
      return { data: { data: [], errors: [{ id: doc.id, code: "failed_precondition", message: "", details: { reason: "disclosure_off" } }] as never[] } };
    }
    if (isTaken(doc, base) && isSealedNow(client, sealed))
      await commit(world, client, doc, base, { sealed, payload: wish.payload, values: applied(base.values, wish.changed), audience: base.audience, version: served.version + 1 });
    return { data: { data: [], errors: [] } };
  }

  const sent = await send({ keyring: keyringOf(client), change }, { item, contents: shown }, { item, contents: shown }, contents).finally(() => { client.switches = ALL; });
  if (sent.error) throw sent.error as Error;
}

/** By what was signed: one whose rule goes on for years is open again, any other is done. */
const completed = ({ values: { recurrence, dueOn } }: Revision): string => (dueOn !== undefined && typeof recurrence === "string" && recurrence !== OVER ? TODO.id : DONE.id);

async function complete(world: World, client: Client, { doc, served, lie, heard }: { doc: Doc; served: SealedItem; lie: Lie | null; heard: Heard }): Promise<void> {
  const { item } = await asShown(client, served, lie, heard);
  const status = newest(doc).values["statusId"] === DONE.id ? TODO : DONE;
  const signed = await moved({
    keyring: keyringOf(client), shown: item, begun: item, status, place: undefined, again: TODO, statuses: [TODO, DONE], say: say, members: [],
  }, item);
  const { attrs, attrsSaltB64u, statementB64u, signatureB64u } = signed;
  if (!attrs || !attrsSaltB64u || !statementB64u || !signatureB64u) return;
  const statement: SignedAttrs = { attrs, attrsSaltB64u, statementB64u, signatureB64u };
  const on = baseOf(doc, parseStatement(fromBase64Url(statement.statementB64u)));
  const statusId = on && status === DONE ? completed(on) : status.id;
  const wish = { changed: { statusId } };
  const base = judgeAttributes(world, client, doc, wish, statement);
  if (!base || !isTaken(doc, base)) return;
  await client.history.server.leaf(statement);
  const sealed = { ...base.item.sealed, attrs: expectedAttributes(base, wish), attrsSaltB64u: statement.attrsSaltB64u };
  const next: SealedItem = { ...base.item, version: base.item.version + 1, later: [...base.item.later, statement], sealed };
  await append(world, client, doc, base, { ...base, item: next, hash: await statementHash(fromBase64Url(statement.statementB64u)), author: client.person.id, values: { ...base.values, statusId } });
}

/** An act about a task, with the lies beside it counted. */
function withHeard(lie: Lie | null, pick: number, work: (world: World, client: Client, doc: Doc, item: SealedItem, heard: Heard) => Promise<unknown>): Doing {
  const heard: Heard = new Set();
  const { can, does } = toItem(pick, (world, client, doc, item) => work(world, client, doc, item, heard), "task");
  return {
    can,
    does: async (world, client, told) => {
      heard.clear();
      const outcome = await does(world, client, told);
      return { ...outcome, told: outcome.told || heard.size > 0, all: eachOf(lie).every(({ about }) => heard.has(about)) };
    },
  };
}

export const editing = (pick: number, lie: Lie | null, how: Edit): Doing =>
  withHeard(lie, pick, (world, client, doc, served, heard) => edit(world, client, { doc, served, how: typedBy(client, how, pick), lie, heard }));

export const completing = (pick: number, lie: Lie | null): Doing =>
  withHeard(lie, pick, (world, client, doc, served, heard) => complete(world, client, { doc, served, lie, heard }));

/** Before anything else: tasks that everybody may read, one that comes again for years, one that is over and one that does not repeat. */
export async function someTasks(world: World): Promise<void> {
  const { owner, member } = world.truth.server.roles;
  const clara = clientOf(world, "clara");
  for (const pick of [0, 1, 2]) {
    const { came } = await under(clara, null, () => addTask(world, clara, [member, owner], pick));
    if ("error" in came) throw came.error;
  }
}
