/** The keyring of one person in one account: what the screens ask, carried out by flows over the crypto worker. */
import { CryptoError, isBeingChecked, TEXTS } from "../crypto/errors.ts";
import { personalRoleId } from "../crypto/ids.ts";
import { defaultAudience as signedDefault, rolesOf } from "../crypto/keyLog/state.ts";
import type { Document } from "../crypto/record.ts";
import type { Acting } from "./acting.ts";
import { manyAlarms, writtenBehind } from "./alarm.ts";
import { changedAttributes, typedAttributes } from "./attributeKinds.ts";
import { NOT_THE_ANSWER } from "./comparing.ts";
import { startContentAlarms } from "./contentAlarms.ts";
import { changeRecord, logState, type Context } from "./context.ts";
import type { Audience, Keyring, OpenedFile, RecordKind, SealedItem, VerifiedItem } from "./contract.ts";
import type { CarriedSecret } from "./enrolment.ts";
import { dueRoles, firstRolesAreMissing } from "./grantedRoles.ts";
import { writeDownKnown } from "./known.ts";
import { later } from "./later.ts";
import { startLife } from "./life.ts";
import { onceMore } from "./onceMore.ts";
import { checksKeys, type KeyringOptions } from "./options.ts";
import type { ProvingLater } from "./provingLater.ts";
import { startReading } from "./reading.ts";
import { dropCopies } from "./copies.ts";
import { dropTitles } from "./store.ts";
import { unlock } from "./unlocking.ts";
import { thrown, type Settled } from "./worker/rpc.ts";

export type { KeyringOptions, WorkerHandle } from "./options.ts";

const today = () => new Date().toISOString().slice(0, 10);
const DAY_MS = 24 * 60 * 60 * 1000;
const REMINDERS = 3;

export interface LivingKeyring extends Keyring {
  /** Looks for news now, and resolves when everything that follows from them is done. */
  news(): Promise<void>;
  end(): void;
}

