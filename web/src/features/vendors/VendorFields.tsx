/** The form of a vendor. */
import { useState } from "react";

import { DateField } from "../../components/DateField";
import { TextField } from "../../components/Field";
import { Select } from "../../components/Select";
import { Switch } from "../../components/Switch";
import { useSay } from "../../i18n/say";
import styles from "../../items/Items.module.css";
import type { FieldsProps } from "../../items/plain/screen";
import { ReachFields } from "../../items/reach/ReachFields";
import { TagsField } from "../../items/TagsField";
import type { VendorContract, VendorPayload } from "../../payloads/vendor";
import { useDates, useToday } from "../../session/useSession";
import { readAmount, writeAmount } from "./money";
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
  const [typed, setTyped] = useState(amount ? writeAmount(amount.minor, amount.currency) : "");
  const minor = readAmount(typed, currency);

  function setAmount(text: string, unit: string) {
    const read = readAmount(text, unit);
    change({ amount: read === null ? undefined : { minor: read, currency: unit } });
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
        <TextField
          label={say("vendors.noticeDays", "Days of notice")}
          inputMode="numeric"
          maxLength={4}
          value={noticeDays === undefined ? "" : String(noticeDays)}
          onChange={(text) => /^\d{0,4}$/.test(text) && change({ noticeDays: text === "" ? undefined : Number(text) })}
        />
        <TextField
          label={say("vendors.amount", "Amount")}
          inputMode="decimal"
          maxLength={20}
          error={typed.trim() && minor === null ? say("vendors.noAmount", "Enter a valid amount.") : undefined}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setAmount(text, currency);
          }}
        />
      </div>
      <div className={styles["pair"]}>
        <Select
          label={say("vendors.currency", "Currency")}
          options={[...new Set([...CURRENCIES, currency])].map((unit) => ({ value: unit, label: unit }))}
          value={currency}
          onChange={(unit) => {
            setCurrency(unit);
            setAmount(typed, unit);
          }}
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
