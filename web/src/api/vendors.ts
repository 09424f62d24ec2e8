/** Vendors: what they say is sealed, and nothing else about them is in the clear. */
import { collection, type Synced } from "./itemSync";
import { answered, type PlainAnswer } from "./plainItems";
import { workspaceApi, type Item } from "./workspace.generated";

export const vendorsApi = workspaceApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection, as with documents. */
      allVendors: build.query<Synced<PlainAnswer>, void>({
        ...collection<Item, PlainAnswer>("vendor", (asked) => ({ url: "/api/vendors", params: { ...asked } }), answered, lastAnswer),
        providesTags: ["Vendor"],
      }),
    }),
  })
  .enhanceEndpoints({
    endpoints: {
      createVendor: { invalidatesTags: ["Vendor"] },
      updateVendor: { extraOptions: { reads: true }, invalidatesTags: ["Vendor"] },
      deleteVendor: { invalidatesTags: ["Vendor"] },
    },
  });

type State = Parameters<ReturnType<typeof vendorsApi.endpoints.allVendors.select>>[0];

function lastAnswer(state: unknown): Synced<PlainAnswer> | undefined {
  return vendorsApi.endpoints.allVendors.select()(state as State).data;
}

export const { useAllVendorsQuery, useLazyListVendorsQuery, useCreateVendorMutation, useUpdateVendorMutation, useDeleteVendorMutation } =
  vendorsApi;
