/** Where a vendor is paid, in the form. */
import { TextField } from "../../components/Field";
import { useSay } from "../../i18n/say";
import styles from "../../lists/Items.module.css";
import type { BankAccount, VendorPayload } from "../../payloads/vendor";

interface InputsProps {
  value: VendorPayload;
  change: (part: Partial<VendorPayload>) => void;
}

export default function BankInputs({ value: { bank = {} }, change: changeVendor }: InputsProps) {
  const say = useSay();
  const change = (part: BankAccount) => changeVendor({ bank: { ...bank, ...part } });
  return (
    <fieldset className={styles["lines"]}>
      <legend>{say("vendors.bank", "Bank account")}</legend>
      <TextField label={say("vendors.bankName", "Bank")} maxLength={200} value={bank.name ?? ""} onChange={(name) => change({ name })} />
      <div className={styles["pair"]}>
        <TextField label={say("vendors.iban", "IBAN or account number")} mono maxLength={60} value={bank.iban ?? ""} onChange={(iban) => change({ iban })} />
        <TextField label={say("vendors.bic", "BIC")} mono maxLength={20} value={bank.bic ?? ""} onChange={(bic) => change({ bic })} />
      </div>
    </fieldset>
  );
}
