/** `/vendors`: who does work for the account. */
import { PlainPage } from "../../lists/plain/PlainPage";
import { VENDORS } from "./screen";

export default function Vendors() {
  return <PlainPage screen={VENDORS} />;
}
