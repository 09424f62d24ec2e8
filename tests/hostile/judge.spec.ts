/** The judge itself: lies of every form, told to it without a browser, and what it must say of them. */
import { expect, test } from "@playwright/test";

import type { Seen } from "./support/eyes";
import { judge } from "./support/verdict";

const FAR = Array.from({ length: 12 }, (_, line) => `fact: line ${String(line)}`);

/** An honest page of two people: one card each, far from one another. */
const CLARA: Seen = ["heading: Clara Hawthorne", "fact: Owner", "fact: 1 device", "control: Actions for Clara Hawthorne"];
const JONAS: Seen = ["heading: Jonas Weber", "fact: Member", "fact: 3 days ago", "control: Actions for Jonas Weber"];
const HONEST: Seen = [...CLARA, ...FAR, ...JONAS];

const visit = (lines: Seen, signed: readonly string[] = []) => ({ parts: { screen: lines }, signed, asked: [], done: true, told: 1 });
const said = (told: Seen, honest = HONEST) => judge(visit(honest), visit(told)).verdict;
/** The page with one line as another, or without it. */
const instead = (line: string, ...others: string[]): Seen => HONEST.flatMap((one) => (one === line ? others : [one]));

test("an honest page has no effect", () => {
  expect(said([...HONEST])).toBe("no effect");
});

for (const [name, told, verdict] of [
  ["another value", instead("fact: 3 days ago", "fact: 2 months ago"), "drawn"],
  ["a state in a fixed word", instead("fact: Member", "fact: Owner"), "drawn"],
  ["another name in a link or on a button", instead("control: Actions for Jonas Weber", "control: Actions for Theo Lang"), "drawn"],
  ["what is chosen", [...HONEST, "control: [x]"], "drawn"],
  ["the name of a thing that reads like a refusal", instead("heading: Jonas Weber", "heading: Unconfirmed Theo Lang"), "drawn"],
  ["text of the server's in an alert", [...HONEST, "alert: Call this number to keep your account"], "drawn"],
  ["a row under another heading", [...CLARA.slice(0, 2), "control: Actions for Jonas Weber", ...CLARA.slice(2), ...FAR, ...JONAS.slice(0, 3)], "drawn"],
  ["a false value beside a refusal in the same row", instead("fact: Member", "fact: Unconfirmed", "fact: Owner"), "drawn"],
  ["a false value beside a refusal elsewhere", ["fact: Withheld", ...instead("fact: 3 days ago", "fact: Guest")], "drawn"],
  ["nothing in its place", HONEST.slice(0, -JONAS.length), "missing"],
  ["nothing in its place, beside a refusal elsewhere", ["fact: Withheld", ...HONEST.slice(0, -JONAS.length)], "missing"],
  ["a state that is not told any more", instead("fact: Member"), "missing"],
  ["a refusal", instead("fact: Member", "fact: Unconfirmed"), "refused"],
  ["no name, and the sentence that says so", instead("control: Actions for Jonas Weber", "control: Actions for Unnamed member", "fact: Unconfirmed"), "refused"],
  ["no name of a device, and its number in place of one", ["fact: Device 1", ...HONEST.slice(1)].filter((line) => line !== "fact: 1 device"), "refused"],
  ["a name of a device that reads like a number of one", ["fact: Device of the police", ...HONEST.slice(1)].filter((line) => line !== "fact: 1 device"), "drawn"],
  ["the title that it had, after the word for what is wrong with it", instead("control: Actions for Jonas Weber", "fact: Withheld: Jonas Weber", "control: Actions for Withheld: Jonas Weber"), "refused"],
  ["another title after the word for what is wrong with it", instead("control: Actions for Jonas Weber", "fact: Withheld: Theo Lang"), "drawn"],
  ["another title on a button after that word", instead("control: Actions for Jonas Weber", "fact: Withheld: Jonas Weber", "control: Actions for Withheld: Theo Lang"), "drawn"],
  ["a name on a button that reads like a refusal, beside one", instead("control: Actions for Jonas Weber", "control: Actions for Unconfirmed Theo Lang", "fact: Unconfirmed"), "drawn"],
  ["no title on a button, beside what is damaged", instead("heading: Jonas Weber", "heading: This topic is damaged", "control: Actions for Topic (no access)"), "refused"],
  ["no title of a further one, beside what is withheld", instead("heading: Jonas Weber", "heading: Withheld: Jonas Weber", "fact: Status (no access)", "heading: Status (no access)"), "refused"],
  ["no title of something, and nothing that is refused", [...HONEST, "fact: Status (no access)"], "drawn"],
  ["what is wrong with it, in a sentence", instead("fact: Member", "alert: This does not belong here, or its author was not allowed to write it."), "refused"],
  ["a tab whose account is another one now", [...HONEST, "word: This tab belongs to Hawthorne.", "alert: Switch back or reload. Nothing was saved."], "refused"],
  ["an app that did not start", ["alert: Coffer could not start", ...HONEST], "refused"],
  ["the server's word", instead("fact: Member", "word: Guest", "fact: Member"), "word"],
  ["another order under the same heading", [...CLARA.slice(0, 1), ...[...CLARA.slice(1)].reverse(), ...FAR, ...JONAS], "word"],
  ["another number of what there is to do something with", [...HONEST, "control: Join 2 accounts"], "word"],
  ["another number of what somebody has", instead("fact: 1 device", "fact: 2 devices"), "drawn"],
  ["what there is to do with somebody who is still there", HONEST.slice(0, -1), "word"],
  ["somebody with all that there is to do", HONEST.filter((line) => !line.endsWith("Jonas Weber")), "missing"],
  ["a button more", [...HONEST, "control: Invite"], "word"],
] as const) {
  test(`${name} is ${verdict}`, () => {
    expect(said(told), told.join("\n")).toBe(verdict);
  });
}

