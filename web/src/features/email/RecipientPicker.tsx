/** Chooses people from what this device has opened: by words, by a tag, one by one or all that match. */
import { useMemo, useState } from "react";

import { KINDS } from "../../app/kinds";
import { matches } from "../../components/commands/matching";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { SearchField } from "../../components/SearchField";
import { Select } from "../../components/Select";
import { EmptyState, Failed, Skeleton } from "../../components/States";
import { Tabs } from "../../components/Tabs";
import { Checkbox } from "../../components/Tick";
import { useSay, type Say } from "../../i18n/say";
import { keyOf, type Addressee, type Chosen } from "./addressees";
import styles from "./Email.module.css";
import { useAsker } from "../../lists/savedFilters";
import { foundBy, useContactFilters, useDeskKind, type ContactFilter, type LoadDeskKind } from "./filters";
import { SHELVES, type Book, type Shelf, type Shelved } from "./useBook";

/** More than anybody looks through: whoever wants others types a part of their name. */
const MOST_SHOWN = 100;

interface RecipientPickerProps {
  book: Book;
  to: readonly Chosen[];
  /** How many one message may have. */
  most: number;
  loadContactKind: LoadDeskKind;
  onChange: (change: (to: readonly Chosen[]) => readonly Chosen[]) => void;
  onClose: () => void;
}


export default function RecipientPicker({ book, to, most, loadContactKind, onChange, onClose }: RecipientPickerProps) {
  const say = useSay();
  const chosen = useMemo(() => new Set(to.map(keyOf)), [to]);
  const narrowed = useNarrowed(book.contact, loadContactKind);
  const tabs = SHELVES.flatMap((source) => {
    const shelf = book[source];
    if (!shelf) return [];
    const choices = <Choices shelf={shelf} narrowed={source === "contact" ? narrowed : undefined} most={most} chosen={chosen} onChange={onChange} />;
    return [{ id: source, label: sourceWord(say, source), content: choices }];
  });
  return (
    <Dialog
      title={say("email.choose", "Choose people")}
      isOpen
      wide
      onClose={onClose}
      actions={
        <>
          <span className="hint num" role="status">
            {say("email.chosen", "{count, plural, =0 {No one chosen} one {# chosen} other {# chosen}}", { count: to.length })}
          </span>
          <Button look="primary" onPress={onClose}>
            {say("invite.done", "Done")}
          </Button>
        </>
      }
    >
      <Tabs label={say("email.choose.from", "Choose from")} tabs={tabs} />
    </Dialog>
  );
}

const sourceWord = (say: Say, source: Shelved): string => KINDS.find(({ kind }) => kind === source)?.label(say) ?? say("nav.members", "Members");

const wordsOf = ({ name, organization, addresses, tags }: Addressee): string => [name, organization, ...addresses, ...tags].join(" ");

/** Beside whatever a person calls a tag. */
const ANY = "any";
const tagged = (tag: string): string => `tag ${tag}`;

/** By one of the saved filters of a list. */
interface Narrowed {
  filters: readonly ContactFilter[];
  /** Null where it cannot be asked, undefined while it is not known yet. */
  foundBy: (filterId: string) => ReadonlySet<string> | null | undefined;
}

function useNarrowed(shelf: Shelf | null, load: LoadDeskKind): Narrowed | undefined {
  const filters = useContactFilters(shelf !== null);
  const kind = useDeskKind(load, filters.length > 0);
  const asker = useAsker();
  const items = shelf?.items;
  return useMemo(() => {
    if (filters.length === 0 || !items) return undefined;
    return {
      filters,
      foundBy(filterId) {
        const filter = filters.find(({ id }) => id === filterId);
        if (!kind || !filter) return undefined;
        const rows = [...items].flatMap(([id, { payload, verified }]) => (payload !== null && verified ? [{ id, payload, item: verified }] : []));
        return foundBy(kind, filter, rows, asker);
      },
    };
  }, [filters, items, kind, asker]);
}

interface ChoicesProps {
  shelf: Shelf;
  narrowed: Narrowed | undefined;
  most: number;
  chosen: ReadonlySet<string>;
  onChange: RecipientPickerProps["onChange"];
}

