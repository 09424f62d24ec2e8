/** Every form of the app: where its fields are written, what is right in them, and what nobody can mean. */
import { useState, type ReactNode } from "react";

import { EntryForm } from "../../lists/boards/EntryForm";
import type { EntryDesk, EntryItem } from "../../lists/boards/useReviseEntry";
import CellEditor from "../../components/collection/CellEditor";
import type { CellEdit } from "../../components/collection/columns";
import ConfirmIdentity from "../../session/confirming/ConfirmIdentity";
import { Button } from "../../components/Button";
import { Form } from "../../components/Form";
import { DEFAULT_DATES } from "../../dates/settings";
import { ValueField } from "../../features/analytics/ValueField";
import { TimeChip } from "../../features/audit/TimeChip";
import { CONTACTS } from "../../features/contacts/screen";
import DocumentCell from "../../features/documents/CellControl";
import EditDocument from "../../features/documents/EditDocument";
import NewDocument from "../../features/documents/NewDocument";
import RenewDocument from "../../features/documents/RenewDocument";
import { DeskContext, type UploadDesk } from "../../features/documents/uploads/uploads";
import { rowOf } from "../../features/documents/rows";
import { Composer } from "../../features/email/Compose";
import type { Message } from "../../features/email/letter";
import { MessageFields } from "../../features/email/MessageFields";
import { Typing } from "../../features/email/RecipientsCard";
import { ByAnswer } from "../../features/keys/Approving";
import { TestRecoveryDialog } from "../../features/keys/TestRecoveryDialog";
import { UsePasskeyDialog } from "../../features/keys/UsePasskeyDialog";
import { InviteDialog } from "../../features/members/InviteDialog";
import { CreateDialog } from "../../features/platform/CreateDialog";
import { PasswordDialog } from "../../features/platform/PasswordDialog";
import { profileForm } from "../../features/profiles/form";
import NameDialog from "../../features/profiles/NameDialog";
import NewProfile from "../../features/profiles/NewProfile";
import type { TreeDesk } from "../../features/profiles/useGroupDesk";
import type { ProfileTree } from "../../features/profiles/useProfileTree";
import Recover from "../../features/recover/Recover";
import { AccountSettings } from "../../features/settings/AccountSettings";
import { WarningDaysCard } from "../../features/settings/WarningDaysCard";
import { NewEntry } from "../../features/settings/boards/NewEntry";
import CloseDialog from "../../features/settings/CloseDialog";
import ChangeEmailDialog from "../../features/settings/me/ChangeEmailDialog";
import ChangePasswordDialog from "../../features/settings/me/ChangePasswordDialog";
import ForgetDialog from "../../features/settings/me/ForgetDialog";
import RenameDialog from "../../features/settings/me/RenameDialog";
import SetPasswordDialog from "../../features/settings/me/SetPasswordDialog";
import ForgotPassword from "../../features/signin/ForgotPassword";
import LoginForm from "../../features/signin/LoginForm";
import Register from "../../features/signin/Register";
import SignInCode from "../../features/signin/SignInCode";
import Subscribe from "../../features/subscribe/Subscribe";
import TaskCell from "../../features/tasks/CellControl";
import Comments from "../../features/tasks/Comments";
import EditTask from "../../features/tasks/EditTask";
import NewTask from "../../features/tasks/NewTask";
import QuickAdd from "../../features/tasks/QuickAdd";
import { Comparing } from "../../features/unlock/Comparing";
import { Locked } from "../../features/unlock/Locked";
import { SetUpHere } from "../../features/unlock/SetUpHere";
import { VENDORS } from "../../features/vendors/screen";
import AddPasskeyDialog from "../../session/identity/AddPasskeyDialog";
import RenamePasskeyDialog from "../../session/identity/RenamePasskeyDialog";
import { voice } from "../../i18n/say";
import EditPlain from "../../lists/plain/EditPlain";
import NewPlain from "../../lists/plain/NewPlain";
import type { PlainRow } from "../../lists/plain/screen";
import { ProtectionForm } from "../../session/unlocking/ProtectionForm";
import { RecoveryKeyDialog } from "../../session/unlocking/RecoveryKeyDialog";
import type { TaskItem } from "../../lists/kinds/task";