test("a title is known after the word for what is wrong with it by another part of the screen, and nothing else is", () => {
  const both = (after: Seen) => ({ ...visit(HONEST), parts: { screen: HONEST, after } });
  const FORM: Seen = ["heading: Edit", "control: Renamed"];
  const said = (...lines: string[]) => judge(both(FORM), both([...FORM, ...lines])).verdict;
  expect(said("fact: Withheld: Jonas Weber")).toBe("refused");
  expect(said("fact: Withheld: Theo Lang")).toBe("drawn");
  expect(said("fact: Unconfirmed", "fact: Jonas Weber")).toBe("drawn");
});

test("what could not be begun leaves the page as it was, and draws nothing else", () => {
  const FORM: Seen = ["heading: Edit", "control: Renamed"];
  const honest = { ...visit(HONEST), parts: { screen: HONEST, after: [...HONEST, ...FORM] } };
  const told = (after: Seen, done = false) => judge(honest, { ...visit(HONEST), done, parts: { screen: HONEST, after } }).verdict;
  expect(told(HONEST)).toBe("word");
  expect(told([...HONEST, "fact: Guest"])).toBe("drawn");
  expect(told([...HONEST, "fact: Guest"], true)).toBe("drawn");
});

test("a name that is unconfirmed now is not missing, and what stands beside it stays", () => {
  const honest: Seen = [...HONEST, ...FAR, "fact: Added 26/11/2026 by Clara Hawthorne"];
  expect(said([...HONEST, ...FAR, "fact: Added 26/11/2026 by (unconfirmed) Clara Hawthorne"], honest)).toBe("word");
  expect(said([...HONEST, ...FAR, "fact: Added 26/11/2026 by (unconfirmed) Theo Lang"], honest)).toBe("word");
  expect(said([...HONEST, ...FAR, "fact: Added 26/11/2026 by Unnamed member"], honest)).toBe("word");
  expect(said([...HONEST, ...FAR, "fact: Added 26/11/2026 by Theo Lang"], honest)).toBe("drawn");
  expect(said([...HONEST, ...FAR, "fact: Added 25/11/2026 by (unconfirmed) Clara Hawthorne"], honest)).toBe("drawn");
});

test("who begins from nothing has the name of the browser in its field, and nobody else has", () => {
  const anew = "alert: This browser is set up for someone else of this account";
  expect(said(["heading: Choose how to unlock this browser", anew, "fact: C", "fact: Coffer", "control: Chrome on Linux"])).toBe("refused");
  expect(said(["heading: Choose how to unlock this browser", anew, "fact: Theo Lang"])).toBe("drawn");
  expect(said([...HONEST, "control: Chrome on Linux"])).toBe("drawn");
});

