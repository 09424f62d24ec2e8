/**
 * What this device refuses itself, in the language of the reader: by the sentence that was thrown, else by its code.
 *
 * No English that was thrown is drawn as it is. One that has no line here, and no code that says something, is told as what
 * it is to a person: something that did not work.
 */
import { wordsForThrown, type ThrownHere } from "../api/failure";
import { sayCode } from "./refusalReasons";
import type { Say } from "./say";
import { knownThrown } from "./thrownTexts";

/** What its code says where the sentence is for the evidence only. Of the others a person can do nothing. */
const TOLD_BY_CODE = new Set(["data_loss", "unimplemented", "aborted", "failed_precondition", "not_found"]);

export function sayOwnRefusal(say: Say, { message, code = "" }: ThrownHere): string | undefined {
  return knownThrown(say, message) ?? ofTheKeyring(say, message) ?? (TOLD_BY_CODE.has(code) ? sayCode(say, code) : undefined);
}

/** From then on failures say what was thrown here by this. */
export function speakOfOwnRefusals(): void {
  wordsForThrown(sayOwnRefusal);
}

/** The sentences of the keyring and its worker that a person can do something with. */
function ofTheKeyring(say: Say, english: string): string | undefined {
  return ofRoles(say, english) ?? ofReaders(say, english) ?? ofThisBrowser(say, english) ?? ofInvitations(say, english) ?? ofTheRecord(say, english);
}

function ofRoles(say: Say, english: string): string | undefined {
  switch (english) {
    case "Only an owner can give this role.":
    case "Only an owner can let this person in.":
      return say("members.ownersOnly", "Only an owner can do this.");
    case "Only somebody who holds this role key can give it.":
      return say("members.refused.notHolder", "You do not hold all keys of this role. Ask someone who does.");
    case "This key comes with the role of the person. Change the role instead.":
      return say("own.keyOfRole", "This key comes with the role of the person. Change the role instead.");
    case "The name that is shown is not the one that this person gave.":
      return say("own.otherName", "The name that is shown is not the one that this person gave.");
    case "This role has another key by now.":
      return say("own.keyMoved", "This role has another key by now. Look at it again.");
    case "This role has no key.":
    case "This role has no key yet.":
      return say("own.noKey", "This role has no key yet.");
    case "This device may not receive a key.":
      return say("own.noReceiver", "This browser may not receive a key.");
    case "There is no such device.":
      return say("own.noDevice", "This browser is not in the key record.");
    case "An account is handed over to somebody else.":
      return say("own.handOverToOneself", "An account is handed over to someone else.");
    case "Only somebody who can read already can become the owner.":
      return say("own.handOverToReader", "Only someone who can already read can become the owner.");
    default:
      return undefined;
  }
}

function ofReaders(say: Say, english: string): string | undefined {
  switch (english) {
    case "This role gets a new key first. Try again in a moment.":
    case "A roll of this role is due.":
      return say("refused.rollDue", "A role that can read this gets a new key first. Try again in a moment.");
    case "The key of this role was restarted. Decide under Keys & devices whether you trust the new one.":
      return say("own.restarted", "The key of this role was restarted. Decide under Keys & devices whether you trust the new one.");
    case "This item is private. Only its owner can read it.":
      return say("own.private", "This item is private. Only the person it belongs to can read it.");
    case "Owners can read everything that is not private.":
      return say("own.ownersRead", "Owners can read everything that is not private.");
    case "None of the roles that should read this is held by this device.":
      return say("own.holdsNone", "You hold none of the roles that should read this.");
    case "No key of this device opens this item.":
      return say("own.sealed", "No key of this browser opens this item.");
    case "This account keeps this from the server.":
      return say("own.undisclosed", "This account keeps this from the server.");
    case "This item is still being checked.":
      return say("own.beingChecked", "This item is still being checked.");
    case "This item was written by a newer version. Update the application.":
      return say("refused.outdated", "Coffer was updated. Reload and try again.");
    case "This file is not open any more. Start again.":
      return say("own.fileClosed", "This file is no longer open. Start again.");
    case "This text is too long. Longer texts are files.":
      return say("own.tooLong", "This text is too long. Longer texts are files.");
    case "This file is damaged":
      return say("preview.broken", "This file is damaged");
    case "This file has too many frames.":
      return say("own.fileTooLarge", "This file is too large.");
    default:
      return undefined;
  }
}

