/** `/contacts/:id`: one contact as a page of its own. */
import { PlainItemPage } from "../../lists/plain/PlainItemPage";
import { CONTACTS } from "./screen";

export default function ContactPage() {
  return <PlainItemPage screen={CONTACTS} />;
}