test("who is said to look on as somebody is offered less, and the banner says so", () => {
  const honest: Seen = [...HONEST, ...FAR, "fact: 5 of 7", "fact: Upload a first document", "fact: Done"];
  expect(said(["word: Viewing as someone else", ...HONEST, ...FAR, "fact: 2 of 4"], honest)).toBe("word");
  expect(said([...HONEST, ...FAR, "fact: 2 of 4"], honest)).toBe("drawn");
  expect(said(["word: Viewing as someone else", ...HONEST, ...FAR], [...honest, "fact: Rent of 3,000"])).toBe("missing");
});

test("a tab goes with the page that needs the same right, and not without it", () => {
  const tabs: Seen = ["control: Audit log", "control: Activity", "control: Details"];
  const honest = { ...visit(HONEST), parts: { screen: [...HONEST, ...tabs], Activity: FAR } };
  const told = (...lines: string[]) => judge(honest, visit([...HONEST, ...lines])).verdict;
  expect(told("control: Details")).toBe("word");
  expect(told("control: Audit log", "control: Details")).toBe("missing");
});

test("what was not accepted for one reason may be refused for another, also in a list of uploads", () => {
  const honest: Seen = [...HONEST, "heading: 1 upload failed", "fact: Someone else changed this in the meantime. Look at it again, then repeat your change."];
  expect(said([...HONEST, "heading: 1 upload failed", "fact: The server did not accept this."], honest)).toBe("refused");
  expect(said([...HONEST, "heading: 1 upload failed", "fact: Uploaded"], honest)).toBe("drawn");
  expect(said([...HONEST, "heading: Encrypting and uploading 0 of 1", "fact: 0 percent uploaded", "fact: Waiting for network"], honest)).toBe("refused");
  expect(said([...HONEST, "heading: Encrypting and uploading 1 of 1", "fact: 100 percent uploaded"], honest)).toBe("drawn");
});

test("the steps of an account go where its documents did not load, and nowhere else", () => {
  const honest: Seen = [...FAR, "heading: Finish setting up", "fact: 5 of 7", "fact: Done"];
  expect(said(["alert: The documents did not load", ...FAR], honest)).toBe("refused");
  expect(said([...FAR], honest)).toBe("missing");
  expect(said(["alert: The documents did not load", ...FAR], [...FAR, "heading: Your tasks", "fact: Rent"])).toBe("missing");
});

test("the count in the frame may have the one that is kept out of sight, and no other", () => {
  const honest = { ...visit([...HONEST, "control: 1"]), outOfSight: ["Lease Beta"] };
  const said = (line: string) => judge(honest, visit([...HONEST, line])).verdict;
  expect(said("control: 2")).toBe("word");
  expect(said("control: 3")).toBe("drawn");
});

const BETA = ["Lease Beta", "Profile Beta", "Valid"];

test("what only the server's word keeps out of sight may come into sight, as it is", () => {
  const before: Seen = [...HONEST, "heading: 1", "control: Show archived"];
  const honest = { ...visit(before), outOfSight: BETA };
  const said = (...lines: string[]) => judge(honest, visit([...HONEST, "heading: 2", ...lines])).verdict;
  expect(said("fact: Lease Beta", "control: Select Lease Beta", "control: [ ]", "fact: Profile Beta", "fact: Valid")).toBe("word");
  expect(said("fact: Lease Beta", "control: [x]")).toBe("drawn");
  expect(said("fact: Lease Beta", "fact: Profile Gamma")).toBe("drawn");
  expect(said("fact: Lease Beta", "fact: Expired")).toBe("drawn");
  expect(said("fact: Lease Beta", "control: Select Lease Gamma")).toBe("drawn");
  expect(said("fact: Valid")).toBe("drawn");
});