function Choices({ shelf: { people, closed, failure, again }, narrowed, most, chosen, onChange }: ChoicesProps) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const [tag, setTag] = useState(ANY);
  const [filterId, setFilterId] = useState(ANY);
  const tags = useMemo(() => [...new Set(people?.flatMap((one) => one.tags))].sort((a, b) => a.localeCompare(b)), [people]);
  const within = useMemo(() => (filterId === ANY ? undefined : narrowed?.foundBy(filterId)), [narrowed, filterId]);
  const found = useMemo(
    () =>
      people?.filter(
        (one) =>
          (filterId === ANY || within?.has(one.id)) &&
          (tag === ANY || one.tags.some((own) => tagged(own) === tag)) &&
          (typed.trim() === "" || matches(wordsOf(one), typed)),
      ),
    [people, filterId, within, tag, typed],
  );

  if (failure) return <Failed title={say("email.choose.failed", "This list did not load")} message={failure.message} told={failure} onRetry={again} />;
  if (!found) return <Skeleton lines={6} height={32} />;

  const keys = new Set(found.map(keyOf));
  const picked = found.filter((one) => chosen.has(keyOf(one))).length;
  const put = (some: readonly Addressee[]) =>
    onChange((now) => {
      const known = new Set(now.map(keyOf));
      return [...now, ...some.filter((one) => !known.has(keyOf(one))).map(({ source, id }): Chosen => ({ source, id }))];
    });
  const take = (some: ReadonlySet<string>) => onChange((now) => now.filter((one) => !some.has(keyOf(one))));

  return (
    <div className={styles["stack"]}>
      <div className={styles["row"]}>
        <SearchField label={say("documents.find", "Filter this list")} value={typed} onChange={setTyped} />
        {narrowed && (
          <Select
            label={say("email.filter", "Saved filter")}
            unlabelled
            options={[{ value: ANY, label: say("email.anyFilter", "No saved filter") }, ...narrowed.filters.map(({ id, name }) => ({ value: id, label: name }))]}
            value={filterId}
            onChange={setFilterId}
          />
        )}
        {tags.length > 0 && (
          <Select
            label={say("documents.tags", "Tags")}
            unlabelled
            options={[{ value: ANY, label: say("email.anyTag", "All tags") }, ...tags.map((one) => ({ value: tagged(one), label: one }))]}
            value={tag}
            onChange={setTag}
          />
        )}
      </div>
      {within === null ? (
        <EmptyState title={say("email.filter.fault", "This filter cannot be asked here")}>{say("email.filter.faultHow", "It was made by a newer version, or has a fault. Choose people by words instead.")}</EmptyState>
      ) : found.length === 0 ? (
        <EmptyState title={people?.length === 0 ? say("email.choose.none", "No one here yet") : say("documents.noMatch", "No results")} />
      ) : (
        <>
          <div>
            <Checkbox
              isDisabled={found.length > most}
              isSelected={picked === found.length}
              isIndeterminate={picked > 0 && picked < found.length}
              onChange={(on) => (on ? put(found) : take(keys))}
            >
              {say("email.choose.all", "All {count}", { count: found.length })}
            </Checkbox>
            {found.length > most && <p className="hint">{say("email.choose.tooMany", "One email goes to at most {most} recipients. Narrow the list to choose all of it.", { most })}</p>}
          </div>
          <ul className={styles["choices"]}>
            {found.slice(0, MOST_SHOWN).map((one) => {
              const key = keyOf(one);
              return (
                <li key={key}>
                  <Checkbox isSelected={chosen.has(key)} onChange={(on) => (on ? put([one]) : take(new Set([key])))}>
                    <span className={styles["who"]}>
                      <span className="clip">
                        <bdi>{one.name}</bdi>
                      </span>
                      <bdi className="hint clip">{one.addresses[0] ?? say("email.left.noAddress", "Has no email address")}</bdi>
                    </span>
                  </Checkbox>
                </li>
              );
            })}
          </ul>
          {found.length > MOST_SHOWN && (
            <p className="hint">{say("email.choose.more", "{count} more. Type a part of the name to find them.", { count: found.length - MOST_SHOWN })}</p>
          )}
        </>
      )}
      {closed > 0 && (
        <p className="hint">{say("email.choose.closed", "{count, plural, one {# cannot be opened on this device.} other {# cannot be opened on this device.}}", { count: closed })}</p>
      )}
    </div>
  );
}
