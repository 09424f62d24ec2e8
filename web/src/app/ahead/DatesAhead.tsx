/** On Home: dates of the next weeks that the server is not told of. */
import { Cake, CalendarClock, FileSignature } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-aria-components/Link";

import { wholeSince } from "../../api/held";
import { useAllVendorsQuery } from "../../api/vendors";
import { Card } from "../../components/Layout";
import { formatDay, relativeDay, type Day } from "../../dates/days";
import styles from "../../features/dashboard/Dashboard.module.css";
import { fieldWord } from "../../features/profiles/templateWords";
import { useSay, type Say } from "../../i18n/say";
import { VENDOR } from "../../features/vendors/calls";
import type { PlainItem } from "../../lists/kinds/plain";
import { useRows, type Making } from "../../lists/list/useRows";
import { useSome } from "../../lists/list/useSome";
import type { OpenedItem } from "../../lists/opening";
import { useFeed } from "../../lists/useFeed";
import type { VendorPayload } from "../../payloads/vendor";
import { useProfiles } from "../../lists/profiles/useProfiles";
import { useDates, useMay, useToday } from "../../session/useSession";
import { aheadOf, withNotice, type Ahead } from "./dates";

/** More of them are looked at where they stand. */
const MOST = 8;

type OpenedVendor = OpenedItem<PlainItem, VendorPayload>;

const AS_OPENED: Making<object, object, VendorPayload, OpenedVendor> = { of: VENDOR, nothing: {}, rowOf: (one) => one };
const EVERY = Number.MAX_SAFE_INTEGER;

/** Undefined until the list is loaded, and without the permission. */
function useVendors(today: Day): readonly OpenedVendor[] | undefined {
  const may = useMay()("vendor.read");
  const asked = useAllVendorsQuery(undefined, { skip: !may });
  const answers = asked.data?.rows;
  useFeed("vendor", answers, wholeSince(asked));
  const { rows } = useSome(useMemo(() => withNotice(today), [today]), EVERY, useRows(AS_OPENED, answers));
  return answers && rows;
}

export default function DatesAhead() {
  const say = useSay();
  const today = useToday();
  const vendors = useVendors(today);
  const profiles = useProfiles();
  const ahead = useMemo(() => aheadOf(opened(vendors), opened(profiles), today), [vendors, profiles, today]);
  if (ahead.length === 0) return null;
  return (
    <Card title={say("ahead.title", "Dates ahead")} end={<span className="hint">{say("ahead.here", "Found on this device")}</span>}>
      <ul className={styles["tasks"]}>
        {ahead.slice(0, MOST).map((one) => (
          <li key={`${one.id} ${one.field}`}>
            <DateLine one={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Of what is out of the way nobody needs a reminder. */
function opened<Payload>(rows: readonly { id: string; item: { lifecycle: string }; opening: { name: string; payload?: Payload } }[] | undefined) {
  return (rows ?? []).flatMap(({ id, item, opening: { payload } }) => (payload !== undefined && item.lifecycle === "active" ? [{ id, payload }] : []));
}

function DateLine({ one }: { one: Ahead }) {
  const say = useSay();
  const today = useToday();
  const dates = useDates();
  return (
    <Link href={`/${one.kind}s/${one.id}`} className={styles["row"]}>
      <Sign one={one} />
      <b className="clip">
        <bdi>{one.title}</bdi>
      </b>
      <span className="hint clip">{whatWord(say, one)}</span>
      <time dateTime={one.day} data-tone={one.left < 0 ? "over" : "soon"} title={formatDay(one.day, dates)}>
        {relativeDay(one.day, today, dates.language)}
      </time>
    </Link>
  );
}

function Sign({ one: { kind, years } }: { one: Ahead }) {
  if (kind === "vendor") return <FileSignature />;
  return years === null ? <CalendarClock /> : <Cake />;
}

function whatWord(say: Say, { kind, field, years }: Ahead): string {
  if (kind === "vendor") return say("ahead.notice", "Last day to give notice");
  if (years === null) return fieldWord(say, field);
  return field === "birthDate"
    ? say("ahead.birthday", "Birthday, {years}", { years })
    : say("ahead.anniversary", "{years, plural, one {# year} other {# years}}", { years });
}