test("what was out of sight may stand beside the word for what is wrong with it, by the title that it has", () => {
  const honest = { ...visit(HONEST), outOfSight: BETA };
  const said = (...lines: string[]) => judge(honest, visit([...HONEST, ...lines])).verdict;
  expect(said("fact: Withheld: Lease Beta", "control: Select Withheld: Lease Beta", "fact: Withheld", "fact: Lease Beta")).toBe("refused");
  expect(said("fact: Withheld", "fact: 3 days")).toBe("drawn");
  expect(said("fact: Withheld: Lease Beta", "fact: Lease Gamma")).toBe("drawn");
  expect(said("fact: Withheld: Lease Gamma")).toBe("drawn");
});

test("one thing that says locked is a claim, and a browser that has locked itself is a refusal", () => {
  expect(said(instead("fact: Member", "fact: Locked"))).toBe("drawn");
  expect(said(["fact: Unlock to read and write", "heading: Locked"])).toBe("refused");
  expect(said(["fact: Unlock to read and write", "control: Select Locked", "fact: Locked", "fact: –"])).toBe("refused");
  expect(said(["fact: No keys on this device", "heading: This browser has no keys yet", "fact: No access"])).toBe("refused");
  expect(said(instead("fact: Member", "fact: No access"))).toBe("drawn");
  expect(said(["fact: Unlock to read and write", "control: Select Theo Lang", "fact: Locked"])).toBe("drawn");
  expect(said(["fact: Unlock to read and write", ...instead("fact: Member", "fact: Owner")])).toBe("drawn");
});

test("a browser that has locked itself while its tabs were looked at has none any more", () => {
  const parts = (screen: Seen, tab: Seen) => ({ ...visit(screen), parts: { screen, tab } });
  const locked: Seen = ["fact: Unlock to read and write", "heading: Locked"];
  expect(judge(parts(HONEST, HONEST), parts(locked, [])).verdict).toBe("refused");
  expect(judge(parts(HONEST, HONEST), parts(locked, ["fact: Admin"])).verdict).toBe("drawn");
  expect(judge(parts(HONEST, HONEST), parts(HONEST, [])).verdict).toBe("missing");
});

test("where it could not be checked what somebody may do, a tab that is not offered is out of reach, and no other", () => {
  const tabs: Seen = ["control: Details", "control: Activity"];
  const says = "alert: What you may do here could not be checked";
  const at = (screen: Seen, tab?: Seen) => ({ ...visit(screen), parts: { screen, ...(tab && { Activity: tab }) } });
  const honest = at([...HONEST, ...tabs], HONEST);
  expect(judge(honest, at([says, ...HONEST, "control: Details"])).verdict).toBe("refused");
  expect(judge(honest, at([...HONEST, "control: Details"])).verdict).toBe("missing");
  expect(judge(honest, at([says, ...HONEST, ...tabs])).verdict).toBe("missing");
  expect(judge(honest, at([says, ...HONEST, "control: Details"], ["fact: Admin"])).verdict).toBe("drawn");
});

test("the tabs of an item that is refused are out of reach, and those of another are not", () => {
  const item: Seen = ["heading: Jonas Weber", "control: Details", "control: Activity"];
  const at = (screen: Seen, tab?: Seen) => ({ ...visit(screen), parts: { screen, ...(tab && { Activity: tab }) } });
  const honest = at([...HONEST, ...item], HONEST);
  expect(judge(honest, at([...HONEST, "heading: Withheld: Jonas Weber"])).verdict).toBe("refused");
  expect(judge(honest, at(HONEST)).verdict).toBe("missing");
  expect(judge(honest, at(["fact: Withheld", ...FAR, ...HONEST])).verdict).toBe("missing");
  expect(judge(honest, at([...HONEST, "heading: Withheld: Jonas Weber"], ["fact: Admin"])).verdict).toBe("drawn");
});