function ofThisBrowser(say: Say, english: string): string | undefined {
  switch (english) {
    case "That pass-phrase does not open this key.":
      return say("own.passphraseWrong", "That pass-phrase does not open this key.");
    case "A pass-phrase has at least 15 characters.":
      return say("own.passphraseShort", "A pass-phrase has at least 15 characters.");
    case "This pass-phrase is too common.":
      return say("own.passphraseCommon", "This pass-phrase is too common.");
    case "The pass-phrase differs from the sign-in password.":
      return say("own.passphraseIsPassword", "The pass-phrase has to differ from the sign-in password.");
    case "This account asks for a passkey that can unlock.":
      return say("own.passkeyOnly", "This account asks for a passkey that can unlock.");
    case "This browser cannot keep keys (private window?)":
      return say("own.noStorage", "This browser cannot keep keys. In a private window, open Coffer in an ordinary one.");
    case "The encryption of this page did not start.":
    case "The encryption of this page stopped.":
      return say("own.workerGone", "The encryption of this page stopped. Reload the page.");
    case "The keys were locked.":
      return say("own.locked", "The keys were locked.");
    case "Somebody in this account can read a code to you.":
      return say("own.codeInstead", "Someone in this account can read a code to you.");
    case "The server does not show what this recovery key opens.":
      return say("own.recoveryWithheld", "What this key opens could not be loaded. The key may be right: keep it, and try again.");
    case "No device was recovered.":
    case "The recovered device has signed nothing in this account.":
      return say("own.nothingRecovered", "There is no recovered browser that could confirm this.");
    default:
      return undefined;
  }
}

function ofInvitations(say: Say, english: string): string | undefined {
  switch (english) {
    case "This address was invited with another role.":
      return say("own.invitedOtherwise", "This address was invited with another role.");
    case "No role key of this device may keep an invitation.":
      return say("own.noCustodian", "You hold no key that can keep an invitation. Ask an owner or admin.");
    case "There is no such invitation.":
      return say("own.noInvitation", "This invitation is no longer there.");
    case "This invitation has no secure link.":
      return say("own.noLink", "This invitation has no secure link.");
    case "The server answered with another invitation.":
      return say("own.otherInvitation", "The server answered with another invitation.");
    case "This link is not complete.":
      return say("own.linkCut", "This link is not complete. Copy it again.");
    default:
      return undefined;
  }
}

function ofTheRecord(say: Say, english: string): string | undefined {
  switch (english) {
    case "The key record was changed. Do not enter anything.":
      return say("alarm.fork", "The key record was changed. Do not enter anything.");
    case "The record of this account does not match your invitation. Do not enter anything.":
      return say("alarm.invitation", "The record of this account does not match your invitation. Do not enter anything.");
    case "The server no longer shows the record of this account.":
      return say("alarm.missing", "The server no longer shows the record of this account.");
    case "This link belongs to another account than the server opened.":
      return say("alarm.link", "This link belongs to another account than the server opened.");
    case "This recovery key belongs to another account than the server opened.":
      return say("alarm.file", "This recovery key belongs to another account than the server opened.");
    case "The log of this account was not verified yet.":
    case "The log does not show this yet.":
    case "The account is still being checked. Try again in a moment.":
      return say("own.starting", "The account is still being checked. Try again in a moment.");
    case "The owner has not set up the keys yet.":
      return say("own.empty", "The owner has not set up the keys yet.");
    case "Nobody has confirmed yet that this is the right account.":
      return say("own.unconfirmed", "No one has confirmed yet that this is the right account.");
    case "Not checked for two hours. You can read; saving waits.":
      return say("own.late", "Not checked for two hours. You can read; saving waits.");
    case "This was done already.":
      return say("own.done", "This was done already.");
    case "The server showed an older version than the one you have seen.":
      return say("alarm.rolledBackHow", "The server showed an older version than the one you have seen.");
    case "This does not belong here, or its author was not allowed to write it.":
      return say("alarm.foreignHow", "This does not belong here, or its author was not allowed to write it.");
    case "You have seen this. The server no longer shows it, and nobody deleted it.":
      return say("alarm.withheldHow", "You have seen this. The server no longer shows it, and no one deleted it.");
    case "This is not what its author signed.":
      return say("alarm.alteredHow", "This is not what its author signed.");
    case "The server says that you are no longer signed in.":
      return say("own.toldSignedOut", "The server says that you are no longer signed in.");
    case "The server says that you are no longer a member.":
      return say("own.toldNoMember", "The server says that you are no longer a member.");
    case "The server answered something else.":
      return say("refusal.unreadable", "The answer cannot be read.");
    default:
      return undefined;
  }
}
