/** Mail, telephone and places in a form. */
import { Select } from "../../components/Select";
import { TextField } from "../../components/Field";
import { useSay } from "../../i18n/say";
import type { PostalAddress, Reachable } from "../../payloads/base";
import { emailFault, phoneFault } from "../../readings/contact";
import styles from "../Items.module.css";
import { labelOptions } from "./labels";
import { Lines } from "./Lines";

interface ReachFieldsProps {
  value: Reachable;
  change: (part: Reachable) => void;
}

export function ReachFields({ value: { emails = [], phones = [], addresses = [] }, change }: ReachFieldsProps) {
  const say = useSay();
  const label = (used: string | undefined, onChange: (label: string) => void) => (
    <Select
      label={say("reach.label", "Label")}
      unlabelled
      placeholder={say("reach.label", "Label")}
      options={labelOptions(say, used)}
      value={used ?? null}
      onChange={onChange}
    />
  );
  return (
    <>
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
            {label(entry.label, (chosen) => set({ label: chosen }))}
            {remove}
          </div>
        )}
      </Lines>
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
            {label(entry.label, (chosen) => set({ label: chosen }))}
            {remove}
          </div>
        )}
      </Lines>
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
              {label(entry.label, (chosen) => set({ label: chosen }))}
              {remove}
            </div>
          </div>
        )}
      </Lines>
    </>
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