test("a row that is refused may stand elsewhere, and no other row goes with it", () => {
  const row = (title: string): Seen => [`control: Select ${title}`, `fact: ${title}`, "fact: Running"];
  const before: Seen = [...row("Vendor Alpha"), ...FAR, ...row("Vendor Gamma")];
  const refused: Seen = ["control: Select Withheld: Vendor Alpha", "fact: Withheld: Vendor Alpha"];
  expect(said([...FAR, ...row("Vendor Gamma"), ...FAR, ...refused], [...before, ...FAR])).toBe("refused");
  expect(said([...FAR, ...row("Vendor Gamma"), ...FAR], [...before, ...FAR])).toBe("missing");
  const two: Seen = [...row("Vendor Alpha"), ...row("Vendor Beta"), ...FAR];
  expect(said([...FAR, ...refused], two)).toBe("missing");
  expect(said([...FAR, ...refused, "control: Select Withheld: Vendor Beta", "fact: Withheld: Vendor Beta"], two)).toBe("refused");
});

test("what stands under the heading of something refused is what stood under its title", () => {
  const column = (title: string, ...cards: string[]): Seen => [`heading: ${title}`, "fact: 0", "fact: No tasks", ...cards];
  const before = [...column("Alpha"), ...FAR, ...column("Done")];
  expect(said([...FAR, ...column("Done"), ...FAR, ...column("Withheld: Alpha")], [...before, ...FAR])).toBe("refused");
  expect(said([...FAR, ...column("Done"), ...FAR, ...column("Withheld: Alpha", "fact: Task Omega")], [...before, ...FAR])).toBe("drawn");
});

test("a part of a page in another place has its label with it", () => {
  const part = (title: string, label = title): Seen => [`fact: ${label}`, `heading: ${title}`, `control: New task in ${title}`];
  const before: Seen = [...part("Alpha"), ...FAR, ...part("Done"), ...FAR];
  expect(said([...FAR, ...part("Done"), ...FAR, ...part("Alpha")], before)).toBe("word");
  expect(said([...FAR, ...part("Done"), ...FAR, ...part("Alpha", "Beta")], before)).toBe("drawn");
});

test("a column that is refused may be empty, and one that is not may not become so", () => {
  const columns: Seen = [...HONEST, "heading: Alpha", "fact: Alpha", "fact: No tasks", ...FAR];
  expect(said([...columns, "heading: Withheld: Alpha", "fact: No tasks"], columns)).toBe("refused");
  expect(said([...columns, "heading: Done", "fact: No tasks"], columns)).toBe("drawn");
  expect(said([...HONEST, "heading: Withheld: Jonas Weber", "fact: No tasks"])).toBe("drawn");
});

test("a name that is not confirmed any more stands where the name stood", () => {
  const added = (by: string, day = "26/11/2026"): Seen => [...HONEST, ...FAR, `fact: Added ${day} by ${by}`];
  expect(said(added("(unconfirmed) Clara Hawthorne"), added("Clara Hawthorne"))).not.toBe("drawn");
  expect(said(added("(unconfirmed) Clara Hawthorne", "25/11/2026"), added("Clara Hawthorne"))).toBe("drawn");
  expect(said(added("Theo Lang"), added("Clara Hawthorne"))).toBe("drawn");
});

test("a page that a role does not see says so, and nothing else", () => {
  expect(said(["heading: Your role cannot see the members.", "fact: An owner can give you another role."])).toBe("refused");
  expect(said(["heading: Your role cannot see the members.", "fact: Theo Lang"])).toBe("drawn");
});

test("somebody of whom nothing is signed is called so, and has nothing that somebody else has", () => {
  const row: Seen = ["fact: (unconfirmed) Theo Lang", "word: theo@lang.example", "fact: No device yet", "control: Actions for (unconfirmed) Theo Lang"];
  expect(said([...HONEST, ...row])).toBe("refused");
  expect(said([...HONEST, ...row, "fact: Owner"])).toBe("drawn");
  expect(said([...HONEST, "fact: No device yet"])).toBe("drawn");
  expect(said([...HONEST, ...row, "control: Actions for Theo Lang"])).toBe("drawn");
  expect(said([...HONEST, "fact: Theo Lang (unconfirmed)", "fact: No device yet"])).toBe("drawn");
});