export function createKeyring(options: KeyringOptions): LivingKeyring {
  const { account, userId, link } = options;
  if (!userId) throw new CryptoError("failed_precondition", TEXTS.userMissing);
  if (!account.id) throw new CryptoError("failed_precondition", TEXTS.accountMissing);
  const life = startLife(options);
  const alarms = startContentAlarms({ use: life.use, changed: life.tell, burst: (entries) => life.raise(manyAlarms(entries)) });
  const use = <T>(work: (context: Context) => Promise<T>): Promise<T> => heardBy(alarms.heard, life.use(work));
  const change = <T>(work: (acting: Acting) => Promise<T>): Promise<T> => heardBy(alarms.heard, life.change(work));
  const toldBehind = new Set<string>();
  const show = startReading({ use, sound, verified });

  function sound(error: unknown): void {
    alarms.heard(error);
    life.sound(error);
  }

  /** Rows of lists come with their proof: only what has just been written waits for one. */
  let provingLater: Promise<ProvingLater> | null = null;
  const proving = () => (provingLater ??= later.provingLater().then(({ startProvingLater }) => startProvingLater({ use, sound, lookSoon: life.lookSoon, learnt })));

  let wasReady = false;
  life.subscribe(() => {
    void provingLater?.then(({ again }) => again());
    const isReady = life.state().name === "ready";
    if (isReady === wasReady) return;
    wasReady = isReady;
    if (isReady) alarms.opened();
    else alarms.locked();
  });
  const deaf = options.onRefusedAnswer(alarms.refused);

  const carried: CarriedSecret | null = link?.account === account.id ? { pairingId: link.pairingId, secretB64u: link.secretB64u } : null;

  const changeRecovery = (alter: (before: { reminders: number }) => object) => use(async (context) => {
    const { record } = context;
    if (record) await changeRecord(context, { recoveryKey: { ...record.recoveryKey, ...alter(record.recoveryKey) } });
  });

  async function openRecord(context: Context, kind: RecordKind, item: SealedItem): Promise<Document> {
    const { payload, verified: found } = await context.worker.openRecord({ kind, item }).catch(async (error: unknown) => {
      if (!isBeingChecked(error)) throw error;
      // Whoever wrote it does not read it now: that he did is in its chain.
      await (await later.proving()).prove(context, kind, [item]);
      return context.worker.openRecord({ kind, item });
    });
    await writeDownKnown(context);
    tell(item, found);
    return payload;
  }

  function openFile(fileId: string, how: Parameters<Awaited<ReturnType<typeof later.files>>["openFile"]>[2]): Promise<OpenedFile> {
    return use(async (context) => {
      const file = await (await later.files()).openFile(context, fileId, how);
      await writeDownKnown(context);
      return file;
    });
  }

  async function verifyAll(context: Context, kind: RecordKind, items: readonly SealedItem[]): Promise<VerifiedItem[]> {
    const { worker } = context;
    let outcomes = await worker.verifyRecords({ kind, items });
    const open = items.filter((_item, i) => isOpen(outcomes[i]));
    if (open.length > 0) {
      await (await later.proving()).judge(context, kind, open);
      outcomes = await worker.verifyRecords({ kind, items });
    }
    return items.map((item, i) => {
      const outcome = outcomes[i];
      if (!outcome || !("value" in outcome)) throw outcome ? thrown(outcome.error) : new Error("An answer is missing.");
      verified(item, outcome.value);
      return outcome.value;
    });
  }

  /** Many are verified in one turn; what was seen of them is written down once. */
  const writeDown = onceMore(() => use(writeDownKnown).catch(() => undefined));
  function verified(item: SealedItem, found: VerifiedItem): void {
    learnt();
    tell(item, found);
  }

  function learnt(): void {
    alarms.served();
    void writeDown();
  }

  function tell(item: SealedItem, { behind, placed, author }: VerifiedItem): void {
    const statement = item.sealed.statementB64u;
    if (author === userId && !placed) life.lookForOwn();
    else if (!placed) life.lookSoon();
    if (behind.length === 0 || toldBehind.has(statement)) return;
    toldBehind.add(statement);
    life.raise(writtenBehind(item.id, behind, statement));
  }

  return {
    state: life.state,
    standing: life.standing,
    subscribe: life.subscribe,
    heard: (resource) => { if (resource !== "account") life.heard(); },

    createDevice: (protection, name) => life.enrol(async (context) => (await later.enrolment()).createDevice(context, protection, carried, { today: today(), name })),
    unlock: (passphrase) => life.click(async (context) => life.afterOpening(context, await unlock(context, passphrase))),
    protectByPasskey: (passphrase) => life.click(async (context) => (await later.protection()).protectByPasskey(context, passphrase)),
    // Without keys nothing is ever open: whoever signs out need not care.
    lock: async () => { if (checksKeys(options)) await life.lock(); },
    restart: life.restart,
    openRecoveryKey: (text) => life.click(async (context) => (await later.recovery()).openRecoveryKey(context, text)),
    recover: (deviceId, protection, name) => life.enrol(async (context) => (await later.recovery()).recover(context, deviceId, protection, { today: today(), name })),
    takeOwnWord: () => life.click((acting) => life.takeOwnWord(acting)),
    withdraw: () => use(life.withdraw),
    checkRecoveryKey: (text) => use(async ({ worker: { readRecovery } }) => { await readRecovery({ text }); }),
    testRecoveryKey: (text) => use(async (context) => (await later.recovery()).testRecoveryKey(context, text, new Date().toISOString())),
    confirmRecoveryKey: () => changeRecovery(() => ({ savedAt: new Date().toISOString(), remindAt: null })),
    remindOfRecoveryKey: () => changeRecovery(({ reminders }) => ({
      reminders: reminders + 1, remindAt: reminders + 1 > REMINDERS ? null : new Date(Date.now() + DAY_MS).toISOString(),
    })),

    tryAgain: life.tryAgain,
    dropLink: life.dropLink,
    acknowledge: () => use(life.acknowledge),

    directory: () => life.memory.remember("directory", async () => {
      const { directoryOf, toldDirectory } = await later.directory();
      return checksKeys(options) ? use(directoryOf) : toldDirectory(account.id, life.calls);
    }),
    overview: (how) => {
      if (how?.anew) life.forget();
      return life.memory.remember("overview", () => use(async (context) => (await later.overview()).overviewOf(context)));
    },
    codeToRead: (deviceId) => life.sign(async (context) => (await later.grants()).codeToRead(context, deviceId)),
    letIn: (deviceId, how) => change(async (context) => (await later.grants()).letIn(context, deviceId, how ?? {})),
    enterCode: (typed) => use((context) => life.enterCode(context, typed)),
    confirmOwnName: (shown) => change(async (context) => (await later.grants()).confirmOwnName(context, shown)),
    pairDevice: () => change(async (context) => (await later.grants()).pairDevice(context)),
    refuse: (deviceId) => life.sign(async (context) => (await later.grants()).refuseDevice(context, deviceId, NOT_THE_ANSWER)),
    revoke: (deviceId) => life.sign(async (context) => {
      await (await later.grants()).revokeDevice(context, deviceId, "revoked");
      await life.refresh(context);
    }),
    giveRole: (user, roleId) => change(async (context) => (await later.memberRoles()).giveRole(context, user, roleId)),
    takeRole: (user, roleId) => change(async (context) => (await later.memberRoles()).takeRole(context, user, roleId)),
    setRole: (user, roleId, shown) => change(async (context) => (await later.memberRoles()).setRole(context, user, roleId, shown)),
    planRole: (user, roleId) => use(async (context) => (await later.memberRoles()).planRole(context, user, roleId)),
    trustRestart: (roleId, generation) => change(async (context) => (await later.roleKeys()).trustRestart(context, roleId, generation)),
    roll: (roleId) => change(async (context) => (await later.roleKeys()).rollRole(context, roleId, "requested")),
    rollDue: () => change(async (context) => (await later.departures()).rollDue(context)),
    removeMember: (id) => life.sign(async (context) => (await later.departures()).removeMember(context, id)),
    leave: () => change(async (context) => (await later.departures()).leave(context)),
    handOver: (user, keep) => change(async (context) => (await later.departures()).handOver(context, user, keep)),

    invite: (invitation) => change(async (context) => (await later.invitations()).invite(context, invitation)),
    invitationLink: (id) => life.sign(async (context) => (await later.invitations()).invitationLink(context, id)),
    cancelInvitation: (id) => life.sign(async (context) => (await later.invitations()).cancelInvitation(context, id)),

    personalRole: () => change(async (context) => (await later.roleKeys()).personalRole(context, await personalRoleId(account.id, userId))),
    defaultAudience: (kind) => use((context) => defaultAudience(context, kind)),
    audienceOf: (kind, item) => use(async (context) => {
      await (await later.proving()).prove(context, kind, [item]);
      return context.worker.audienceOf({ kind, item });
    }),
    discloses: () => use(async (context) => {
      const allowed = await context.worker.discloses({ told: options.disclosure() });
      await writeDownKnown(context);
      return allowed;
    }),
    agreeToDisclose: (shown) => change(async (context) => {
      await context.worker.agreeToDisclose({ shown });
      await writeDownKnown(context);
      life.tell();
    }),
    sealRecord: ({ kind, id, payload, attrs, audience, previous }) => change(async (context) => {
      // For whom a revision is, its statement says in the worker: whatever is due is renewed before.
      await rollDue(context, previous ? null : audience);
      if (previous) await (await later.proving()).prove(context, kind, [previous], { mayBeOlder: true });
      const record = { kind, id, payload: payload as Document, attributes: previous ? changedAttributes(kind, attrs) : typedAttributes(kind, attrs) };
      const sealed = await context.worker.sealRecord({ ...record, told: options.disclosure(), ...(previous ? { previous } : { audience }) });
      void writeDown();
      return sealed;
    }),
    openRecord: (kind, item) => use((context) => openRecord(context, kind, item)),
    showRecord: show,
    keptStand: (kind, rows) => use(({ worker }) => worker.keptStand({ kind, rows })),
    areAsProven: (kind, items) => use(({ worker }) => worker.areAsProven({ kind, items })),
    lendCopies: (port) => use(async ({ worker, record }) => {
      if (!record) return null;
      await worker.lendCopies({ port });
      return { user: userId, account: account.id, device: record.deviceId };
    }),
    beforeLock: life.beforeLock,
    dropCopies: () => {
      life.leave();
      return dropCopies(userId);
    },
    verify: (kind, items) => use((context) => verifyAll(context, kind, items)),
    signAttrs: (kind, item, changed) => change(async (context) => {
      await (await later.proving()).prove(context, kind, [item], { mayBeOlder: true });
      const signed = await context.worker.signAttributes({ kind, item, changed: changedAttributes(kind, changed), told: options.disclosure() });
      void writeDown();
      return signed;
    }),
    signDelete: (kind, item) => change(async (context) => {
      await (await later.proving()).prove(context, kind, [item], { mayBeOlder: true });
      return context.worker.signDelete({ kind, item });
    }),
    signEnd: (kind, ending, changes) => change(async (context) => {
      const changed = changedAttributes(kind, changes);
      if ("sealed" in ending) {
        await (await later.proving()).prove(context, kind, [ending], { mayBeOlder: true });
        return context.worker.signEnd({ kind, id: ending.id, item: ending, changed });
      }
      const { id, payload, attrs, audience } = ending;
      await rollDue(context, audience);
      return context.worker.signEnd({ kind, id, first: { payload: payload as Document, attributes: typedAttributes(kind, attrs), audience }, changed });
    }),
    changeAudience: (kind, item, wish) => change(async (context) => (await later.audiences()).changeAudience(context, kind, item, wish)),
    payOwed: (kind, item, roles) => heardBy(alarms.heard, life.quietly(async (context) => (await later.owed()).payOwed(context, kind, item, roles))),

    prove: (kind, items) => use(async (context) => { await (await later.proving()).prove(context, kind, items); }),
    proveEach: (kind, items, how) => use(async (context) => {
      const refusals = await (await later.proving()).proveEach(context, kind, items, how);
      for (const error of refusals) if (error) sound(error);
      learnt();
      return refusals;
    }),
    whenProven: async (kind, item) => (await proving()).whenProven(kind, item),
    missing: (kind, answered, how) => use(async (context) => {
      const found = await (await later.missing()).missing(context, kind, answered, how);
      await alarms.look();
      return found;
    }),

    lastTitle: (kind, id) => use(async ({ worker }) => (await worker.lastTitles({ kind, ids: [id] }))[0] ?? null),
    dropTitles: () => dropTitles(userId),

    wronglyShown: alarms.shown,
    markWronglyShownRead: async (names) => {
      await use(({ worker }) => worker.markAlarmsRead({ names }));
      await alarms.look();
    },
    evidenceOf: (name) => use(async ({ worker }) => (
      new Blob([JSON.stringify(await worker.alarmEvidence({ name }), null, 2)], { type: "application/json" }))),
    askAgain: (name) => use(async (context) => {
      const isServed = await (await later.missing()).askAgain(context, alarms.shown().find((entry) => entry.name === name) ?? null);
      await alarms.look();
      return isServed;
    }),

    keepDraft: (name, draft) => life.keep(async (context) => (await later.drafts()).keepDraft(context, name, draft)),
    readDraft: (name) => life.keep(async (context) => (await later.drafts()).readDraft(context, name)),
    dropDraft: async (name) => (await later.drafts()).dropDraft({ userId, accountId: account.id }, name),
    dropDrafts: async () => (await later.drafts()).dropDrafts(userId),

    sealFile: (file, thumbnail, audience) => change(async (context) => {
      await rollDue(context, audience);
      return (await later.files()).sealFile(context, file, thumbnail, audience);
    }),
    signedBy: (fileId) => use(async ({ calls, worker }) => worker.signedBy({ fileId, bundle: await calls.fileBundle(fileId) })),
    openFile: (fileId, object) => openFile(fileId, { object }),
    openToSave: (kind, item, fileId) => openFile(fileId, { from: { kind, item } }),

    news: life.news,
    end: () => {
      deaf();
      alarms.end();
      life.end();
    },
  };
}

async function heardBy<T>(heard: (error: unknown) => void, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    heard(error);
    throw error;
  }
}

/** Its chain is not known yet, and nothing else is against it. */
const isOpen = (outcome: Settled<unknown> | undefined): boolean => outcome !== undefined && "error" in outcome && isBeingChecked(thrown(outcome.error));

/** Before anything is sealed for them, roles that are due get their new key; all that are, where nobody is named. */
async function rollDue(context: Context, audience: readonly string[] | null): Promise<void> {
  if (dueRoles(context, audience).length > 0) await (await later.roleKeys()).rollDueRoles(context, audience);
}

/** The signed default; for somebody who holds none of its roles, those that he holds. */
async function defaultAudience(context: Context, kind: RecordKind): Promise<Audience> {
  // The first keys of a new account may still be on their way, or not even begun where the page was loaded anew.
  await context.turn;
  if (await firstRolesAreMissing(context)) await (await later.roleKeys()).setUpFirstRoles(context);
  const state = logState(context);
  const own = rolesOf(state, context.person.userId).filter((id) => state.roles[id]?.personalOf === null);
  const meant = signedDefault(state, context.person.userId, kind) ?? own;
  return [...meant].sort() as readonly string[] as Audience;
}
