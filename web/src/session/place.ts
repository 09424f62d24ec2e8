/** Where a person wanted to go, and what this tab remembers on the way there. */
import { ofBrowser, ofTab } from "../browser/shelf";

const OURS = "coffer.";
const RETURN_URL = "coffer.returnUrl";
const ACCOUNT_ID = "coffer.accountId";
const OPENED_HERE = "coffer.openedHere";
const SET_UP_HERE = "coffer.setUpHere";
const WELCOME_LATER = "coffer.welcomeLater";

/** Only a path of our own: a return URL never leads to another site. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !/[\p{Cc}\\]/u.test(path);
}

export const returnUrl = (): string | null => {
  const stored = ofTab.get(RETURN_URL);
  return stored !== null && isOwnPath(stored) ? stored : null;
};

export const keepReturnUrl = (path: string): void => {
  if (isOwnPath(path)) ofTab.set(RETURN_URL, path);
};

export function takeReturnUrl(): string | null {
  const path = returnUrl();
  ofTab.remove(RETURN_URL);
  return path;
}

export const keepAccountId = (accountId: string): void => ofBrowser.set(ACCOUNT_ID, accountId);

/** The browser that opened an account sets up its keys without a question, until it has done so. The mark outlives the tab. */
export const noteOpenedHere = (accountId: string): void => ofBrowser.set(`${OPENED_HERE}.${accountId}`, "");
export const forgetOpenedHere = (accountId: string): void => ofBrowser.remove(`${OPENED_HERE}.${accountId}`);

/** In another browser its owner has said so, for this tab. */
export const noteSetUpHere = (accountId: string): void => ofTab.set(SET_UP_HERE, accountId);

export const openedHere = (accountId: string): boolean =>
  ofBrowser.get(`${OPENED_HERE}.${accountId}`) !== null || ofTab.get(SET_UP_HERE) === accountId;

export const putWelcomeOff = (accountId: string): void => ofTab.set(WELCOME_LATER, accountId);
export const welcomePutOff = (accountId: string): boolean => ofTab.get(WELCOME_LATER) === accountId;

/**
 * After signing out nothing that this tab kept is left, the secret of an invitation least of all.
 *
 * That an account was opened in this browser stays true.
 */
export function forgetPlace(): void {
  for (const name of ofTab.names()) if (name.startsWith(OURS)) ofTab.remove(name);
  ofBrowser.remove(ACCOUNT_ID);
}
