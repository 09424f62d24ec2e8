/** How many days before its last day a document is warned of, besides the days that hold for the whole account. */
import { ReadField } from "../../components/ReadField";
import { addDays, formatDay, type Day } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { useDiscloses } from "../../keyring/useDiscloses";
import { countsIn, dayCountsReading, writtenCounts } from "../../i18n/readings/dayCounts";
import { useDates, useSignedIn } from "../../session/useSession";

interface RemindFieldProps {
  value: readonly number[];
  expiresOn: Day | null;
  /** The day stands among the sealed words, so nobody can be warned of it. */
  isHidden?: boolean;
  onChange: (days: number[]) => void;
}

export function RemindField({ value, expiresOn, isHidden = false, onChange }: RemindFieldProps) {
  const say = useSay();
  const dates = useDates();
  const { account } = useSignedIn();
  const discloses = useDiscloses(account.disclosure);
  if (isHidden || discloses?.documentExpiry === false) return null;
  return (
    <ReadField<string>
      label={say("documents.remindDays", "Remind this many days before")}
      inputMode="text"
      // It stands there from the beginning: what came with the day would move the buttons below from under the pointer.
      isDisabled={expiresOn === null}
      value={value.length > 0 ? writtenCounts(value) : null}
      onChange={(written) => onChange(written === null ? [] : countsIn(written))}
      read={(text) => dayCountsReading(say, text)}
      write={(written) => written}
      hint={(reading) =>
        reading.is === "value" && expiresOn !== null
          ? countsIn(reading.value)
              .map((days) => formatDay(addDays(expiresOn, -days), dates))
              .join(" · ")
          : say("documents.remindHint", "Besides the days that hold for every document of this account. For example 14, 60")
      }
    />
  );
}
