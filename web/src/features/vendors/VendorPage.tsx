/** `/vendors/:id`: one vendor as a page of its own. */
import { PlainItemPage } from "../../lists/plain/PlainItemPage";
import { VENDORS } from "./screen";

export default function VendorPage() {
  return <PlainItemPage screen={VENDORS} />;
}
