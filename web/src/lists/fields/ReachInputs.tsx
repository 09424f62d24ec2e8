/** Mail, telephone and places in a form: several of each. */
import { Select } from "../../components/Select";
import { TextField } from "../../components/Field";
import { useSay } from "../../i18n/say";
import styles from "../Items.module.css";
import type { PostalAddress, Reachable } from "../../payloads/base";
import { emailFault, phoneFault } from "../../i18n/readings/contact";
import { labelOptions } from "./labels";
import { Lines } from "./Lines";

interface InputsProps {
  value: Reachable;
  change: (part: Reachable) => void;
}

export function EmailInputs({ value: { emails = [] }, change }: InputsProps) {
  const say = useSay();
  return (
    <Lines
      legend={say("reach.emails", "Email addresses")}
      add={say("reach.addEmail", "Add an email address")}
      entries={emails}
      blank={{ address: "" }}
      onChange={(next) => change({ emails: next })}
    >
      {({ entry, change: set, remove }) => (
        <div className={styles["entry"]}>
          <TextField
            label={say("reach.email", "Email address")}
            unlabelled
            type="email"
            maxLength={254}
            value={entry.address}
            check={(text) => emailFault(say, text)}
            onChange={(address) => set({ address })}
          />
          <Label used={entry.label} onChange={(label) => set({ label })} />
          {remove}
        </div>
      )}
    </Lines>
  );
}

export function PhoneInputs({ value: { phones = [] }, change }: InputsProps) {
  const say = useSay();
  return (
    <Lines
      legend={say("reach.phones", "Phone numbers")}
      add={say("reach.addPhone", "Add a phone number")}
      entries={phones}
      blank={{ number: "" }}
      onChange={(next) => change({ phones: next })}
    >
      {({ entry, change: set, remove }) => (
        <div className={styles["entry"]}>
          <TextField
            label={say("reach.phone", "Phone number")}
            unlabelled
            type="tel"
            maxLength={60}
            value={entry.number}
            check={(text) => phoneFault(say, text)}
            onChange={(number) => set({ number })}
          />
          <Label used={entry.label} onChange={(label) => set({ label })} />
          {remove}
        </div>
      )}
    </Lines>
  );
}

export function AddressInputs({ value: { addresses = [] }, change }: InputsProps) {
  const say = useSay();
  return (
    <Lines
      legend={say("reach.addresses", "Addresses")}
      add={say("reach.addAddress", "Add an address")}
      entries={addresses}
      blank={{ street: "" }}
      onChange={(next) => change({ addresses: next })}
    >
      {({ entry, change: set, remove }) => (
        <div className={styles["block"]}>
          <Part name={say("reach.street", "Street and number")} value={entry.street} onChange={(street) => set({ street })} />
          <Part name={say("reach.postcode", "Postcode")} value={entry.postcode} onChange={(postcode) => set({ postcode })} />
          <Part name={say("reach.locality", "Town")} value={entry.locality} onChange={(locality) => set({ locality })} />
          <Part name={say("reach.region", "Region")} value={entry.region} onChange={(region) => set({ region })} />
          <Part name={say("reach.country", "Country")} value={entry.country} onChange={(country) => set({ country })} />
          <div className={styles["entry"]}>
            <span />
            <Label used={entry.label} onChange={(label) => set({ label })} />
            {remove}
          </div>
        </div>
      )}
    </Lines>
  );
}

interface LabelProps {
  used: string | undefined;
  onChange: (label: string) => void;
}

function Label({ used, onChange }: LabelProps) {
  const say = useSay();
  return (
    <Select
      label={say("reach.label", "Label")}
      unlabelled
      placeholder={say("reach.label", "Label")}
      options={labelOptions(say, used)}
      value={used ?? null}
      onChange={onChange}
    />
  );
}

interface PartProps {
  name: string;
  value: PostalAddress[keyof PostalAddress];
  onChange: (value: string) => void;
}

function Part({ name, value, onChange }: PartProps) {
  return <TextField label={name} maxLength={200} value={value ?? ""} onChange={onChange} />;
}
