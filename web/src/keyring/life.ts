/** The life of a keyring in a tab: starting, verifying, locking, hearing of news, and raising alarms. */
import { CryptoError, TEXTS } from "../crypto/errors.ts";
import type { ClientState } from "../crypto/keyLog/clientState.ts";
import { MANAGE_MEMBERS, may } from "../crypto/keyLog/state.ts";
import { byClick, type Acting } from "./acting.ts";
import { alarmFrom, alarmOf, OtherAccount, type Alarm } from "./alarm.ts";
import { ViewClosed } from "./asking.ts";
import { keyCalls, rememberLists } from "./calls.ts";
import { HEAD_TAKES_MS, LOOK_AGAIN_MS, LOOK_FOR_OWN_MS, LOOK_WHEN_LATE_MS } from "./checking.ts";
import { changeRecord, logState, type Context } from "./context.ts";
import type { Heard, KeyState, RecoveryFile } from "./contract.ts";
import { dropCopies } from "./copies.ts";
import { endOf } from "./deviceEnd.ts";
import { firstRolesAreMissing, openGrantedRoles } from "./grantedRoles.ts";
import { startHolding, type Kept } from "./holding.ts";
import { recallKnown, writeDownKnown } from "./known.ts";
import { startLastWrites } from "./lastWrites.ts";
import { later } from "./later.ts";
import { steps } from "./leaving.ts";
import { startLooks } from "./looks.ts";
import { startMemory } from "./memory.ts";
import { checksKeys, type KeyringOptions } from "./options.ts";
import { isReplacing } from "./replacing.ts";
import { demandState, stateIn } from "./standing.ts";
import { lockedBy, statusOf } from "./status.ts";
import { StorageRefused } from "./storage.ts";
import { isConfirmed } from "./store.ts";
import { alarmAbout, RECOVERY_TAKES_MS, startWatch, unknownIn } from "./strangers.ts";
import { sync, syncLately } from "./syncing.ts";
import { startTelling } from "./telling.ts";
import { keepOpen, unlockFromCache } from "./unlocking.ts";
import { WorkerLost } from "./watch.ts";
import { inTurn } from "./writing.ts";

const CHANNEL = "coffer-keyring";
const READS: readonly ClientState[] = ["verified", "late"];
const UNCONFIRMED = "Nobody has confirmed yet that this is the right account.";
const SETTLE_MS = 150;
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 60_000;

