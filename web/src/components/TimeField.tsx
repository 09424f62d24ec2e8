/** A time of day, typed. The browser's own field answers nothing for a time that is half written, as it does for none. */
import { useSay } from "../i18n/say";
import { timeReading } from "../i18n/readings/time";
import { ReadField, type ReadFieldProps } from "./ReadField";

type TimeFieldProps = Pick<ReadFieldProps<string>, "label" | "value" | "onChange" | "isDisabled" | "isRequired">;

export function TimeField(props: TimeFieldProps) {
  const say = useSay();
  return <ReadField {...props} inputMode="text" placeholder="14:30" read={(text) => timeReading(say, text)} write={(time) => time} />;
}
