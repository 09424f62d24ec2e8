/** Vendors: what they say is sealed, and nothing else about them is in the clear. */
import type { ApiFailure } from "./failure";
import { syncItems, type Synced } from "./itemSync";
import { whole, type PlainItem } from "./plainItems";
import { workspaceApi, type ItemPage } from "./workspace.generated";

export const vendorsApi = workspaceApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection, as with documents. */
      allVendors: build.query<Synced<PlainItem>, void>({
        queryFn: (_none, { getState }, _options, query) =>
          syncItems(
            async (asked) => (await query({ url: "/api/vendors", params: { ...asked } })) as { data: ItemPage } | { error: ApiFailure },
            whole,
            lastAnswer(getState()),
          ),
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

const lastAnswer = (state: unknown): Synced<PlainItem> | undefined =>
  vendorsApi.endpoints.allVendors.select()(state as State).data;

export const { useAllVendorsQuery, useLazyListVendorsQuery, useCreateVendorMutation, useUpdateVendorMutation, useDeleteVendorMutation } =
  vendorsApi;
