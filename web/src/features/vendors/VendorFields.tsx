/** The form of a vendor. */
import { useState } from "react";

import { DateField } from "../../components/DateField";
import { TextField } from "../../components/Field";
import { NumberField } from "../../components/NumberField";
import { ReadField } from "../../components/ReadField";
import { Select } from "../../components/Select";
import { Switch } from "../../components/Switch";
import { useSay } from "../../i18n/say";
import styles from "../../items/Items.module.css";
import type { FieldsProps } from "../../items/plain/screen";
import { ReachFields } from "../../items/reach/ReachFields";
import { TagsField } from "../../items/TagsField";
import type { VendorContract, VendorPayload } from "../../payloads/vendor";
import { amountReading, readAmount, writeAmount } from "../../readings/money";
import { webFault } from "../../readings/contact";
import { useDates, useToday } from "../../session/useSession";
import { EVERY, everyWord } from "./words";

const CURRENCIES = ["EUR", "GBP", "USD", "CHF", "AED", "SAR", "JPY"] as const;
const RATINGS = [1, 2, 3, 4, 5] as const;

export default function VendorFields({ value, change, autoFocus }: FieldsProps<VendorPayload>) {
  const say = useSay();
  const { name, services, customerNumber, website, contract = {}, emergency, rating, notes, tags } = value;
  return (
    <>
      <TextField
        label={say("documents.name", "Name")}
        isRequired
        autoFocus={autoFocus}
        maxLength={200}
        value={name}
        onChange={(next) => change({ name: next })}
      />
      <TagsField label={say("vendors.services", "Services")} value={services} onChange={(next) => change({ services: next })} />
      <Switch isSelected={emergency ?? false} onChange={(next) => change({ emergency: next })}>
        {say("vendors.emergency", "Emergency number")}
      </Switch>
      <div className={styles["pair"]}>
        <TextField
          label={say("vendors.customerNumber", "Customer number")}
          mono
          maxLength={200}
          value={customerNumber ?? ""}
          onChange={(next) => change({ customerNumber: next })}
        />
        <TextField
          label={say("vendors.website", "Website")}
          type="url"
          maxLength={500}
          value={website ?? ""}
          check={(text) => webFault(say, text)}
          onChange={(next) => change({ website: next })}
        />
      </div>
      <ReachFields value={value} change={change} />
      <ContractFields value={contract} change={(part) => change({ contract: { ...contract, ...part } })} />
      <Select
        label={say("vendors.rating", "Rating")}
        placeholder={say("documents.none", "None")}
        options={RATINGS.map((one) => ({ value: String(one), label: say("vendors.stars", "{count} of 5", { count: one }) }))}
        value={rating === undefined ? null : String(rating)}
        onChange={(next) => change({ rating: RATINGS.find((one) => String(one) === next) ?? 3 })}
      />
      <TagsField label={say("documents.tags", "Tags")} value={tags ?? []} onChange={(next) => change({ tags: next })} />
      <TextField
        label={say("documents.notes", "Notes")}
        lines={4}
        maxLength={32_000}
        value={notes ?? ""}
        onChange={(next) => change({ notes: next })}
      />
    </>
  );
}

interface ContractFieldsProps {
  value: VendorContract;
  change: (part: Partial<VendorContract>) => void;
}

function ContractFields({ value, change }: ContractFieldsProps) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const { startOn, endOn, noticeDays, autoRenew, amount, every } = value;
  const [currency, setCurrency] = useState(amount?.currency ?? "EUR");

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
