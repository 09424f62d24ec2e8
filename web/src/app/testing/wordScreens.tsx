/** The screens that show something which only the server says, each with such words and with others that somebody has signed. */
import type { ReactElement } from "react";

import type { Passkey } from "../../api/auth";
import Analytics from "../../features/analytics/Analytics";
import Audit from "../../features/audit/Audit";
import Dashboard from "../../features/dashboard/Dashboard";
import { Composer } from "../../features/email/Compose";
import Email from "../../features/email/Email";
import Keys from "../../features/keys/Keys";
import { NewcomerFacts } from "../../features/keys/NewcomerFacts";
import ChangeRoleDialog from "../../features/members/ChangeRoleDialog";
import HandOverDialog from "../../features/members/HandOverDialog";
import Members from "../../features/members/Members";
import RemoveDialog from "../../features/members/RemoveDialog";
import Invitations from "../../features/join/Invitations";
import Join from "../../features/join/Join";
import { ActDialog } from "../../features/platform/ActDialog";
import Platform from "../../features/platform/Platform";
import Statuses from "../../features/settings/boards/Statuses";
import Subscribe from "../../features/subscribe/Subscribe";
import Tasks from "../../features/tasks/Tasks";
import Gates from "../../features/unlock/Gates";
import { wordOf } from "../../i18n/word";
import { PasskeyLines } from "../../session/identity/PasskeyLines";
import RemovePasskeyDialog from "../../session/identity/RemovePasskeyDialog";
import { AccessTab } from "../../lists/AccessTab";
import ActivityTab from "../../lists/ActivityTab";
import type { Item } from "../../lists/item";
import type { KeyDevice, KeyOverview, WaitingGrant } from "../../keyring/contract";
import { peopleOf } from "../../lists/people/people";
import { aDirectory } from "../../lists/people/testing";
import { AccountMenu } from "../AccountMenu";
import Bell from "../bell/Bell";
import Looking from "../Looking";
import { ALL, EMPTY, ROLE, SESSION, type Answers } from "./forms";

export interface WordScreen {
  name: string;
  draw: () => ReactElement;
  /** What the server answers beside the lists that stand around every screen. */
  answers?: Answers;
  /** What the keyring knows. */
  looks?: Record<string, () => unknown>;
  words: readonly string[];
  signed: readonly string[];
  /** What an answer says and no screen draws, because somebody has signed something else. */
  never?: readonly string[];
  /** The button that opens what is looked at. */
  opens?: RegExp;
}

const entry = {
  id: "entry", seq: 7741, accountId: "account", at: "2026-11-23T12:00:00.000Z", recordedAt: "2026-11-23T12:00:00.000Z", category: "member", action: "invitation.sent",
  outcome: "success", severity: 1, actor: { type: "user", id: "jonas", impersonatorId: null, name: "Told Jonas" }, targets: [], changes: [], context: { sessionId: null, deviceId: null, ip: null, agent: null, requestId: "r", correlationId: "c" }, reason: null, class: { uid: 1, activity: 1 }, position: 7741,
  leafHashB64u: "", schemaVersion: 1,
};

