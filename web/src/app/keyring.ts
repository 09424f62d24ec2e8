/** Makes the keyring of an account from what this page knows about it. */
import { accountsApi, allows } from "../api/accounts";
import { authApi, type SessionInfo } from "../api/auth";
import { call } from "../api/http";
import { connectCryptoWorker, createKeyring, hasDevice, later, type CarriedLink, type Disclosure, type Keyring } from "../keyring";
import { onRefusedAnswer } from "../keyring/answered";
import { carriedFragments, forgetFragment } from "../session/carriedLinks";
import { forgetOpenedHere, openedHere } from "../session/place";
import { isTypedPassword } from "../session/typedPassword";
import { startCryptoWorker } from "../browser/appWorkers";
import { store } from "./store";
import { read } from "../i18n/word";

interface Carried {
  readonly id: string;
  readonly link: CarriedLink;
}

/** The link that the tab carries into this account; where it carries none for it, one for another account, for its person to decide. */
async function carriedLink(accountId: string): Promise<Carried | null> {
  const fragments = carriedFragments();
  if (fragments.length === 0) return null;
  const { readLink } = await later.link();
  const links = fragments.flatMap(({ id, fragment }): Carried[] => {
    try {
      return [{ id, link: readLink(fragment) }];
    } catch {
      // A link that was cut proves nothing; its owner compares the safety code instead.
      forgetFragment(id);
      return [];
    }
  });
  return links.find(({ link }) => link.account === accountId) ?? links[0] ?? null;
}

/** As the newest answer about the session has it; another account's says nothing about this one. */
function disclosureOf(accountId: string): Disclosure | null {
  const { data } = authApi.endpoints.getSession.select({})(store.getState());
  const account = (data as SessionInfo | null | undefined)?.account;
  if (account?.id !== accountId) return null;
  const { taskDates, documentExpiry, assignees } = account.disclosure;
  return { taskDates: taskDates === true, documentExpiry: documentExpiry === true, assignees: assignees === true };
}

export async function openKeyring({ user, account, session }: SessionInfo): Promise<Keyring & { end(): void }> {
  if (!account) throw new Error("Account not found");
  const roles = await store.dispatch(accountsApi.endpoints.listRoles.initiate(undefined, { subscribe: false })).unwrap();
  const own = roles.data.find(({ id }) => id === account.roleId);
  const carried = await carriedLink(account.id);
  // Whoever looks on behalf of somebody gets none.
  const holdsKeys = own !== undefined && allows(own, "key.read") && !session.impersonatedBy;

  return createKeyring({
    http: call,
    onRefusedAnswer,
    account: { id: account.id, roleId: account.roleId },
    userId: user.id,
    disclosure: () => disclosureOf(account.id),
    holdsKeys,
    anchored: !holdsKeys && await hasDevice({ userId: user.id, accountId: account.id }),
    openedHere: openedHere(account.id),
    forgetOpening: () => forgetOpenedHere(account.id),
    link: carried?.link ?? null,
    forgetLink: () => carried && forgetFragment(carried.id),
    // Shown to the person before a device is set up, who signs it.
    appearsAs: { name: read(user.name), email: user.email },
    isSignInPassword: isTypedPassword,
    startWorker: (onLost) => connectCryptoWorker(startCryptoWorker(), onLost),
  });
}
