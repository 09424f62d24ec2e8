/** The contract with a vendor, in the form. */
import { useState } from "react";

import { DateField } from "../../components/DateField";
import { NumberField } from "../../components/NumberField";
import { ReadField } from "../../components/ReadField";
import { Select } from "../../components/Select";
import { Switch } from "../../components/Switch";
import { useSay } from "../../i18n/say";
import styles from "../../lists/Items.module.css";
import type { VendorContract, VendorPayload } from "../../payloads/vendor";
import { amountReading, readAmount, writeAmount } from "../../i18n/readings/money";
import { useDates, useToday } from "../../session/useSession";
import { EVERY, everyWord } from "./words";

const CURRENCIES = ["EUR", "GBP", "USD", "CHF", "AED", "SAR", "JPY"] as const;

interface InputsProps {
  value: VendorPayload;
  change: (part: Partial<VendorPayload>) => void;
}

export default function ContractInputs({ value: { contract = {} }, change: changeVendor }: InputsProps) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const { startOn, endOn, noticeDays, autoRenew, amount, every } = contract;
  const [currency, setCurrency] = useState(amount?.currency ?? "EUR");
  const change = (part: Partial<VendorContract>) => changeVendor({ contract: { ...contract, ...part } });

  /** The same figure in another currency; where it has no such digits, the field says so. */
  function setUnit(unit: string) {
    setCurrency(unit);
    const minor = amount && readAmount(writeAmount(amount.minor, amount.currency), unit);
    if (minor !== undefined && minor !== null) change({ amount: { minor, currency: unit } });
  }

  return (
    <fieldset className={styles["lines"]}>
      <legend>{say("vendors.contract", "Contract")}</legend>
      <div className={styles["pair"]}>
        <DateField
          label={say("vendors.startOn", "Starts on")}
          value={startOn ?? null}
          onChange={(day) => change({ startOn: day ?? undefined })}
          settings={dates}
          today={today}
        />
        <DateField
          label={say("vendors.endOn", "Ends on")}
          value={endOn ?? null}
          onChange={(day) => change({ endOn: day ?? undefined })}
          settings={dates}
          today={today}
        />
      </div>
      <div className={styles["pair"]}>
        <NumberField
          label={say("vendors.noticeDays", "Days of notice")}
          least={0}
          most={9999}
          value={noticeDays ?? null}
          onChange={(days) => change({ noticeDays: days ?? undefined })}
        />
        <ReadField
          label={say("vendors.amount", "Amount")}
          inputMode="decimal"
          value={amount?.minor ?? null}
          onChange={(minor) => change({ amount: minor === null ? undefined : { minor, currency } })}
          read={(text) => amountReading(say, text, currency)}
          write={(minor) => writeAmount(minor, currency)}
        />
      </div>
      <div className={styles["pair"]}>
        <Select
          label={say("vendors.currency", "Currency")}
          options={[...new Set([...CURRENCIES, currency])].map((unit) => ({ value: unit, label: unit }))}
          value={currency}
          onChange={setUnit}
        />
        <Select
          label={say("vendors.every", "Paid")}
          placeholder={say("documents.none", "None")}
          options={EVERY.map((one) => ({ value: one, label: everyWord(say, one) }))}
          value={every ?? null}
          onChange={(next) => change({ every: next })}
        />
      </div>
      <Switch isSelected={autoRenew ?? false} onChange={(next) => change({ autoRenew: next })}>
        {say("vendors.autoRenew", "Renews automatically unless cancelled")}
      </Switch>
    </fieldset>
  );
}
