/** Where something stands among others: as a call says it, and as it is shown until the answer is there. */

/** The place of an entry with so many of the others before it; nothing where it is alone. */
export function placeAt(ids: readonly string[], id: string, to: number): { afterId: string } | { beforeId: string } | null {
  const others = ids.filter((one) => one !== id);
  const [before, after] = [others[to - 1], others[to]];
  return before !== undefined ? { afterId: before } : after !== undefined ? { beforeId: after } : null;
}

/** The same ids with one of them in another place. */
export function movedTo(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}