export function startLife(options: KeyringOptions) {
  const { account, userId } = options;
  const checks = checksKeys(options);
  const memory = startMemory();
  const calls = keyCalls(rememberLists(options.http, memory));
  const strangersIn = startWatch();
  const lastWrites = startLastWrites();
  const holding = startHolding(options, { calls, memory, link: () => link, lost: ({ when }) => { close(); show({ name: "stopped", when }); } });
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(`${CHANNEL} ${userId} ${account.id}`);
  const telling = startTelling(checks ? { name: "starting" } : { name: "keyless" }, holding.held);
  /** Until a head is pinned that holds the vouch for this device, it is asked of every answer. */
  let link = options.link;
  let locksAt: number | null = null;
  let missing: string[] = [];
  let alarm: Alarm | null = null;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let locking: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  // Heads come every hour, and what this device wrote has to be in one of them a minute later.
  const looks = startLooks(() => news());

  function show(next: KeyState): void {
    memory.forget("overview");
    memory.forget("directory");
    telling.show(next);
  }

  /** The worker and what it was started with. */
  function context(): Promise<Context> {
    const shown = telling.shown();
    return shown.name === "stopped" ? Promise.reject(new WorkerLost(shown.when)) : holding.context();
  }

  function raise(next: Alarm): void {
    alarm ??= next;
    const held = holding.held();
    // It stays over reloads: a server that shows the right thing the next time has ended nothing.
    if (held && !alarm.canBeRead) void changeRecord(held, { alarm: alarm.kept }).catch(() => undefined);
    show(alarm.state);
  }

  function sound(error: unknown): void {
    if (error instanceof ViewClosed) return closeView(error);
    const found = alarmOf(error, link !== null);
    if (found) raise(found);
  }

  /** Nothing of the account stays open for somebody who has no session in it any more, by the word of the server. */
  function closeView({ why }: ViewClosed): void {
    if (alarm || ended) return;
    letGo()?.store.close();
    // A membership that is over leaves nothing to read here; what is known of objects stays, as with signing out.
    if (why === "membership") void dropCopies(userId, account.id).catch(() => undefined);
    show({ name: "closed", why });
  }

  /** Does something for which the account need not be the right one, such as keeping half-written text. */
  async function keep<T>(work: (context: Context) => Promise<T>): Promise<T> {
    if (!checks) throw new CryptoError("failed_precondition", TEXTS.noDevice);
    try {
      return await work(await context());
    } catch (error) {
      sound(error);
      throw error;
    }
  }

  /** Does something with the keys; what it finds out about the log is shown, whatever else becomes of it. */
  async function use<T>(work: (context: Context) => Promise<T>): Promise<T> {
    if (alarm && !alarm.canBeRead) throw new CryptoError("data_loss", alarm.state.message);
    return keep(work);
  }

  /** A click of a person, whatever the state of the client: unlocking, joining, comparing. */
  function click<T>(work: (acting: Acting) => Promise<T>): Promise<T> {
    return use((context) => work(byClick(context)));
  }

  /** A click that signs, seals or shares. */
  function sign<T>(work: (acting: Acting) => Promise<T>): Promise<T> {
    return verified((context) => work(byClick(context)));
  }

  /** What signs, seals or shares does so in a verified client. Whoever was not able to check for a while looks once more first. */
  function verified<T>(work: (context: Context) => Promise<T>): Promise<T> {
    return use(async (context) => {
      if (context.record && !isConfirmed(context.record)) throw new CryptoError("failed_precondition", UNCONFIRMED);
      if (standingOf(context) !== "verified") await inTurn(context, () => sync(context)).catch(passOn);
      telling.again();
      demandState(standingOf(context), ["verified"]);
      const done = await work(context);
      void later.views().then(({ noteSigned }) => noteSigned(context)).catch(() => undefined);
      return done;
    });
  }

  const standingOf = ({ report }: Context) => stateIn(report.standing, Date.now());

  /** An alarm and a closed view are news; that nobody answered is what was known before. */
  function passOn(error: unknown): void {
    if (error instanceof ViewClosed || alarmOf(error, false)) throw error;
  }

  /** A click that writes: under an alarm nothing is written until a person has read it. */
  function change<T>(work: (acting: Acting) => Promise<T>): Promise<T> {
    return quietly((context) => work(byClick(context)));
  }

  /** The same for what nobody has clicked: it may look, and act by the table only. */
  function quietly<T>(work: (context: Context) => Promise<T>): Promise<T> {
    return verified((context) => {
      if (alarm) throw new CryptoError("data_loss", alarm.state.message);
      return work(context);
    });
  }

  async function refresh(context: Context): Promise<void> {
    await dropRevoked(context);
    const findings = context.report.findings.filter(({ is, seq }) => is !== "invalid" || !context.report.acknowledged.includes(seq));
    if (findings.length > 0) alarm ??= alarmOf({ findings }, false);
    const { alarming, waiting } = strangersIn(context);
    if (alarming.length > 0) alarm ??= alarmAbout(context, alarming);
    else if (waiting) looks.in(RECOVERY_TAKES_MS);
    putLinkAside(context);
    const standing = standingOf(context);
    if (standing === "starting") looks.in(HEAD_TAKES_MS);
    if (standing === "late") looks.in(LOOK_WHEN_LATE_MS);
    if (locksAt !== null && READS.includes(standing)) {
      await (context.recalled ??= recallKnown(context).then(() => heardDisclosure(context)));
      const unopened = await openGrantedRoles(context);
      ({ missing } = unopened);
      if (unopened.behindHead) looks.in(HEAD_TAKES_MS);
    }
    if (alarm) return show(alarm.state);
    show(await statusOf(context, { openedHere: options.openedHere, toldKeyless: !options.holdsKeys, locksAt, missing }));
  }

  /** What the account lets the server see when this device comes in is what its person was shown. */
  async function heardDisclosure(context: Context): Promise<void> {
    await context.worker.discloses({ told: options.disclosure() });
    await writeDownKnown(context);
  }

  /** The head that was verified last holds the vouch for this device, and is pinned: the link has led to it. */
  function putLinkAside({ record, report }: Context): void {
    const isIn = record && report.state.devices[record.deviceId]?.state === "active";
    if (!link || !isIn || !report.pin || report.pin.keySeq + 1 < report.state.nextSeq) return;
    link = null;
    options.forgetLink();
  }

  /** The record of a device that was revoked is of no use any more. */
  async function dropRevoked(context: Context): Promise<void> {
    const { record } = context;
    if (!record || logState(context).devices[record.deviceId]?.state !== "revoked") return;
    context.end = await endOf(context, record.deviceId);
    await context.store.endDevice(context.end);
    context.record = null;
    context.report = await context.worker.forgetDevice();
    close();
  }

  /**
   * Gives up a device that has not been let in, or not told which account it is in. Its key is gone with the worker; what the
   * server keeps of it opens nothing. The person's other devices are not asked about it any more, where the server is told.
   */
  async function withdraw(context: Context): Promise<void> {
    const { record } = context;
    if (!record || (isConfirmed(record) && logState(context).devices[record.deviceId]?.state === "active")) return;
    if (!logState(context).devices[record.deviceId]) void calls.refusePending(record.deviceId).catch(() => undefined);
    await context.store.deleteDevice();
    channel?.postMessage("lock");
    lockHere();
  }

  function opened(until: number): void {
    lastWrites.stay();
    locksAt = until;
    clearTimeout(locking);
    locking = setTimeout(lockHere, Math.min(until - Date.now(), 2 ** 31 - 1));
  }

  function close(): void {
    locksAt = null;
    missing = [];
    clearTimeout(locking);
  }

  function letGo(): Kept | null {
    close();
    return holding.letGo();
  }

  /** Shows what is true from now on, and looks at the rest with an empty worker. */
  function startAnew(before: Kept | null): void {
    const record = before?.record();
    if (record && telling.shown().name === "ready") show(lockedBy(record));
    if (!ended) void use(refresh).then(news).catch(() => undefined);
  }

  /** The server's share stays: another tab has released it, or it has run out. */
  function lockHere(): void {
    const written = lastWrites.done();
    if (written) void written.then(() => { if (locksAt !== null) letGoHere(); });
    else letGoHere();
  }

  function letGoHere(): void {
    const before = letGo();
    before?.store.close();
    startAnew(before);
  }

  /** Both halves of the cache go, each by itself: without either of them it opens nothing. */
  async function lock(): Promise<void> {
    channel?.postMessage("lock");
    const written = lastWrites.done();
    if (written) await written;
    const before = letGo();
    const record = before?.record();
    // Written before the store closes, so that nothing which is still under way writes after it.
    const forgotten = record && before?.store.changeDevice(record.deviceId, { cache: null });
    before?.store.close();
    const released = record && calls.deleteShare(record.deviceId);
    startAnew(before);
    await steps(() => forgotten, () => released);
  }

  /** What somebody read out, as it was heard here. */
  async function enterCode(context: Context, typed: string): Promise<Heard> {
    const heard = await (await later.comparing()).enterCode(context, typed);
    if (heard === "given up") {
      // The key that was not used goes with the worker.
      await lock();
      return heard;
    }
    await goOn(context);
    return heard;
  }

  /** What this browser knows now vouches for the account. */
  async function goOn(context: Context): Promise<void> {
    await refresh(context);
    void serve(context).catch(sound);
  }

  /** Where nobody can read a code out, by what the recovered device itself has signed. */
  async function takeOwnWord(context: Acting): Promise<void> {
    await (await later.recovery()).takeOwnWord(context);
    await goOn(context);
  }

  /** For somebody who may let people in, and only if there is anybody. */
  async function somebodyWaits(context: Context): Promise<boolean> {
    return may(logState(context), userId, MANAGE_MEMBERS) && (await context.calls.pending()).length > 0;
  }

  /** What an open device does by itself: what was interrupted, what others wait for, what is due. */
  async function serve(context: Context): Promise<void> {
    if (locksAt === null || standingOf(context) !== "verified") return;
    if (isReplacing(context)) {
      await (await later.recovery()).finishRecovery(context);
      await refresh(context);
    }
    if (telling.shown().name !== "ready") return;
    if (await firstRolesAreMissing(context)) {
      await (await later.roleKeys()).setUpFirstRoles(context);
      await refresh(context);
    }
    if (await somebodyWaits(context)) await (await later.grants()).letInProven(context);
    await (await later.roleKeys()).serveMissingWraps(context);
    const renewing = context.cacheWaits ? await (await later.deputies()).byItself(context, "cache", {}) : null;
    if (renewing) opened(await keepOpen(renewing));
    await writeDownKnown(context);
    await (await later.views()).tellView(context);
  }

  /** Without an answer the state stays unknown, and the question is asked again. */
  async function startUntilDone(): Promise<void> {
    for (let wait = FIRST_RETRY_MS; !ended && !alarm; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
      try {
        await start();
        return;
      } catch (error) {
        // Without storage the set-up is shown, and says why it can not be done here.
        if (error instanceof StorageRefused) show({ name: "new" });
        // A worker that was lost has said so, and so has a server that closed the door.
        if (error instanceof StorageRefused || error instanceof WorkerLost || error instanceof ViewClosed) return;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  /** A new worker in place of one that was lost. */
  async function restart(): Promise<void> {
    if (telling.shown().name !== "stopped") return;
    show({ name: "starting" });
    await startUntilDone();
  }

  async function start(): Promise<void> {
    await use(async (context) => {
      const kept = context.record?.alarm;
      if (kept) return raise(alarmFrom(kept));
      await inTurn(context, () => sync(context));
      demandInvitation(context);
      if (context.record) {
        const until = await unlockFromCache(context);
        if (until !== null) opened(until);
        const known = logState(context).devices[context.record.deviceId] !== undefined;
        if (!known && (await attachAgain(context, null))) await inTurn(context, () => sync(context));
        await hearRefused(context);
      }
      await refresh(context);
      void serve(context).catch(sound);
      return undefined;
    });
  }

  /** Its person wants everything asked anew, with all that this browser knows. */
  async function tryAgain(): Promise<void> {
    if (!alarm || alarm.canBeRead) return;
    await changeRecord(await holding.context(), { alarm: null });
    await beginAnew();
  }

  /** A link of another account is given up by its person, and by nobody else; then nothing vouches for this one. */
  async function dropLink(): Promise<void> {
    if (!link) return;
    link = null;
    options.forgetLink();
    await beginAnew();
  }

  async function beginAnew(): Promise<void> {
    letGo()?.store.close();
    alarm = null;
    show({ name: "starting" });
    await startUntilDone();
  }

  /** The invitation that the link names stands in the log and was not cancelled. */
  function demandInvitation(context: Context): void {
    if (!link || context.record || link.account !== account.id) return;
    const found = logState(context).invites[link.pairingId];
    const mine = logState(context).devices;
    const furtherDevice = Object.values(mine).some(({ user, state }) => user === userId && state === "active");
    if (!furtherDevice && (!found || found.state === "cancelled")) throw Object.assign(new Error("invitation"), { name: "Uninvited" });
  }

  /** Takes what is new, shows it, and does what follows from it. */
  function news(): Promise<void> {
    if (telling.shown().name === "closed") return start();
    return use(async (context) => {
      memory.forget();
      await inTurn(context, () => sync(context)).finally(telling.again);
      await refresh(context);
      await serve(context);
    });
  }

  /** What was asked before is not what is true now. */
  function forget(): void {
    memory.forget();
    void holding.begun()?.then(({ syncing }) => { syncing.told = true; }, () => undefined);
  }

  /** Several frames in a row are one piece of news. */
  function heard(): void {
    if (!checks) return;
    forget();
    clearTimeout(settling);
    settling = setTimeout(() => void news().catch(() => undefined), SETTLE_MS);
  }

  /** A body that an earlier visit could not deliver is sent now, if there is one. */
  async function attachAgain(context: Context, acting: Acting | null): Promise<boolean> {
    if (!context.record?.attach) return false;
    const enrolment = await later.enrolment();
    return enrolment.attachAgain(context, acting).catch(() => false);
  }

  async function afterOpening(context: Acting, until: number): Promise<void> {
    opened(until);
    if (context.record && !logState(context).devices[context.record.deviceId]) await attachAgain(context, context);
    await inTurn(context, () => syncLately(context));
    await refresh(context);
    void serve(context).catch(sound);
  }

  /** What goes on without an answer may have met one that was refused. */
  async function hearRefused({ worker }: Context): Promise<void> {
    await worker.takeLog({ entries: [], leaves: [], head: "unreachable" }).catch(sound);
  }

  async function enrol(make: (context: Acting) => Promise<RecoveryFile>): Promise<RecoveryFile> {
    return click(async (context) => {
      const file = await make(context);
      opened(await keepOpen(context));
      await hearRefused(context);
      await refresh(context);
      options.forgetOpening();
      void serve(context).catch(sound);
      return file;
    });
  }

  /** Copies go, here and in the other tabs: what those still hold is not written on top of that. */
  function leave(): void {
    channel?.postMessage("leave");
    lastWrites.leave();
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent) => {
      if (data === "leave") lastWrites.leave();
      if (data === "lock" && !ended) lockHere();
    };
  }
  if (checks) {
    if (link && link.account !== account.id) sound(new OtherAccount("link"));
    else void startUntilDone();
    looks.in(LOOK_AGAIN_MS);
  }

  /** A person has read the alarm. What it told of is accepted as read; a fork is not. */
  async function acknowledge(context: Context): Promise<void> {
    const seqs = context.report.findings.filter(({ is }) => is === "invalid").map(({ seq }) => seq);
    context.report = await context.worker.acknowledge({ seqs });
    await changeRecord(context, {
      acknowledged: context.report.acknowledged,
      knownDevices: [...(context.record?.knownDevices ?? []), ...unknownIn(context)],
    });
    if (alarm?.canBeRead) alarm = null;
    await refresh(context);
  }

  function end(): void {
    ended = true;
    clearTimeout(settling);
    clearTimeout(locking);
    looks.end();
    telling.end();
    channel?.close();
    letGo()?.store.close();
  }

  return {
    state: telling.shown, standing: telling.standing, subscribe: telling.subscribe, tell: telling.again, memory, calls, forget, beforeLock: lastWrites.add, leave, keep, use, click, sign, change, quietly, refresh, raise, sound, heard, lookForOwn: () => looks.in(LOOK_FOR_OWN_MS), lookSoon: () => looks.in(HEAD_TAKES_MS), news, afterOpening, enrol, lock, enterCode, takeOwnWord, withdraw, restart, tryAgain, dropLink, acknowledge, end,
  };
}
