/** Mail, telephone and places as they are read: each can be copied, and the first two lead out of the app. */
import { CopyButton } from "../../components/CopyButton";
import { Fact } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import { addressLines, type Reachable } from "../../payloads/base";
import styles from "../Items.module.css";
import { labelWord } from "./labels";

export function ReachFacts({ emails = [], phones = [], addresses = [] }: Reachable) {
  const say = useSay();
  const label = (used: string | undefined) => used && <span className="hint">{labelWord(say, used)}</span>;
  return (
    <>
      {emails.length > 0 && (
        <Fact name={say("reach.emails", "Email addresses")}>
          {emails.map(({ address, label: used }) => (
            <span key={address} className={styles["said"]}>
              <a className="link" href={`mailto:${encodeURIComponent(address).replace("%40", "@")}`}>
                <bdi>{address}</bdi>
              </a>
              {label(used)}
              <CopyButton text={address} what={say("reach.email", "Email address")} />
            </span>
          ))}
        </Fact>
      )}
      {phones.length > 0 && (
        <Fact name={say("reach.phones", "Phone numbers")}>
          {phones.map(({ number, label: used }) => (
            <span key={number} className={styles["said"]}>
              <a className="link num" href={`tel:${number.replace(/[^0-9+]/g, "")}`}>
                <bdi dir="ltr">{number}</bdi>
              </a>
              {label(used)}
              <CopyButton text={number} what={say("reach.phone", "Phone number")} />
            </span>
          ))}
        </Fact>
      )}
      {addresses.length > 0 && (
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
                {label(address.label)}
                <CopyButton text={lines.join("\n")} what={say("reach.address", "Address")} />
              </span>
            );
          })}
        </Fact>
      )}
    </>
  );
}
