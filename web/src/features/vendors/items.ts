/** How vendors are asked for together with other kinds, and what is said of them there. */
import { vendorsApi } from "../../api/vendors";
import type { KindItems } from "../../lists/kinds/card";
import { IS_HERE, wholeList } from "../../lists/kinds/listed";
import type { VendorPayload } from "../../payloads/vendor";

export const vendorItems = {
  kind: "vendor",
  useAll: (unless) => wholeList(vendorsApi.endpoints.allVendors.useQuery(undefined, unless)),
  useIsHere: () => vendorsApi.endpoints.allVendors.useQueryState(undefined, IS_HERE).here,
  word: (say) => say("palette.vendor", "Vendor"),
  logged: (say) => say("audit.kind.vendor", "Vendor"),
  fresh: (say) => say("vendors.new", "New vendor"),
  counted: (say, count) => say("home.vendors", "{count, plural, one {a vendor} other {# vendors}}", { count }),
  reached: ({ name, emails, tags }: VendorPayload) => ({ name, firstName: "", organization: name, emails, tags }),
  group: "contacts",
  acts: {
    created: (say) => say("audit.vendor.created", "added a vendor"),
    revised: (say) => say("audit.vendor.revised", "changed a vendor"),
    audience_changed: (say) => say("audit.vendor.audience_changed", "changed which roles can open a vendor"),
    shared: (say) => say("audit.vendor.shared", "gave more roles access to a vendor"),
    archived: (say) => say("audit.vendor.archived", "archived a vendor"),
    unarchived: (say) => say("audit.vendor.unarchived", "unarchived a vendor"),
    deleted: (say) => say("audit.vendor.deleted", "deleted a vendor"),
    restored: (say) => say("audit.vendor.restored", "restored a vendor"),
    purged: (say) => say("audit.vendor.purged", "deleted a vendor for good"),
  },
} as const satisfies KindItems;
