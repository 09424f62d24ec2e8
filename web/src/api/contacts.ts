/** Contacts: what they say is sealed, and nothing else about them is in the clear. */
import type { ApiFailure } from "./failure";
import { syncItems, type Synced } from "./itemSync";
import { whole, type PlainItem } from "./plainItems";
import { workspaceApi, type ItemPage } from "./workspace.generated";

export const contactsApi = workspaceApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection, as with documents. */
      allContacts: build.query<Synced<PlainItem>, void>({
        queryFn: (_none, { getState }, _options, query) =>
          syncItems(
            async (body) => (await query({ url: "/contact", method: "POST", body })) as { data: ItemPage } | { error: ApiFailure },
            whole,
            lastAnswer(getState()),
          ),
        providesTags: ["Contact"],
      }),
    }),
  })
  .enhanceEndpoints({
    endpoints: {
      createContact: { invalidatesTags: ["Contact"] },
      updateContacts: { invalidatesTags: ["Contact"] },
      deleteContacts: { invalidatesTags: ["Contact"] },
    },
  });

type State = Parameters<ReturnType<typeof contactsApi.endpoints.allContacts.select>>[0];

const lastAnswer = (state: unknown): Synced<PlainItem> | undefined =>
  contactsApi.endpoints.allContacts.select()(state as State).data;

export const { useAllContactsQuery, useCreateContactMutation, useUpdateContactsMutation, useDeleteContactsMutation } = contactsApi;
