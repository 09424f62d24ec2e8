/** `/analytics`: what happens in the account in numbers, which the server counts without opening anything. */
import { ChartColumn } from "lucide-react";
import { useMemo } from "react";
import { useLocation } from "react-router";

import { ButtonLink } from "../../components/Button";
import { Page } from "../../components/Page";
import { Segments } from "../../components/Segments";
import { EmptyState } from "../../components/States";
import { useCompact } from "../../components/useNarrow";
import { addDays, formatDay } from "../../dates/days";
import { latin } from "../../dates/settings";
import { useSay } from "../../i18n/say";
import { builtInRoleName } from "../../lists/people/builtInRoles";
import { useDates, useMay, useSignedIn, useToday, useUnknownRights } from "../../session/useSession";
import { Ask } from "./Ask";
import { Figure } from "./Figure";
import * as figures from "./figures";
import type { RoleWord } from "./figures";
import { figures as columns, look } from "./look";
import { RANGES, type Range } from "./periods";
import { bytesInWords } from "./words";

const ACTIVE_DAYS = 30;

export default function Analytics() {
  const say = useSay();
  const may = useMay();
  const unknown = useUnknownRights();
  const { account } = useSignedIn();
  const range = useRange();
  const title = say("nav.analytics", "Analytics");

  if (account.plan && !(account.plan.limits.features ?? []).includes("analytics"))
    return (
      <Page title={title}>
        <EmptyState
          icon={ChartColumn}
          title={say("analytics.noPlan", "Your plan has no analytics")}
          actions={
            may("billing.manage") && (
              <ButtonLink look="primary" href="/subscribe">
                {say("analytics.changePlan", "Change plan")}
              </ButtonLink>
            )
          }
        >
          {say("analytics.noPlanWhat", "With another plan this page shows what expires, work, activity, storage and members in numbers. Owners can change the plan.")}
        </EmptyState>
      </Page>
    );
  if (!may("analytics.query"))
    return (
      <Page title={title}>
        {unknown === null && (
          <EmptyState icon={ChartColumn} title={say("analytics.forbidden", "Your role cannot see analytics")}>
            {say("analytics.forbiddenWhat", "Owners and admins can give you a role that can.")}
          </EmptyState>
        )}
      </Page>
    );
  return (
    <Page fromServer padded title={title} filters={<Ranges range={range} />}>
      <p className="hint">{say("analytics.what", "Counted by the server, without opening anything. Days are in UTC.")}</p>
      <Figures range={range} />
      <Ask />
    </Page>
  );
}

const isRange = (word: string | null): word is Range => word !== null && word in RANGES;

/** Stands in the address, so that it can be sent to somebody. */
function useRange(): Range {
  const word = new URLSearchParams(useLocation().search).get("range");
  return isRange(word) ? word : "quarter";
}

function Ranges({ range }: { range: Range }) {
  const say = useSay();
  const words: Record<Range, string> = {
    month: say("analytics.30days", "30 days"),
    quarter: say("analytics.90days", "90 days"),
    year: say("analytics.year", "12 months"),
  };
  const segments = (Object.keys(RANGES) as Range[]).map((one) => ({ path: `/analytics?range=${one}`, label: words[one], on: one === range }));
  return <Segments label={say("analytics.range", "Period")} segments={segments} />;
}

