/** The secret parts of invitation links, kept in this tab until the browser is attached. */
const PREFIX = "coffer.pairing.";

export const keepFragment = (id: string, fragment: string): void => sessionStorage.setItem(PREFIX + id, fragment);
export const forgetFragment = (id: string): void => sessionStorage.removeItem(PREFIX + id);

export function carriedFragments(): { id: string; fragment: string }[] {
  return Object.keys(sessionStorage)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => ({ id: name.slice(PREFIX.length), fragment: sessionStorage.getItem(name) ?? "" }));
}