const newcomer: WaitingGrant = {
  deviceId: "thinkpad", userId: "jonas", deviceName: "Told ThinkPad", since: "2026-11-23T12:00:00.000Z", own: false, name: "Jonas Weber", email: "jonas@weber.example",
  confirmedName: true, proven: false, mismatch: false, role: { roleId: "member", capabilities: 0, signed: true }, choices: [], further: [], lacksKey: false, ownerOnly: false,
};
const names = { person: () => "", face: () => "", firstName: () => "", device: () => "Device 1", toldDevice: () => "Told ThinkPad", role: (id: string) => (id === "member" ? "Member" : "Told Admin") };

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const directory = aDirectory({
  people: [
    { id: "clara", name: "Clara Hawthorne", email: "clara@hawthorne.example" },
    { id: "jonas", name: "Jonas Weber", email: "jonas@weber.example", renamed: { at: "2026-11-20T12:00:00.000Z", before: { name: "Jonas Berg", email: "jonas@weber.example" } } },
  ],
  roles: [
    { id: "owner", key: "owner", name: "Owner" }, { id: "member", key: "member", name: "Member" },
    { id: "finance", name: "Told Finance", standing: "told" }, { id: "board", name: "Board" },
  ],
  withDevices: ["clara", "jonas"],
});
const device = (deviceId: string, userId: string, name: string): KeyDevice => ({
  deviceId, userId, name, mine: userId === "clara", current: false, by: "passphrase", addedAt: "2026-03-04T12:00:00.000Z", lastSeenAt: null, revoked: false, vouched: "code",
});
const overview: KeyOverview = {
  checkedAt: 0, log: { checkedAt: 0, headAt: 0, freshness: "current", statements: 7, keyStatements: 7, signer: null, missing: [] },
  roles: [
    { roleId: "board", name: "Board", capabilities: 0, generation: 1, rollDue: false, held: true, holders: ["clara", "jonas"] },
    { roleId: "owner", name: "Owner", capabilities: 7, generation: 1, rollDue: false, held: true, holders: ["clara"] },
  ],
  devices: [device("macbook", "clara", "MacBook"), device("tablet", "jonas", "Told tablet")],
  grants: new Set(["board macbook", "board tablet"]), capabilities: { clara: 7 }, views: { jonas: ago(250) },
  invitations: [{ id: "signed", roleId: "board", custodianRoleId: "owner", invitedBy: "jonas", createdAt: "2026-03-04T12:00:00.000Z", expiresAt: "2026-03-14T12:00:00.000Z" }],
  waiting: [], unshown: [], recovered: [], restarts: [], history: [], recovery: { savedAt: null, testedAt: null, remindAt: null, reminders: 0 },
};
const looks = { overview: () => Promise.resolve(overview), directory: () => Promise.resolve(directory) };
const member = (id: string, roleId: string) => ({
  id, name: "Told name", email: "told@name.example",
  word: { roleId, readsRoleIds: ["owner"], emailVerified: true, state: "active", joinedAt: "2026-01-01T00:00:00.000Z", lastSeenAt: ago(2700) },
});
const invitation = (id: string, email: string) => ({
  id, email, pairing: null, word: { email, state: "pending", sentCount: 1, roleId: "finance", invitedBy: "clara", createdAt: null, expiresAt: "2031-03-04T12:00:00.000Z" },
});

const card = (state: string) => ({
  id: "invited", accountId: "other", word: { accountName: "Told Lang", inviterName: "Told Karl", roleName: "Told Board", emailMasked: "c…", state, expiresAt: ago(-9) },
});
const somebody = {
  id: "ada", name: wordOf("Told Ada"), email: wordOf("ada@told.example"), role: "user", emailVerified: true, image: null, banned: false, banReason: null, banExpires: null,
  createdAt: ago(90), updatedAt: ago(90),
};
const aSession = {
  id: "session", token: "token", userId: "ada", accountId: null, activeOrganizationId: null, createdAt: ago(3), updatedAt: ago(3), expiresAt: ago(-3), ipAddress: "10.77.0.9",
  userAgent: "", impersonatedBy: null,
};

const sentEmail = (id: string, batchId: string | null) => ({
  id, to: `${id}@told.example`, template: "custom", sentBy: "clara", batchId, state: "failed", attempts: 1, code: "550 told answer", nextAttemptAt: null,
  createdAt: ago(1), updatedAt: ago(1),
});

const passkey = (name: string, told: { off: boolean; backedUp: boolean }): Passkey => ({
  id: name, name: wordOf(name), credentialID: name, publicKey: "", userId: "clara", counter: 1, deviceType: "multiDevice", transports: "", aaguid: "",
  createdAt: "2026-03-04T12:00:00.000Z", ...told,
});

const listed = { id: "jonas", person: peopleOf((_id, english) => english, directory).of("jonas"), word: null };

const account = (accountId: string, displayName: string) => ({ accountId, displayName, role: "Told role", state: "active" });

/** The ids that the built-in statuses "To do" and "In progress" have in this account. */
const STATUS_IDS = ["e6522e51-0838-5f09-a857-91f53fc86e81", "2beab516-3514-5d37-a1f0-62981d6c66ad"];

