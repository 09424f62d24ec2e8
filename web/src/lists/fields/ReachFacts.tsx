/** Mail, telephone and places as they are read: each can be copied, and the first two lead out of the app. */
import { CopyButton } from "../../components/CopyButton";
import { Fact } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import styles from "../Items.module.css";
import { addressLines, type Reachable } from "../../payloads/base";
import { labelWord } from "./labels";

interface FactsProps {
  payload: Reachable;
}

export function EmailFacts({ payload: { emails = [] } }: FactsProps) {
  const say = useSay();
  if (emails.length === 0) return null;
  return (
    <Fact name={say("reach.emails", "Email addresses")}>
      {emails.map(({ address, label }) => (
        <span key={address} className={styles["said"]}>
          <a className="link" href={`mailto:${encodeURIComponent(address).replace("%40", "@")}`}>
            <bdi>{address}</bdi>
          </a>
          <Label of={label} />
          <CopyButton text={address} what={say("reach.email", "Email address")} />
        </span>
      ))}
    </Fact>
  );
}

export function PhoneFacts({ payload: { phones = [] } }: FactsProps) {
  const say = useSay();
  if (phones.length === 0) return null;
  return (
    <Fact name={say("reach.phones", "Phone numbers")}>
      {phones.map(({ number, label }) => (
        <span key={number} className={styles["said"]}>
          <a className="link num" href={`tel:${number.replace(/[^0-9+]/g, "")}`}>
            <bdi dir="ltr">{number}</bdi>
          </a>
          <Label of={label} />
          <CopyButton text={number} what={say("reach.phone", "Phone number")} />
        </span>
      ))}
    </Fact>
  );
}

export function AddressFacts({ payload: { addresses = [] } }: FactsProps) {
  const say = useSay();
  if (addresses.length === 0) return null;
  return (
    <Fact name={say("reach.addresses", "Addresses")}>
      {addresses.map((address) => {
        const lines = addressLines(address);
        return (
          <span key={lines.join("\n")} className={styles["said"]}>
            <span dir="auto">
              {lines.map((line) => (
                <span key={line} style={{ display: "block" }}>
                  {line}
                </span>
              ))}
            </span>
            <Label of={address.label} />
            <CopyButton text={lines.join("\n")} what={say("reach.address", "Address")} />
          </span>
        );
      })}
    </Fact>
  );
}

function Label({ of }: { of: string | undefined }) {
  const say = useSay();
  return of && <span className="hint">{labelWord(say, of)}</span>;
}