test("whether an invitation is open is the server's word, and who has made it is not", () => {
  const card = (by: string, role: string): Seen => [
    "heading: Invited", "word: theo@lang.example", `fact: Invited by ${by} on 26/11/2026 · Valid until 03/12/2026`, `fact: ${role}`, "control: Actions for this invitation",
  ];
  expect(said([...HONEST, ...card("Clara Hawthorne", "Member")])).toBe("word");
  expect(said([...HONEST, ...card("Theo Lang", "Member")])).toBe("drawn");
  expect(said([...HONEST, ...card("Clara Hawthorne", "Admin")])).toBe("drawn");
  expect(said([...HONEST, ...card("Clara Hawthorne", "Member").slice(1)])).toBe("drawn");
  expect(said([...HONEST, "heading: Invited", "fact: Member"])).toBe("drawn");
});

test("a list whose panel has closed has more columns, where the item is refused, and they are called what columns are", () => {
  const columns: Seen = ["control: Category", "control: Column Category", "fact: Width of Category", "fact: Role", "control: Column Role", "fact: Width of Role"];
  const open: Seen = ["control: Close panel", "fact: Theo Lang"];
  expect(said([...columns, "fact: Withheld"], open)).toBe("refused");
  expect(said(columns, open)).toBe("drawn");
  expect(said(["fact: Width of Category", "fact: Role", "fact: Withheld"], open)).toBe("drawn");
  expect(said(["fact: Width of Theo Lang", "fact: Theo Weber", "fact: Withheld"], open)).toBe("drawn");
});

test("what is refused is counted at the head of its page, and nothing else is", () => {
  const list = (count: string, ...rows: string[]): Seen => [`heading: ${count}`, ...FAR, ...rows];
  expect(said(list("2", "fact: Withheld"), list("1"))).toBe("refused");
  expect(said(list("2"), list("1"))).toBe("drawn");
  expect(said(list("2", "fact: Unconfirmed Theo Lang"), list("1"))).toBe("drawn");
});

test("a page that does not know what it is about has a name all the same", () => {
  expect(said(["heading: Invitation", "word: This invitation was cancelled."], ["word: Join Roth"])).toBe("word");
  expect(said(["heading: Cancelled", "word: This invitation was cancelled."], ["word: Join Roth"])).toBe("drawn");
});

test("an app that begins from nothing for somebody else draws nothing, and says whose the browser is", () => {
  const anew: Seen = ["heading: Choose how to unlock this browser", "fact: Unlock", "fact: Recovery key"];
  const says = "alert: This browser is set up for someone else of this account";
  expect(said([says, ...anew])).toBe("refused");
  expect(said(anew)).toBe("drawn");
  expect(said([says, ...anew, "fact: Theo Lang"])).toBe("drawn");
});

test("somebody who waits is missed in one place, and stood in two", () => {
  const asks: Seen = ["heading: Approve Theo, Device 1", "fact: Theo Lang"];
  const said = "fact: A request for access could not be checked";
  expect(judge(visit([...HONEST, ...asks]), visit([said, ...HONEST])).verdict).toBe("refused");
  expect(judge(visit([...HONEST, ...asks]), visit(HONEST)).verdict).toBe("missing");
  expect(judge(visit([...asks, ...FAR, ...HONEST]), visit([said, ...FAR, ...HONEST.slice(0, -JONAS.length)])).verdict).toBe("missing");
});

test("to ask for a comparison is to believe less, and the name that is compared is that of before", () => {
  const compare = (name: string): Seen => [
    `fact: Read these digits to ${name}, in a call or in the same room. Do not send them.`, "fact: Safety code", "fact: Group 1 of 4: 3 5 2 5 4", "fact: 35254",
    `fact: ${name} reads 6 digits back`, `control: ${name}'s browser did not accept the code`,
  ];
  expect(said([...HONEST, ...compare("Jonas")])).toBe("refused");
  expect(said([...HONEST, ...compare("Theo")])).toBe("drawn");
  expect(said([...HONEST, "fact: Safety code"])).toBe("drawn");
});

test("why a refusal came may be a short word, and what is refused may not", () => {
  expect(said([...HONEST, "alert: Passkey Sign In Failed", "alert: Auth cancelled"])).toBe("refused");
  expect(said([...HONEST, "alert: Passkey Sign In Failed", "fact: Auth cancelled"])).toBe("drawn");
  expect(said([...HONEST, "alert: Auth cancelled"])).toBe("drawn");
});

