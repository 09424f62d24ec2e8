/**
 * What this page has changed and no row holds yet, laid over what was verified.
 *
 * What is shown = fold(row, its acts in order). The row itself stays what was verified: it is what is kept on the disk, and
 * what is written goes on from it. An act that was saved goes in the step in which the row reaches the version that holds it,
 * so nothing flickers; one that was refused goes at once.
 */
import type { VerifiedItem } from "../keyring/contract.ts";
import type { Opened } from "./row.ts";

/** What is written of an item, by member; `undefined` takes one away. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * What an act makes of an item where it is shown: other members of what it says, other signed attributes, gone from the list it stands
 * in, or back in the list that an act of this page took it from.
 */
export type Says = { readonly members: Members } | { readonly attributes: Members } | "gone" | "back";

interface Act {
  readonly n: number;
  readonly says: Says;
  /** Which version of the item holds it; null while nobody has answered. */
  version: number | null;
}

const NONE: readonly Act[] = [];

/** The acts on the rows of one shelf. They go with the desk, when the device locks. */
export class Acts {
  private readonly byId = new Map<string, readonly Act[]>();

  begin(n: number, id: string, says: Says): void {
    this.byId.set(id, [...this.of(id), { n, says, version: null }]);
  }

  /** `version`: of the item that holds it; null where it was refused, or met what somebody else has written. */
  end(n: number, id: string, version: number | null, now: number): void {
    if (version === null) return this.keep(id, (act) => act.n !== n);
    for (const act of this.of(id)) if (act.n === n) act.version = version;
    return this.reached(id, now);
  }

  /** The row is of this version now. */
  reached(id: string, now: number): void {
    this.keep(id, ({ version }) => version === null || version > now);
  }

  /** The row has left: what was saved of it went with it. */
  left(id: string): void {
    this.keep(id, ({ version }) => version === null);
  }

  ahead(id: string): readonly Members[] {
    return this.of(id).flatMap(({ says }) => (typeof says === "object" && "members" in says ? [says.members] : []));
  }

  /** Signed attributes that will be others; null where none will. */
  signs(id: string): Members | null {
    const signed = this.of(id).flatMap(({ says }) => (typeof says === "object" && "attributes" in says ? [says.attributes] : []));
    return signed.length === 0 ? null : Object.assign({}, ...signed) as Members;
  }

  /** Whether the latest act that is about this takes it out of its list. */
  isGone(id: string): boolean {
    return this.of(id).findLast(({ says }) => says === "gone" || says === "back")?.says === "gone";
  }

  /** Whether an act is about to bring it back. */
  isComing(id: string): boolean {
    return this.of(id).some(({ says }) => says === "back");
  }

  /** Those that are taken out of their list. */
  gone(): string[] {
    return [...this.byId.keys()].filter((id) => this.isGone(id));
  }

  shown(row: Opened): Opened {
    const signs = this.signs(row.id);
    return this.ahead(row.id).reduce(shows, signs && row.item ? signing(row, row.item, signs) : row);
  }

  private of(id: string): readonly Act[] {
    return this.byId.get(id) ?? NONE;
  }

  private keep(id: string, which: (act: Act) => boolean): void {
    const kept = this.of(id).filter(which);
    if (kept.length > 0) this.byId.set(id, kept);
    else this.byId.delete(id);
  }
}

const signing = (row: Opened, item: VerifiedItem, signs: Members): Opened =>
  ({ ...row, item: { ...item, attributes: { ...item.attributes, ...signs } as VerifiedItem["attributes"] } }) as Opened;

/** Signed attributes and sealed words have no name in common; a row that is not open says nothing that could be changed. */
function shows(row: Opened, members: Members): Opened {
  if (row.state !== "open") return row;
  const clear = row.item.attributes;
  const [attributes, payload]: [Record<string, unknown>, Record<string, unknown>] = [{ ...clear }, { ...(row.payload as Members) }];
  for (const [name, value] of Object.entries(members)) {
    const isClear = name in clear;
    (isClear ? attributes : payload)[name] = value;
    // What an account keeps from the server stands among the sealed words instead.
    if (isClear) payload[name] = undefined;
  }
  return { ...row, item: { ...row.item, attributes: attributes as typeof clear }, payload };
}
