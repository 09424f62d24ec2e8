/**
 * Where sign-in with a provider leads to.
 *
 * The address is the server's word, and the page that stands there asks for the password of another account. Where it is the
 * provider's own, the browser goes there; anywhere else a person is asked, who reads the name of the place.
 */
import type { Provider } from "../../api/auth";

const ORIGINS: Readonly<Record<Provider, string>> = {
  google: "https://accounts.google.com",
  microsoft: "https://login.microsoftonline.com",
};

/** The place to ask about, `null` where nothing has to be asked. Throws where no page could be. */
export function strangePlace(provider: Provider, address: string): string | null {
  const { origin, protocol, host, username, password } = new URL(address);
  if ((protocol !== "https:" && protocol !== "http:") || username || password) throw new TypeError("This is no address of a page.");
  return origin === ORIGINS[provider] ? null : host;
}
