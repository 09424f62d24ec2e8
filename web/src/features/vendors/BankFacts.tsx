/** Where a vendor is paid, to be read and copied. */
import { CopyButton } from "../../components/CopyButton";
import { Fact } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import styles from "../../lists/Items.module.css";
import type { VendorPayload } from "../../payloads/vendor";

export function BankFacts({ payload: { bank } }: { payload: VendorPayload }) {
  const say = useSay();
  const { name, iban, bic } = bank ?? {};
  if (!name && !iban && !bic) return null;
  return (
    <Fact name={say("vendors.bank", "Bank account")}>
      {name && <bdi className={styles["said"]}>{name}</bdi>}
      {iban && <Number text={iban} what={say("vendors.iban", "IBAN or account number")} />}
      {bic && <Number text={bic} what={say("vendors.bic", "BIC")} />}
    </Fact>
  );
}

function Number({ text, what }: { text: string; what: string }) {
  return (
    <span className={styles["said"]}>
      <bdi className="mono">{text}</bdi>
      <CopyButton text={text} what={what} />
    </span>
  );
}
