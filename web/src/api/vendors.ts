/** Vendors: what they say is sealed, and nothing else about them is in the clear. */
import { collection, type Synced } from "./itemSync";
import { whole, type PlainItem } from "./plainItems";
import { workspaceApi, type ShownItem } from "./workspace.generated";

export const vendorsApi = workspaceApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection, as with documents. */
      allVendors: build.query<Synced<PlainItem>, void>({
        ...collection<ShownItem, PlainItem>((asked) => ({ url: "/api/vendors", params: { ...asked } }), whole, lastAnswer),
        providesTags: ["Vendor"],
      }),
    }),
  })
  .enhanceEndpoints({
    endpoints: {
      createVendor: { invalidatesTags: ["Vendor"] },
      updateVendor: { invalidatesTags: ["Vendor"] },
      deleteVendor: { invalidatesTags: ["Vendor"] },
    },
  });

type State = Parameters<ReturnType<typeof vendorsApi.endpoints.allVendors.select>>[0];

function lastAnswer(state: unknown): Synced<PlainItem> | undefined {
  return vendorsApi.endpoints.allVendors.select()(state as State).data;
}

export const { useAllVendorsQuery, useLazyListVendorsQuery, useCreateVendorMutation, useUpdateVendorMutation, useDeleteVendorMutation } =
  vendorsApi;
