/** Where a person wanted to go, and what this tab remembers on the way there. */

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
  const stored = sessionStorage.getItem(RETURN_URL);
  return stored !== null && isOwnPath(stored) ? stored : null;
};

export const keepReturnUrl = (path: string): void => {
  if (isOwnPath(path)) sessionStorage.setItem(RETURN_URL, path);
};

export function takeReturnUrl(): string | null {
  const path = returnUrl();
  sessionStorage.removeItem(RETURN_URL);
  return path;
}

export const keepAccountId = (accountId: string): void => localStorage.setItem(ACCOUNT_ID, accountId);

/** The browser that opened an account sets up its keys without a question, until it has done so. The mark outlives the tab. */
export const noteOpenedHere = (accountId: string): void => localStorage.setItem(`${OPENED_HERE}.${accountId}`, "");
export const forgetOpenedHere = (accountId: string): void => localStorage.removeItem(`${OPENED_HERE}.${accountId}`);

/** In another browser its owner has said so, for this tab. */
export const noteSetUpHere = (accountId: string): void => sessionStorage.setItem(SET_UP_HERE, accountId);

export const openedHere = (accountId: string): boolean =>
  localStorage.getItem(`${OPENED_HERE}.${accountId}`) !== null || sessionStorage.getItem(SET_UP_HERE) === accountId;

export const putWelcomeOff = (accountId: string): void => sessionStorage.setItem(WELCOME_LATER, accountId);
export const welcomePutOff = (accountId: string): boolean => sessionStorage.getItem(WELCOME_LATER) === accountId;

/**
 * After signing out nothing that this tab kept is left, the secret of an invitation least of all.
 *
 * That an account was opened in this browser stays true.
 */
export function forgetPlace(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(OURS)) sessionStorage.removeItem(name);
  localStorage.removeItem(ACCOUNT_ID);
}
