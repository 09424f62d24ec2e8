/** A whole number within limits. */
import { useSay } from "../i18n/say";
import { wholeReading, type Limits } from "../i18n/readings/number";
import { ReadField, type ReadFieldProps } from "./ReadField";

type NumberFieldProps = Pick<ReadFieldProps<number>, "label" | "value" | "onChange" | "isRequired"> & Limits;

export function NumberField({ least, most, ...rest }: NumberFieldProps) {
  const say = useSay();
  return <ReadField {...rest} inputMode="numeric" read={(text) => wholeReading(say, text, { least, most })} write={String} />;
}
