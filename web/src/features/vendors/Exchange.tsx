/** Vendors out of the app, many at once. The file is written on this device. */
import { Download, Ellipsis } from "lucide-react";

import { Button } from "../../components/Button";
import { Menu, MenuItem } from "../../components/Menu";
import { useSay } from "../../i18n/say";
import { useSaveList } from "../../lists/saveList";
import type { MoreProps } from "../../lists/plain/screen";
import type { VendorPayload } from "../../payloads/vendor";
import { useDates } from "../../session/useSession";
import { vendorFields } from "./fields";

export function Exchange({ count, read }: MoreProps<VendorPayload>) {
  const say = useSay();
  const dates = useDates();
  const save = useSaveList("vendor", read);
  if (count === 0) return null;
  const label = say("vendors.exchange", "Export");

  function asCsv() {
    return save({
      name: "vendors",
      ending: "csv",
      failed: say("vendors.exportFailed", "No vendors were exported"),
      write: async (vendors) => (await import("../../lists/fields/table")).tableOf(vendorFields(say), vendors, dates),
    });
  }
  return (
    <Menu
      label={label}
      trigger={
        <Button icon aria-label={label}>
          <Ellipsis />
        </Button>
      }
    >
      <MenuItem icon={Download} label={say("contacts.exportCsv", "Export as CSV")} onAction={() => void asCsv()} />
    </Menu>
  );
}