test("an alarm of the account says since when, and nothing else does", () => {
  const since = "alert: Since 25/11/2026 23:30";
  expect(said(["fact: Alarm", "alert: The key record was changed. Do not enter anything.", since])).toBe("refused");
  for (const line of ["fact: Alarm", since]) expect(said([...HONEST, "fact: Unconfirmed", line])).toBe("drawn");
});

test("why something failed may be told otherwise, and not that it did", () => {
  const before = [...HONEST, "alert: Update failed", "alert: Someone else changed this in the meantime. Look at it again, then repeat your change. The server says:"];
  expect(said([...HONEST, "alert: Update failed"], before)).toBe("word");
  expect(said([...HONEST, "alert: Update failed", "alert: Call this number"], before)).toBe("drawn");
  expect(said([...HONEST], before)).toBe("missing");
});

test("that an act failed may be told together with why, and with nothing else", () => {
  expect(said([...HONEST, "alert: Update failed", "alert: The server did not accept this."])).toBe("refused");
  for (const other of ["alert: Call this number", "fact: Guest", "fact: 01/01/2031"]) {
    expect(said([...HONEST, "alert: Update failed", "alert: The server did not accept this.", other]), other).toBe("drawn");
  }
  expect(said([...HONEST, "alert: Update failed"])).toBe("drawn");
});

test("a form that asks for what is missing has sent nothing, and what it shows as chosen is not another thing", () => {
  const form = (role: string, ...more: Seen) => [...HONEST, ...more, "heading: Invite someone", "fact: Role", `control: ${role}`, "control: Invite"];
  const failed = form("Member", "alert: Invitation Failed", "alert: The server did not accept this.");
  const asking = (role: string): Seen => form(role).toSpliced(-1, 0, "fact: Choose one.");
  expect(said(asking("Select an item"), failed)).toBe("refused");
  expect(said(asking("Owner of all"), failed)).toBe("drawn");
  expect(said(form("Select an item"), failed)).toBe("missing");
  expect(said([...asking("Select an item"), "fact: Guest"], failed)).toBe("drawn");
});

test("one reason may stand for another where there is nothing but a reason, and no other text may", () => {
  const before = [...HONEST, "alert: Someone else changed this in the meantime. Look at it again, then repeat your change."];
  expect(said([...HONEST, "alert: Your role does not allow this."], before)).toBe("refused");
  for (const other of ["This invitation is no longer valid. Ask for a new one.", "Unable to login"]) {
    expect(said([...HONEST, `alert: ${other}`], before), other).toBe("refused");
  }
  expect(said([...HONEST, "alert: Your role does not allow this.", "fact: Guest"], before)).toBe("drawn");
  const saying = (reason: string) => [...HONEST, `alert: ${reason} The server says:`, "word: Not now."];
  expect(said(saying("Something failed on the server."), saying("Someone else changed this in the meantime. Look at it again, then repeat your change."))).toBe("refused");
  expect(said(saying("Call this number."), saying("Something failed on the server."))).toBe("drawn");
  // In another place, and there alone.
  expect(said(["alert: Your role does not allow this.", ...HONEST], before)).toBe("refused");
  expect(said(["alert: Your role does not allow this.", "fact: Guest", ...HONEST], before)).toBe("drawn");
  expect(said(["alert: Your role does not allow this.", ...HONEST, "fact: Nothing that fits the account"], before)).toBe("drawn");
  expect(said([...HONEST, "alert: Your role does not allow this."])).toBe("drawn");
});

test("to ask for a code where none was asked for is to believe less, and the other way round is not", () => {
  expect(said(instead("fact: Member", "fact: Compare safety code"))).toBe("refused");
  expect(said(HONEST, instead("fact: Member", "fact: Compare safety code"))).toBe("drawn");
});

test("a warning that is not there any more is missing", () => {
  expect(said([...HONEST], [...HONEST.slice(0, 2), "fact: Unconfirmed", ...HONEST.slice(2)])).toBe("missing");
});

test("a signature that would not have been made is worse than anything that is drawn", () => {
  expect(judge(visit(HONEST), visit([...HONEST, "fact: false"], ["createDocument: record.create"])).verdict).toBe("signed");
});