function Figures({ range }: { range: Range }) {
  const say = useSay();
  const today = useToday();
  const dates = useDates();
  const compact = useCompact();
  const { unit } = RANGES[range];
  const words = useMemo(() => wordsOf(dates.language), [dates.language]);
  const day = (at: string) => ({ label: formatDay(at, dates), short: words.day(at) });
  const month = (at: string) => ({ label: words.monthAndYear(at), short: words.month(at) });
  const placed = unit === "month" ? month : day;
  const heads = { day: say("analytics.day", "Day"), week: say("analytics.week", "Week from"), month: say("analytics.month", "Month") };
  const head = heads[unit];
  const role = (word: string) => {
    const name = word === "custom" ? say("analytics.custom", "Roles of your own") : builtInRoleName(say, word as Exclude<RoleWord, "custom">);
    return { label: name, short: name };
  };
  return (
    <div style={columns(compact ? 1 : 2)}>
      <div style={look.all}>
        <Figure
          title={say("analytics.expiry", "What expires when")}
          what={say("analytics.expiryWhat", "Valid documents by the month in which they expire.")}
          file="expiry"
          asks={figures.EXPIRY}
          count={(answer) => figures.expiry(answer, today)}
          head={heads.month}
          placed={month}
          form="bars"
          series={[
            { key: "ahead", name: say("analytics.ahead", "Expiring"), tone: "accent" },
            { key: "lapsed", name: say("analytics.lapsed", "Expired"), tone: "bad" },
            { key: "renewed", name: say("analytics.renewed", "Renewed in time"), tone: "ok" },
          ]}
          written={words.number}
          none={say("analytics.expiryNone", "No document expires in these months.")}
        />
      </div>
      <Figure
        key={`work ${range}`}
        title={say("analytics.work", "Tasks created and completed")}
        what={say("analytics.workWhat", "Without tasks in the bin. A task that was reopened is not counted as completed.")}
        file="tasks"
        asks={figures.work(range, today)}
        count={(answer) => figures.workDone(answer, range, today)}
        head={head}
        placed={placed}
        form="lines"
        series={[
          { key: "completed", name: say("analytics.completed", "Completed"), tone: "accent" },
          { key: "created", name: say("analytics.created", "Created"), tone: "info" },
          { key: "cancelled", name: say("analytics.cancelled", "Cancelled"), tone: "neutral" },
        ]}
        written={words.number}
        none={say("analytics.workNone", "No task was created or completed in this time.")}
      />
      <Figure
        key={`flow ${range}`}
        title={say("analytics.open", "Open work")}
        what={say("analytics.openWhat", "Tasks that were not done at the end of each period.")}
        file="open-work"
        asks={figures.FLOW}
        count={(answer) => figures.openWork(answer, range, today)}
        head={head}
        placed={placed}
        form="bars"
        series={[
          { key: "active", name: say("analytics.active", "In progress"), tone: "accent" },
          { key: "open", name: say("analytics.notBegun", "Not started"), tone: "neutral" },
        ]}
        written={words.number}
        none={say("analytics.openNone", "There was no open task in this time.")}
      />
      <Figure
        key={`activity ${range}`}
        title={say("analytics.activity", "Activity")}
        what={say("analytics.activityWhat", "Entries of the audit log, as far back as your plan lists them.")}
        file="activity"
        asks={figures.activity(range, today)}
        count={(answer) => figures.happened(answer, range, today)}
        head={head}
        placed={placed}
        form="bars"
        series={[
          { key: "done", name: say("analytics.succeeded", "Carried out"), tone: "accent" },
          { key: "refused", name: say("analytics.refused", "Refused or failed"), tone: "warn" },
        ]}
        written={words.number}
        none={say("analytics.activityNone", "Nothing happened in this time.")}
      />
      <Figure
        key={`storage ${range}`}
        title={say("analytics.storage", "Storage")}
        what={say("analytics.storageWhat", "Files that are stored now, encrypted, by the day they came.")}
        file="storage"
        asks={figures.STORAGE}
        count={(answer) => figures.storage(answer, range, today)}
        head={head}
        placed={placed}
        form="lines"
        drawn={["bytes"]}
        series={[
          { key: "bytes", name: say("analytics.bytes", "Size"), tone: "accent" },
          { key: "files", name: say("analytics.files", "Files"), tone: "info" },
        ]}
        written={(value, name) => (name === "files" ? words.number(value) : bytesInWords(value, dates.language))}
        none={say("analytics.storageNone", "No file is stored yet.")}
      />
      <div style={look.all}>
        <Figure
          title={say("analytics.members", "Members")}
          what={say("analytics.membersWhat", "By the kind of their role, without names.")}
          file="members"
          asks={figures.MEMBERS}
          count={(answer) => figures.members(answer, addDays(today, -ACTIVE_DAYS))}
          head={say("analytics.role", "Role")}
          placed={role}
          form="table"
          series={[
            { key: "members", name: say("analytics.people", "Members"), tone: "accent" },
            { key: "active", name: say("analytics.recently", "Active in the last 30 days"), tone: "ok" },
            { key: "ready", name: say("analytics.ready", "Can read on a device"), tone: "info" },
          ]}
          written={words.number}
          none={say("analytics.membersNone", "There is no member yet.")}
        />
      </div>
    </div>
  );
}

function wordsOf(language: string) {
  const of = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(latin(language), { ...options, timeZone: "UTC" });
    return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  };
  const numbers = new Intl.NumberFormat(latin(language), { maximumFractionDigits: 1 });
  return {
    day: of({ day: "numeric", month: "short" }),
    month: of({ month: "short" }),
    monthAndYear: of({ month: "long", year: "numeric" }),
    number: (value: number) => numbers.format(value),
  };
}
