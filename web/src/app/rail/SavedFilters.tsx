/** The saved filters of the account in the rail, each a way to its list. */
import { Ellipsis } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { useLocation } from "react-router";

import { classes } from "../../components/classes";
import type { View } from "../../desk/messages";
import type { Asker, Node } from "../../desk/where";
import { KIND_ICONS } from "../../lists/finding/kindWords";
import { useSay } from "../../i18n/say";
import { useAsker, useSavedFilters } from "../../lists/savedFilters";
import { useHidden } from "../../lists/profiles/hiding";
import { useMay } from "../../session/useSession";
import { PlaceLink } from "../PlaceLink";
import styles from "../Shell.module.css";
import { useKnownCount, useListsHere, useSightKnown } from "./known";
import { countedView, waysOf, type Way } from "./savedFilters";
import { Tally } from "./Tally";

/** The rail keeps its places in sight; the others are one press away. */
const FIRST = 5;

/** Its links stand among those of the rail. */
const IN_THE_RAIL = { display: "contents" } as const;

export default function SavedFilters() {
  const say = useSay();
  const may = useMay();
  const asker = useAsker();
  const { search } = useLocation();
  const { filters } = useSavedFilters();
  const [all, setAll] = useState(false);
  const here = useListsHere();
  const tasksKnown = useSightKnown("task", here.profile) && here.task;
  const documentsKnown = useSightKnown("document", here.profile) && here.document;
  const known = { ...here, task: tasksKnown, document: documentsKnown };
  const ways = useMemo(() => (filters ? waysOf(filters, may) : []), [filters, may]);
  if (ways.length === 0) return null;

  const chosen = new URLSearchParams(search).get("filter");
  const shown = all || ways.length <= FIRST + 1 ? ways : ways.filter(({ id }, place) => place < FIRST || id === chosen);
  const more = ways.length - shown.length;
  return (
    <div role="group" aria-label={say("nav.filters", "Saved filters")} style={IN_THE_RAIL}>
      <p className={styles["caption"]} aria-hidden>
        {say("nav.filters", "Saved filters")}
      </p>
      {shown.map((way) => (
        <FilterLink key={way.id} way={way} isHere={way.id === chosen}>
          {known[way.kind] && <FilterCount way={way} asker={asker} />}
        </FilterLink>
      ))}
      {more > 0 && (
        <button type="button" className={styles["link"]} onClick={() => setAll(true)} title={say("nav.moreFilters", "{count} more", { count: more })}>
          <Ellipsis />
          <span className={styles["word"]}>{say("nav.moreFilters", "{count} more", { count: more })}</span>
        </button>
      )}
    </div>
  );
}

function FilterLink({ way: { name, href, kind }, isHere, children }: { way: Way; isHere: boolean; children: ReactNode }) {
  const Icon = KIND_ICONS[kind];
  return (
    <PlaceLink to={href} isHere={isHere} className={styles["link"]} title={name}>
      <Icon />
      <span className={classes(styles["word"], "clip")}>
        <bdi>{name}</bdi>
      </span>
      {children}
    </PlaceLink>
  );
}

interface CountProps {
  way: Way;
  asker: Asker;
}

function FilterCount({ way, asker }: CountProps) {
  return way.kind === "task" || way.kind === "document" ? <CountInSight way={way} asker={asker} kind={way.kind} /> : <CountOf way={way} asker={asker} hidden={null} />;
}

function CountInSight({ kind, ...asked }: CountProps & { kind: "task" | "document" }) {
  return <CountOf {...asked} hidden={useHidden(kind)} />;
}

function CountOf({ way, asker, hidden }: CountProps & { hidden: Node | null }) {
  const view = useMemo(() => countedView(way, asker, hidden), [way, asker, hidden]);
  return view && <Counted view={view} />;
}

function Counted({ view }: { view: View }) {
  const count = useKnownCount(view);
  return count ? <Tally count={count} /> : null;
}