export const SCREENS: readonly WordScreen[] = [
  {
    name: "a newcomer with a signed invitation",
    draw: () => <NewcomerFacts grant={newcomer} given={newcomer.role} names={names} />,
    words: ["Told ThinkPad"],
    signed: ["Jonas Weber", "jonas@weber.example", "Member"],
  },
  {
    name: "a newcomer without one",
    draw: () => <NewcomerFacts grant={{ ...newcomer, role: { roleId: "other", capabilities: 0, signed: false } }} given={null} names={names} />,
    words: ["Told ThinkPad", "Told Admin"],
    signed: ["Jonas Weber"],
  },
  {
    name: "an account that nobody has confirmed",
    draw: () => (
      <Gates
        keys={{ name: "unconfirmed", ask: "colleague", helpers: ["Told Clara"], you: { name: "Jonas Weber", email: "jonas@weber.example" }, wrong: 0, answer: null }}
        onSaved={() => undefined}
      />
    ),
    words: ["Told Clara", "Hawthorne"],
    signed: ["Jonas Weber"],
  },
  {
    name: "the members",
    draw: () => <Members />,
    looks,
    answers: [
      [/^\/users/, { data: [member("clara", "owner"), member("jonas", "finance")] }],
      [/^\/api\/roles$/, { ...EMPTY, data: [{ ...ROLE, word: { ...ROLE.word, permissions: { ...ALL, invitation: ["list", "create", "cancel"] } } }] }],
      [/^\/api\/invitations/, { data: [invitation("signed", "signed@told.example"), invitation("unsigned", "unsigned@told.example")] }],
    ],
    words: ["Told Finance", "signed@told.example", "04/03/2031", "7 yr. ago", "Order"],
    signed: ["Clara Hawthorne", "jonas@weber.example", "Changed by themselves on 20/11/2026. Before: Jonas Berg", "Board", "Invited by Jonas Weber on 04/03/2026", "14/03/2026", "Can read", "1 device", "8 mo. ago"],
  },
  {
    name: "the members, of whom more than one is invited",
    draw: () => <Members />,
    looks,
    answers: [
      [/^\/users/, { data: [member("clara", "owner")] }],
      [/^\/api\/roles$/, { ...EMPTY, data: [{ ...ROLE, word: { ...ROLE.word, permissions: { ...ALL, invitation: ["list", "create", "cancel"] } } }] }],
      [/^\/api\/invitations/, { data: Array.from({ length: 12 }, (_, i) => invitation(`told ${i}`, `${i}@told.example`)) }],
    ],
    words: ["Order", "12"],
    signed: ["Invited", "Clara Hawthorne"],
  },
  {
    name: "the statuses",
    draw: () => <Statuses />,
    answers: [[/^\/api\/statuses$/, { data: STATUS_IDS.map((id, i) => ({ id, sealed: null, later: [], word: { version: 1, rank: `${i}` } })) }]],
    words: ["Order"],
    signed: ["Statuses", "To do", "In progress"],
  },
  {
    name: "the board",
    draw: () => <Tasks />,
    words: ["Order"],
    signed: ["To do"],
  },
  {
    name: "who can read what",
    draw: () => <Keys />,
    looks,
    words: ["Told tablet", "MacBook"],
    signed: ["Clara", "Jonas", "Board", "Readable by 2 people on 2 devices", "Device 1"],
  },
  {
    name: "the invitations of a person",
    draw: () => <Invitations />,
    answers: [[/my-invitations/, { data: [{ id: "invited", accountId: "other", word: { accountName: "Told Lang", inviterName: "Told Karl", roleName: "Told Board", emailMasked: "c…", state: "pending", expiresAt: ago(-9) } }] }]],
    words: ["Told Lang", "Told Karl", "Told Board"],
    signed: [],
  },
  {
    name: "no invitations",
    draw: () => <Invitations />,
    words: ["No invitations for clara@hawthorne.example"],
    signed: [],
  },
  {
    name: "support that looks on",
    draw: () => <Looking session={{ ...SESSION, session: { ...SESSION.session, impersonatedBy: "told", expiresAt: ago(-1) } }} />,
    words: ["You are viewing Coffer as Clara Hawthorne", "clara@hawthorne.example"],
    signed: [],
  },
  {
    name: "what happened to an item",
    draw: () => <ActivityTab id="item" />,
    answers: [[/audit-logs\/account/, { data: [entry], page: { limit: 50, nextCursor: null }, sync: { seq: 1 } }]],
    words: ["Told Jonas"],
    signed: [],
  },
  {
    name: "what happened to an item, by a person who has signed a name",
    draw: () => <ActivityTab id="item" />,
    looks,
    answers: [[/audit-logs\/account/, { data: [entry], page: { limit: 50, nextCursor: null }, sync: { seq: 1 } }]],
    words: ["Jonas Weber"],
    signed: [],
    never: ["Told Jonas"],
  },
  {
    name: "the audit log, where people have signed names",
    draw: () => <Audit />,
    looks,
    answers: [[/audit-logs\/account/, { data: [entry], page: { limit: 50, nextCursor: null }, sync: { seq: 1 } }]],
    words: ["Jonas Weber"],
    signed: [],
    never: ["Told Jonas"],
  },
  {
    name: "the account in numbers",
    draw: () => <Analytics />,
    answers: [[/analytics\/query/, { data: { columns: ["role"], rows: [["custom", "2026-11-27", 417, true]], more: false } }]],
    words: ["Roles of your own", "Active in the last 30 days", "What expires when"],
    signed: [],
  },
  {
    name: "the account switcher",
    draw: () => <AccountMenu />,
    answers: [[/^\/api\/accounts$/, { data: [account("account", "Hawthorne"), account("other", "Told Boathouse")] }]],
    words: ["Hawthorne", "2 accounts"],
    signed: [],
  },
  {
    name: "the accounts to switch to",
    draw: () => <AccountMenu />,
    answers: [[/^\/api\/accounts$/, { data: [account("account", "Hawthorne"), account("other", "Told Boathouse")] }]],
    opens: /Hawthorne/,
    words: ["Told Boathouse", "Told role"],
    signed: [],
  },
  {
    name: "the notifications",
    draw: () => <Bell />,
    answers: [[/^\/api\/notifications/, { data: [{ id: "notice", kind: "mention", about: "mentioned", at: ago(1), readAt: null }], unread: 7 }]],
    opens: /new notifications/,
    words: ["You were mentioned in a comment", "7 new notifications"],
    signed: [],
  },
  ...(["recovered", "removed"] as const).map((how): WordScreen => ({
    name: `a browser that is no device any more: ${how}`,
    draw: () => (
      <Gates
        keys={{
          name: "elsewhere", helpers: [], devices: [{ deviceId: "phone", name: "Told phone", lastSeenAt: ago(1) }],
          ended: { how, mine: true, at: "2026-11-01T12:00:00Z", by: "Clara Hawthorne", device: "Told reading room" },
        }}
        onSaved={() => undefined}
      />
    ),
    words: ["Told reading room", "Told phone"],
    signed: ["This browser forgot its key and opens nothing", "Open Keys & devices on your other device."],
  })),
  {
    name: "a further browser that was refused",
    draw: () => <Gates keys={{ name: "pending", dropped: true }} onSaved={() => undefined} />,
    words: ["This device was not approved", "It was refused on another device of yours"],
    signed: ["Start again"],
    never: ["Approve this browser on your other device"],
  },
  ...([
    ["handed the account", () => <HandOverDialog members={[listed]} overview={{ ...overview, capabilities: { clara: 7, jonas: 7 } }} onClose={() => undefined} />],
    ["given another role", () => <ChangeRoleDialog member={listed} overview={overview} onClose={() => undefined} />],
    ["removed", () => <RemoveDialog member={listed} overview={overview} onClose={() => undefined} />],
    ["let in", () => <NewcomerFacts grant={newcomer} given={newcomer.role} names={names} />],
    ["a reader of an item", () => <AccessTab item={{ id: "item", audience: ["board"], owed: [] } as unknown as Item} />],
  ] as const).map(([what, draw]): WordScreen => ({
    name: `somebody under a new name who is ${what}`,
    draw,
    looks,
    words: [],
    signed: ["Changed by themselves on 20/11/2026. Before: Jonas Berg"],
  })),
  {
    name: "one's own passkeys",
    draw: () => <PasskeyLines />,
    answers: [[/list-user-passkeys/, [passkey("Told key ring", { off: false, backedUp: true }), passkey("Told reader", { off: true, backedUp: false })]]],
    words: ["Told key ring", "Told reader", "Added 04/03/2026", "may have been copied", "Off", "Signs you in", "Synced across devices", "Only on one device"],
    signed: [],
  },
  {
    name: "whether a passkey is removed",
    draw: () => <RemovePasskeyDialog passkey={passkey("Told key ring", { off: false, backedUp: true })} onClose={() => undefined} />,
    words: ["Told key ring"],
    signed: ["Remove this passkey?", "It no longer signs you in."],
  },
  {
    name: "the plans",
    draw: () => <Subscribe />,
    answers: [[/payment-plans/, { data: [{ id: "told", name: "Told plan", priceCents: 900, currency: "CHF", trialDays: 11, requiresCode: false, limits: { seats: 5, storageBytes: 5_000_000_000, fileBytes: 1_000_000_000, accounts: 1 } }] }]],
    words: ["Told plan", "11 days"],
    signed: [],
  },
  {
    name: "Home",
    draw: () => <Dashboard />,
    looks: { ...looks, overview: () => Promise.resolve({ ...overview, waiting: [newcomer] }) },
    answers: [[/my-invitations/, { data: [{ id: "invited", accountId: "other", word: { accountName: "Told Lang", inviterName: "Told Karl", roleName: "Told Board", emailMasked: "c…", state: "pending", expiresAt: ago(-9) } }] }]],
    words: ["Told Lang", "Told Karl"],
    signed: ["Jonas Weber cannot read anything yet"],
    never: ["Told ThinkPad"],
  },
  {
    name: "the audit log",
    draw: () => <Audit />,
    answers: [[/audit-logs\/account/, { data: [entry], page: { limit: 50, nextCursor: null }, sync: { seq: 1 } }]],
    words: ["Told Jonas"],
    signed: [],
  },
  {
    name: "an invitation",
    draw: () => <Join />,
    answers: [[/get-account-invite/, card("pending")]],
    words: ["Told Lang", "Told Karl", "Told Board"],
    signed: [],
  },
  {
    name: "an invitation that is over",
    draw: () => <Join />,
    answers: [[/get-account-invite/, card("expired")]],
    words: ["Told Lang", "Told Karl"],
    signed: [],
  },
  {
    name: "the emails that were sent",
    draw: () => <Email />,
    answers: [
      [/^\/api\/roles$/, { ...EMPTY, data: [{ ...ROLE, word: { ...ROLE.word, permissions: { ...ALL, email: ["send", "bulk", "configure"] } } }] }],
      [/^\/api\/email\/messages/, { data: [sentEmail("alone", null), sentEmail("one", "batch"), sentEmail("two", "batch")], page: { limit: 50, nextCursor: null }, sync: { seq: 1 } }],
    ],
    words: ["alone@told.example", "550 told answer", "2 recipients", "Not sent"],
    signed: [],
  },
  {
    name: "the preview of an email",
    draw: () => (
      <Composer
        draft={{ found: null, keep: () => undefined, drop: () => Promise.resolve() }}
        before={{ to: [{ source: "typed", id: "jonas@berg.example", name: "Jonas" }], message: { template: "note", subject: "", text: "", params: { message: "Dear {{name}}" }, locale: "en" } }}
        loadContactKind={() => new Promise(() => undefined)}
      />
    ),
    words: ["(Hawthorne) sent you this email"],
    signed: ["Email leaves the encryption", "Send to 1 recipient"],
  },
  {
    name: "the people of the platform",
    draw: () => <Platform />,
    answers: [[/list-users/, { users: [somebody], total: 7741, limit: 50, offset: 0 }]],
    words: ["Told Ada", "ada@told.example", "7741"],
    signed: [],
  },
  ...(["sessions", "look", "password", "ban", "unban", "remove", "giveRole", "takeRole"] as const).map((act) => ({
    name: `what can be done about somebody of the platform: ${act}`,
    draw: () => <ActDialog chosen={{ act, person: somebody }} onClose={() => undefined} />,
    answers: [[/list-user-sessions/, { sessions: [aSession] }]] as Answers,
    words: ["Told Ada", ...(act === "sessions" ? ["10.77.0.9"] : [])],
    signed: [],
  })),
];
