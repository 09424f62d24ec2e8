/** Asks whether this browser goes by other settings of dates: they decide what 03/04 means, and only the server says them. */
import { Button } from "../components/Button";
import { Banner } from "../components/Layout";
import { ServerMark } from "../components/ServerWord";
import { formatDay } from "../dates/days";
import { useSay } from "../i18n/say";
import type { DatesOffered } from "../session/useSession";

/** No month has this number, so each order writes it in its own way. */
const EXAMPLE = "2027-01-31";

export default function DatesChanged({ agreed, offered, agree, refuse }: DatesOffered) {
  const say = useSay();
  const both = (write: (settings: typeof agreed) => string) => ({ before: write(agreed), after: write(offered) });
  const shown = both((settings) => formatDay(EXAMPLE, settings));
  const typed = both(({ dateInputFormat, dateSeparator }) => formatDay(EXAMPLE, { dateFormat: dateInputFormat, dateSeparator }));
  const zone = both((settings) => settings.zone.replaceAll("_", " "));
  const differs = ({ before, after }: typeof shown) => before !== after;
  return (
    <Banner
      tone="warn"
      title={say("dates.changed", "Use other settings for dates?")}
      actions={
        <>
          <Button size="small" onPress={agree}>
            {say("dates.use", "Use them")}
          </Button>
          <Button size="small" look="quiet" onPress={refuse}>
            {say("dates.keep", "Keep mine")}
          </Button>
        </>
      }
    >
      <div data-word>
        <ServerMark /> {say("dates.changedHow", "The server says that this account changed them.")}
        {differs(shown) && <p>{say("dates.shownAs", "Dates shown as {after} instead of {before}", shown)}</p>}
        {differs(typed) && <p>{say("dates.typedAs", "Dates typed as {after} instead of {before}", typed)}</p>}
        {differs(zone) && <p>{say("dates.zone", "Time zone {after} instead of {before}", zone)}</p>}
      </div>
    </Banner>
  );
}
