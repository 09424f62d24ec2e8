/** `/contacts`: people and organisations that the account has to do with. */
import { PlainPage } from "../../lists/plain/PlainPage";
import { CONTACTS } from "./screen";

export default function Contacts() {
  return <PlainPage screen={CONTACTS} />;
}