export interface FormCase {
  /** Whose fields these are; every file of the app in which a field or a form is written is named here. */
  of: readonly string[];
  /** `sent` takes note of what leaves another way than by call or keyring. */
  show: (sent: unknown[]) => ReactNode;
  /** What leads to the form from what is shown. */
  press?: readonly string[];
  /** A text that is right, for each field that can be wrong or has to be filled in. */
  right: Readonly<Record<string, string>>;
  /** What nobody can mean: typed into its field, nothing is sent. */
  wrong: Readonly<Record<string, readonly string[]>>;
  /** Fields in which everything that somebody types is what they mean. */
  free?: readonly string[];
  /** Beside its fields it wants something else, so even with all of them right nothing leaves. */
  wantsMore?: boolean;
  /** It wants a file as well. */
  takesFile?: boolean;
}

const none = () => undefined;
const UNCONFIRMED = { name: "unconfirmed", ask: "colleague", helpers: [] as string[], you: { name: "Jonas", email: "jonas@weber.example" }, wrong: 0, answer: null } as const;
const WAITING = {
  deviceId: "thinkpad", userId: "jonas", deviceName: "ThinkPad", since: "2026-01-02T00:00:00.000Z", own: false, name: "Jonas Weber", email: "jonas@weber.example",
  confirmedName: true, proven: false, mismatch: false, role: { roleId: "member", capabilities: 0, signed: true }, choices: [], further: [], lacksKey: false, ownerOnly: false,
};
const NAMES = { person: String, face: String, firstName: String, device: String, toldDevice: () => null, role: String };
const draft = { found: null, keep: none, drop: () => Promise.resolve() };
const ITEM = { id: "one", version: 1, later: [], word: {}, audience: ["owner"], owed: [], deleted: false, lifecycle: "active", createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", topicIds: [], profileIds: [], assigneeIds: [], documentIds: [], reminders: [], remindDays: [], sealed: {}, versions: [] };
const opened = (payload: object, item: object = ITEM) => ({ id: "one", item, opening: { name: "open", payload, proven: true }, newestVersion: 1, settled: true, title: "One" });

const TODAY = "2026-11-20";
const COUNTS = ["731", "-1", "a week", "1.5", Array.from({ length: 11 }, (_, at) => at).join(",")];
const DAYS = ["31/04/2027", "14/01/2027 banana", "banana", "14/01/202"];
const MAILS = ["banana", "a@b"];
const PHONES = ["banana", "12"];
const EMPTY = [""];
const TAGS = ["x".repeat(41), Array.from({ length: 51 }, (_, at) => `tag ${at}`).join(",")];
const PASSWORDS = ["", "short"];
const AMOUNTS = ["banana", "12.345,6789", "-"];
const WHOLE = ["banana", "1.5", "-1", "99999"];
const LONG_ENOUGH = "correct horse battery";

const say = voice("en");
const dates = DEFAULT_DATES;

/** A cell while it is changed. */
const cell = <Row,>(label: string, edit: CellEdit<Row>, row: Row, sent: unknown[]) => (
  <CellEditor row={row} label={label} edit={edit} onDone={(value) => void (value !== null && sent.push(value))} />
);

function plainCell(screen: typeof CONTACTS | typeof VENDORS, id: string, payload: object, sent: unknown[]) {
  const columns = (screen as typeof CONTACTS).columns({ say, dates, today: TODAY, roles: new Map() });
  const column = columns.find((one) => one.id === id);
  if (!column?.edit) throw new Error(`The column ${id} cannot be changed.`);
  return cell(column.header, column.edit, opened(payload) as unknown as PlainRow<never>, sent);
}

const controlled = (draw: (control: Parameters<CellEdit<null>["control"]>[0]) => ReactNode): CellEdit<null> => ({ allows: () => true, value: () => "", control: draw });

const REACH = {
  press: ["Add an email address", "Add a phone number", "Add an address"],
  right: { "Email address": "a@b.example", "Phone number": "+49 30 123" },
  wrong: { "Email address": MAILS, "Phone number": PHONES },
  free: ["Street and number", "Postcode", "Town", "Region", "Country"],
};

const TEMPLATE = [
  { key: "fullName", type: "text" },
  { key: "birthDate", type: "date" },
  { key: "mileage", type: "number" },
  { key: "purchasePrice", type: "money" },
  { key: "website", type: "url" },
  { key: "email", type: "text" },
  { key: "phone", type: "text" },
  { key: "claimsPhone", type: "text" },
  { key: "allergies", type: "longText" },
  { key: "iban", type: "secret" },
  { key: "doctor", type: "link" },
] as const;

const entryDesk = { kind: "topic", whole: (one: never) => one, change: () => Promise.resolve({}), create: () => Promise.resolve() } as unknown as EntryDesk<EntryItem>;
const person = { id: "jonas", name: "Jonas", email: "jonas@berg.example" } as never;
const tree = { types: [{ type: { id: "person", key: "person", template: [] }, groups: [] }], nameOf: () => "", contentsOf: () => null } as unknown as ProfileTree;

/** What a template of a type asks for, in the form of a profile. */
const Profile = () => {
  const form = profileForm({ template: TEMPLATE });
  return <EditPlain screen={form} row={opened({ v: 1, name: "Car", values: {} }) as never} payload={{ v: 1, name: "Car", values: {} }} met={undefined} draft={draft} onDone={() => Promise.resolve()} />;
};

const MESSAGE: Message = { template: "own", subject: "", text: "", params: {}, locale: "en" };
const PLACES = ["{{banana}}"];

/** What a template of an email asks for. */
function Mail({ template, sent }: { template: Message["template"]; sent: unknown[] }) {
  const [message, setMessage] = useState({ ...MESSAGE, template });
  return (
    <Form onSend={() => void sent.push(message)}>
      <MessageFields message={message} onChange={(part) => setMessage((now) => ({ ...now, ...part }))} />
      <Button type="submit">Send</Button>
    </Form>
  );
}

/** What a column with days is compared with. */
function Value({ sent }: { sent: unknown[] }) {
  const [value, setValue] = useState("");
  return (
    <Form onSend={() => void sent.push(value)}>
      <ValueField kind="date" value={value} onChange={setValue} />
      <Button type="submit">Send</Button>
    </Form>
  );
}

export const FORMS: Readonly<Record<string, FormCase>> = {
  "an email in one's own words": {
    of: ["features/email/Compose.tsx", "features/email/MessageFields.tsx"],
    show: () => <Composer draft={draft} before={{ to: [{ source: "typed", id: "jonas@berg.example" }], message: MESSAGE }} loadContactKind={() => new Promise(none)} />,
    right: { "Email addresses": "a@b.example", Subject: "The lease", Text: "Hello" },
    wrong: { "Email addresses": ["", ...MAILS, "a@b.example, banana"], Subject: ["", ...PLACES], Text: ["", ...PLACES] },
    // Before it leaves, its person is asked.
    wantsMore: true,
  },
  "to whom an email goes": {
    of: ["features/email/RecipientsCard.tsx"],
    show: (sent) => <Typing onAdd={(typed) => void sent.push(typed)} />,
    right: { "Email addresses": "a@b.example, Anna Lind <anna@lind.example>" },
    wrong: { "Email addresses": ["", ...MAILS, "a@b.example, banana"] },
  },
  "a message by email": {
    of: ["features/email/MessageFields.tsx"],
    show: (sent) => <Mail template="note" sent={sent} />,
    right: { Text: "Hello {{name}}" },
    wrong: { Text: ["", ...PLACES] },
  },
  "a request for documents by email": {
    of: ["features/email/MessageFields.tsx"],
    show: (sent) => <Mail template="document_request" sent={sent} />,
    right: { "Which documents": "Passport", "Due on": "14/01/2027" },
    wrong: { "Which documents": ["", ...PLACES], "Due on": DAYS, "Anything else to say": PLACES },
  },
  "a reminder by email": {
    of: ["features/email/MessageFields.tsx"],
    show: (sent) => <Mail template="reminder" sent={sent} />,
    right: { "What it is about": "Rent", "Due on": "14/01/2027" },
    wrong: { "What it is about": ["", ...PLACES], "Due on": DAYS, "Anything else to say": PLACES },
  },
  "a question of an analyst": {
    of: ["features/analytics/Ask.tsx", "features/analytics/ValueField.tsx"],
    show: (sent) => <Value sent={sent} />,
    right: { Value: "2027-01-14" },
    wrong: { Value: ["banana", "14/01/2027"] },
  },
  "a document without a file": {
    of: ["features/documents/NewDocument.tsx"],
    show: () => <NewDocument onClose={none} onCreated={none} />,
    right: { Title: "Passport", Expires: "14/01/2027" },
    wrong: { Title: EMPTY, Expires: DAYS },
    free: ["Remind this many days before", "Notes"],
  },
  "a document": {
    of: ["features/documents/EditDocument.tsx", "features/documents/RemindField.tsx"],
    show: () => (
      <EditDocument row={rowOf(opened({ v: 1, title: "Lease" }, { ...ITEM, expiresOn: "2027-01-15" }) as unknown as Parameters<typeof rowOf>[0], TODAY)} payload={{ v: 1, title: "Lease" }} draft={draft} onDone={() => Promise.resolve()} />
    ),
    right: { Title: "Passport", Expires: "14/01/2027", "Remind this many days before": "60, 14" },
    wrong: { Title: EMPTY, Expires: DAYS, "Remind this many days before": COUNTS },
    free: ["Number", "Issued by", "Notes"],
  },
  "renewing a document": {
    of: ["features/documents/RenewDocument.tsx"],
    show: (sent) => (
      <DeskContext value={{ add: (...args: unknown[]) => void sent.push(args) } as unknown as UploadDesk}>
        <RenewDocument row={rowOf(opened({ v: 1, title: "Lease" }) as unknown as Parameters<typeof rowOf>[0], TODAY)} onClose={none} />
      </DeskContext>
    ),
    right: { "New expiry date": "14/01/2027" },
    wrong: { "New expiry date": [...DAYS, ""] },
    takesFile: true,
  },
  "a document's title in its cell": {
    of: ["features/documents/CellControl.tsx", "lists/TextCell.tsx"],
    show: (sent) => cell("Name", controlled((control) => <DocumentCell {...control} cell="name" say={say} dates={dates} today={TODAY} />), null, sent),
    right: { Name: "Passport" },
    wrong: { Name: EMPTY },
  },
  "a document's number in its cell": {
    of: ["features/documents/CellControl.tsx"],
    show: (sent) => cell("Number", controlled((control) => <DocumentCell {...control} cell="number" say={say} dates={dates} today={TODAY} />), null, sent),
    right: {},
    wrong: {},
    free: ["Number"],
  },
  "a document's last day in its cell": {
    of: ["features/documents/CellControl.tsx"],
    show: (sent) => cell("Expires", controlled((control) => <DocumentCell {...control} cell="expires" say={say} dates={dates} today={TODAY} />), null, sent),
    right: { Expires: "14/01/2027" },
    wrong: { Expires: DAYS },
  },
  "a task's title in its cell": {
    of: ["features/tasks/CellControl.tsx"],
    show: (sent) => cell("Title", controlled((control) => <TaskCell {...control} cell="title" say={say} dates={dates} today={TODAY} />), null, sent),
    right: { Title: "Call" },
    wrong: { Title: EMPTY },
  },
  "a task's day in its cell": {
    of: ["features/tasks/CellControl.tsx"],
    show: (sent) => cell("Due", controlled((control) => <TaskCell {...control} cell="due" say={say} dates={dates} today={TODAY} />), null, sent),
    right: { Due: "14/01/2027" },
    wrong: { Due: DAYS },
  },
  ...Object.fromEntries(
    (
      [
        ["name", "Name", EMPTY, "Anna"],
        ["email", "Email address", MAILS, "a@b.example"],
        ["phone", "Phone number", PHONES, "+49 30 123"],
      ] as const
    ).map(([id, label, wrong, right]) => [
      `a contact's ${id} in its cell`,
      {
        of: ["lists/plain/cells.tsx"],
        show: (sent: unknown[]) => plainCell(CONTACTS, id, { v: 1, kind: "individual", name: { full: "" } }, sent),
        right: { [label]: right },
        wrong: { [label]: wrong },
      },
    ]),
  ),
  ...Object.fromEntries(
    (
      [
        ["name", "Name", EMPTY, "Gas"],
        ["services", "Services", TAGS, "gas, water"],
        ["phone", "Phone number", PHONES, "+49 30 123"],
      ] as const
    ).map(([id, label, wrong, right]) => [
      `a vendor's ${id} in its cell`,
      {
        of: ["lists/plain/cells.tsx"],
        show: (sent: unknown[]) => plainCell(VENDORS, id, { v: 1, name: "", services: [] }, sent),
        right: { [label]: right },
        wrong: { [label]: wrong },
      },
    ]),
  ),
  "a contact": {
    of: ["lists/NewItem.tsx", "lists/fields/FieldForm.tsx", "lists/fields/ReachInputs.tsx", "lists/TagsField.tsx"],
    show: () => <NewPlain screen={CONTACTS} onClose={none} onCreated={none} />,
    press: REACH.press,
    right: { Name: "Anna", Birthday: "14/01/1980", Tags: "family", ...REACH.right },
    wrong: { Name: EMPTY, Birthday: DAYS, Tags: TAGS, ...REACH.wrong },
    free: ["Role or profession", "Organisation", "Notes", ...REACH.free],
  },
  "a vendor": {
    of: ["lists/NewItem.tsx", "features/vendors/ContractInputs.tsx", "features/vendors/BankInputs.tsx", "lists/fields/FieldForm.tsx"],
    show: () => <NewPlain screen={VENDORS} onClose={none} onCreated={none} />,
    press: REACH.press,
    right: { Name: "Gas", Services: "gas", Website: "gas.example", Tags: "house", "Starts on": "14/01/2027", "Ends on": "14/01/2028", "Days of notice": "30", Amount: "1,200.50", ...REACH.right },
    wrong: {
      Name: EMPTY,
      Services: TAGS,
      Website: ["banana", "ba na.na", "ftp://banana.example"],
      Tags: TAGS,
      "Starts on": DAYS,
      "Ends on": DAYS,
      "Days of notice": WHOLE,
      Amount: AMOUNTS,
      ...REACH.wrong,
    },
    free: ["Legal name", "Tax number", "Customer number", "Bank", "IBAN or account number", "BIC", "Notes", ...REACH.free],
  },
  "a vendor that is there": {
    of: ["lists/EditItem.tsx"],
    show: () => (
      <EditPlain
        screen={VENDORS}
        row={opened({ v: 1, name: "Gas", services: [] }) as never}
        payload={{ v: 1, name: "Gas", services: [], contract: { endOn: "2027-01-14" } }}
        met={undefined}
        draft={draft}
        onDone={() => Promise.resolve()}
      />
    ),
    right: { Name: "Water", "Ends on": "14/01/2028" },
    wrong: { Name: EMPTY, "Ends on": DAYS },
    free: ["Services", "Legal name", "Tax number", "Customer number", "Bank", "IBAN or account number", "BIC", "Website", "Starts on", "Days of notice", "Amount", "Tags", "Notes"],
  },
  "what a template asks for": {
    of: ["lists/fields/FieldForm.tsx"],
    show: () => <Profile />,
    right: { Name: "Anna", "Date of birth": "14/01/1980", Mileage: "1200", "Purchase price": "1,200.50 EUR", Website: "anna.example", Email: "a@b.example", Telephone: "+49 30 123", "Claims telephone": "+49 30 123" },
    wrong: {
      Name: EMPTY,
      "Date of birth": DAYS,
      Mileage: ["banana", "12 km"],
      "Purchase price": AMOUNTS,
      Website: ["banana"],
      Email: MAILS,
      Telephone: PHONES,
      "Claims telephone": PHONES,
    },
    free: ["Full name", "Allergies", "IBAN", "Doctor", "Notes"],
  },
  "a profile": {
    of: ["features/profiles/NewProfile.tsx", "features/profiles/PlaceFields.tsx"],
    show: () => <NewProfile tree={tree} onClose={none} onCreated={none} />,
    right: { Name: "Anna", "Group name": "Family" },
    wrong: { Name: EMPTY, "Group name": EMPTY },
  },
  "the name of a group": {
    of: ["features/profiles/NameDialog.tsx"],
    show: (sent) => (
      <NameDialog title="New group" desk={{ create: (...args: unknown[]) => Promise.resolve(void sent.push(args)) } as unknown as TreeDesk} under="person" onClose={none} />
    ),
    right: { Name: "Family" },
    wrong: { Name: EMPTY },
  },
  "a task": {
    of: ["lists/NewItem.tsx", "features/tasks/TaskFields.tsx", "features/tasks/DocumentsField.tsx", "features/tasks/ReminderFields.tsx"],
    show: () => <NewTask onClose={none} onCreated={none} />,
    press: ["Add a reminder"],
    right: { Title: "Call", Due: "14/01/2027", "Find a document": "", "Date of reminder 1": "13/01/2027", "Time of reminder 1": "9:30" },
    wrong: {
      Title: ["", "Call 31/04/2027", "x".repeat(201)], Due: DAYS, "Find a document": ["banana"],
      "Date of reminder 1": [...DAYS, ""], "Time of reminder 1": ["banana", "25:00", "12:", ""],
    },
    free: ["Time", "Notes"],
  },
  "a task that repeats": {
    of: ["features/tasks/TaskFields.tsx", "features/tasks/RepeatField.tsx", "features/tasks/ChecklistField.tsx"],
    show: () => <RepeatingTask rule="FREQ=WEEKLY;UNTIL=20270114" />,
    press: ["Add item"],
    right: { Title: "Call", Due: "14/01/2027", Time: "9:30", Every: "2", "Last day": "14/02/2027" },
    wrong: { Title: EMPTY, Due: DAYS, Time: ["banana", "25:00", "12:"], Every: [...WHOLE, "0", ""], "Last day": [...DAYS, ""] },
    free: ["Item 1", "Find a document", "Notes"],
  },
  "a task that repeats some times": {
    of: ["features/tasks/RepeatField.tsx"],
    show: () => <RepeatingTask rule="FREQ=WEEKLY" times={3} />,
    right: { Title: "Call", "How often": "4" },
    wrong: { "How often": [...WHOLE, "0", ""] },
    free: ["Title", "Due", "Time", "Every", "Find a document", "Notes"],
  },
  "a task in one line": {
    of: ["features/tasks/QuickAdd.tsx"],
    show: () => <QuickAdd statusId="open" onDone={none} />,
    right: { "New task in one line": "Call Anna tomorrow" },
    wrong: { "New task in one line": ["", "Call Anna 31/04/2027", "Call Anna 2027-13-01", "tomorrow", "x".repeat(201)] },
  },
  "a comment": {
    of: ["features/tasks/Comments.tsx"],
    show: () => <Comments item={ITEM as unknown as TaskItem} />,
    right: { "Write a comment": "Done" },
    wrong: { "Write a comment": EMPTY },
  },
  "a topic": {
    of: ["lists/boards/EntryForm.tsx"],
    show: () => <EntryForm desk={entryDesk} begun={{ item: ITEM as unknown as EntryItem, contents: { v: 1, name: "Travel" } }} unnamed={null} draft={draft} onDone={none} />,
    right: { Name: "Home" },
    wrong: { Name: EMPTY },
  },
  "a new topic": {
    of: ["features/settings/boards/NewEntry.tsx", "lists/boards/EntryForm.tsx"],
    show: (sent) => <NewEntry create={(...args) => Promise.resolve(void sent.push(args))} onDone={none} />,
    right: { Name: "Home" },
    wrong: { Name: EMPTY },
  },
  "the settings of an account": {
    of: ["features/settings/AccountSettings.tsx", "features/settings/DateSettingsCard.tsx"],
    show: () => <AccountSettings />,
    right: { Name: "Berg" },
    wrong: { Name: EMPTY },
    free: ["Days before the last day"],
  },
  "when an account is warned of documents": {
    of: ["features/settings/WarningDaysCard.tsx"],
    show: () => <WarningDaysCard may />,
    right: { "Days before the last day": "60, 14" },
    wrong: { "Days before the last day": COUNTS },
  },
  "one's own name": {
    of: ["features/settings/me/RenameDialog.tsx"],
    show: () => <RenameDialog onClose={none} />,
    right: { Name: "Clara" },
    wrong: { Name: EMPTY },
  },
  "another email address": {
    of: ["features/settings/me/ChangeEmailDialog.tsx"],
    show: () => <ChangeEmailDialog onClose={none} />,
    right: { "New email address": "a@b.example" },
    wrong: { "New email address": [...MAILS, ""] },
  },
  "another password": {
    of: ["features/settings/me/ChangePasswordDialog.tsx", "session/identity/NewPasswordField.tsx"],
    show: () => <ChangePasswordDialog onClose={none} />,
    right: { "Current password": "old password", "New password": LONG_ENOUGH },
    wrong: { "Current password": EMPTY, "New password": PASSWORDS },
  },
  "a first password": {
    of: ["features/settings/me/SetPasswordDialog.tsx"],
    show: () => <SetPasswordDialog onClose={none} />,
    right: { "New password": LONG_ENOUGH },
    wrong: { "New password": PASSWORDS },
  },
  "closing an account": {
    of: ["features/settings/CloseDialog.tsx"],
    show: () => <CloseDialog onClose={none} />,
    right: { "Type the name of the account to confirm": "Hawthorne" },
    wrong: { "Type the name of the account to confirm": ["", "banana"] },
  },
  "deleting oneself": {
    of: ["features/settings/me/ForgetDialog.tsx"],
    show: () => <ForgetDialog onClose={none} />,
    right: { "Type your email address to confirm": "clara@hawthorne.example" },
    wrong: { "Type your email address to confirm": ["", "banana"] },
    wantsMore: true,
  },
  "signing in": {
    of: ["features/signin/LoginForm.tsx"],
    show: () => <LoginForm />,
    right: { Email: "a@b.example" },
    wrong: { Email: [...MAILS, ""] },
  },
  "signing in with a password": {
    of: ["features/signin/LoginForm.tsx"],
    show: () => <LoginForm />,
    press: ["Use password"],
    right: { Email: "a@b.example", Password: "secret" },
    wrong: { Email: [...MAILS, ""], Password: EMPTY },
  },
  "a forgotten password": {
    of: ["features/signin/ForgotPassword.tsx"],
    show: () => <ForgotPassword />,
    right: { Email: "a@b.example" },
    wrong: { Email: [...MAILS, ""] },
  },
  "signing up": {
    of: ["features/signin/Register.tsx"],
    show: () => <Register />,
    right: { Name: "Anna", Email: "a@b.example", Password: LONG_ENOUGH },
    wrong: { Name: EMPTY, Email: [...MAILS, ""], Password: PASSWORDS },
  },
  "a code from a mail": {
    of: ["features/signin/SignInCode.tsx", "session/identity/CodeEntry.tsx"],
    show: () => <SignInCode email="a@b.example" onBack={none} />,
    right: { "Verification code": "123456" },
    wrong: { "Verification code": ["", "banana", "123"] },
  },
  "proving who one is": {
    of: ["session/confirming/ConfirmIdentity.tsx"],
    show: () => <ConfirmIdentity onConfirmed={none} onClose={none} />,
    right: { Password: "secret" },
    wrong: { Password: EMPTY },
  },
  "choosing a plan": {
    of: ["features/subscribe/Subscribe.tsx"],
    show: () => <Subscribe />,
    right: { "Account name": "Berg", Code: "WELCOME" },
    wrong: { "Account name": EMPTY, Code: EMPTY },
  },
  "an invitation": {
    of: ["features/members/InviteDialog.tsx"],
    show: () => <InviteDialog onClose={none} />,
    right: { Email: "a@b.example" },
    wrong: { Email: [...MAILS, ""] },
    free: ["Personal message"],
  },
  "a person on the platform": {
    of: ["features/platform/CreateDialog.tsx"],
    show: () => <CreateDialog onClose={none} onDone={none} />,
    right: { Name: "Anna", Email: "a@b.example", "First password, if they need one": "" },
    wrong: { Name: EMPTY, Email: [...MAILS, ""], "First password, if they need one": ["short"] },
  },
  "a password for somebody": {
    of: ["features/platform/PasswordDialog.tsx"],
    show: () => <PasswordDialog person={person} onClose={none} />,
    right: { "New password": LONG_ENOUGH },
    wrong: { "New password": PASSWORDS },
  },
  "a pass-phrase": {
    of: ["session/unlocking/ProtectionForm.tsx"],
    show: (sent) => <ProtectionForm onChoose={(protection) => Promise.resolve(void sent.push(protection))} />,
    right: { "Pass-phrase of this browser": LONG_ENOUGH, "Repeat pass-phrase": LONG_ENOUGH },
    wrong: { "Pass-phrase of this browser": ["", "short"], "Repeat pass-phrase": ["", "banana"] },
    // Left empty, it is what the browser calls itself.
    free: ["Name of this browser"],
  },
  "a saved recovery key": {
    of: ["session/unlocking/RecoveryKeyDialog.tsx"],
    show: () => <RecoveryKeyDialog file={{ name: "key.txt", text: "key", key: "ABCDEF.123456" }} onDone={none} />,
    right: { "To check your copy, enter the 6 characters after the dot": "123456" },
    wrong: { "To check your copy, enter the 6 characters after the dot": ["", "banana"] },
  },
  "a test of the recovery key": {
    of: ["features/keys/TestRecoveryDialog.tsx"],
    show: () => <TestRecoveryDialog confirmed onClose={none} onDone={none} />,
    right: { "Recovery key": "ABCDEF.123456" },
    wrong: { "Recovery key": EMPTY },
  },
  "a passkey in the place of a pass-phrase": {
    of: ["features/keys/UsePasskeyDialog.tsx"],
    show: () => <UsePasskeyDialog onClose={none} onDone={none} />,
    right: { "Pass-phrase of this browser": LONG_ENOUGH },
    wrong: { "Pass-phrase of this browser": EMPTY },
  },
  "a locked browser": {
    of: ["features/unlock/Locked.tsx"],
    show: () => <Locked by="passphrase" />,
    right: { "Pass-phrase of this browser": LONG_ENOUGH },
    wrong: { "Pass-phrase of this browser": EMPTY },
  },
  "a safety code that is heard": {
    of: ["features/unlock/Comparing.tsx"],
    show: () => <Comparing comparing={UNCONFIRMED} />,
    right: { "The 20 digits that you hear": "12345 67890 12345 67890" },
    wrong: { "The 20 digits that you hear": ["", "banana", "12345 67890 12345 6789"] },
  },
  "the answer to a safety code": {
    of: ["features/keys/Approving.tsx"],
    show: () => <ByAnswer grant={WAITING} given={WAITING.role} onChoose={none} names={NAMES} name="Jonas" role="Member" onApproved={none} onBlock={none} />,
    right: { "Jonas reads 6 digits back": "123 456" },
    wrong: { "Jonas reads 6 digits back": ["", "banana", "123 45"] },
  },
  "setting up keys": {
    of: ["features/unlock/SetUpHere.tsx"],
    show: () => <SetUpHere />,
    right: { "Type the name of the account to continue": "Hawthorne" },
    wrong: { "Type the name of the account to continue": ["", "banana"] },
    wantsMore: true,
  },
  "a recovery key": {
    of: ["features/recover/Recover.tsx"],
    show: () => <Recover />,
    right: { "Recovery key": "ABCDEF.123456" },
    wrong: { "Recovery key": EMPTY },
  },
  "a new passkey": {
    of: ["session/identity/AddPasskeyDialog.tsx"],
    show: () => <AddPasskeyDialog onClose={none} />,
    right: { Name: "Laptop" },
    wrong: { Name: EMPTY },
    wantsMore: true,
  },
  "the name of a passkey": {
    of: ["session/identity/RenamePasskeyDialog.tsx"],
    show: () => <RenamePasskeyDialog passkey={{ id: "passkey", name: "Phone" } as never} onClose={none} />,
    right: { Name: "Laptop" },
    wrong: { Name: EMPTY },
  },
  "a span of days": {
    of: ["features/audit/TimeChip.tsx"],
    show: (sent) => <TimeChip from={null} to={null} onChange={(from, to) => void sent.push([from, to])} />,
    press: ["Time"],
    right: { From: "14/01/2026", To: "14/02/2026" },
    wrong: { From: DAYS, To: DAYS },
  },
};

function RepeatingTask({ rule, times }: { rule: string; times?: number }) {
  const recurrence = { rule, mode: "fixed", zone: "UTC", ...(times ? { untilCount: times } : {}) };
  const item = { ...ITEM, dueOn: "2027-01-07", dueTime: null, word: { nextDueOn: null }, recurrence } as unknown as TaskItem;
  return <EditTask row={opened({ v: 1, title: "Call" }, item) as never} payload={{ v: 1, title: "Call" }} met={undefined} draft={draft} onDone={() => Promise.resolve()} />;
}
