/** Contacts: what they say is sealed, and nothing else about them is in the clear. */
import { collection, type Synced } from "./itemSync";
import { answered, type PlainAnswer } from "./plainItems";
import { workspaceApi, type Item } from "./workspace.generated";

export const contactsApi = workspaceApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection, as with documents. */
      allContacts: build.query<Synced<PlainAnswer>, void>({
        ...collection<Item, PlainAnswer>("contact", (body) => ({ url: "/contact", method: "POST", body }), answered, lastAnswer),
        providesTags: ["Contact"],
      }),
    }),
  })
  .enhanceEndpoints({
    endpoints: {
      createContact: { extraOptions: { reads: true }, invalidatesTags: ["Contact"] },
      updateContacts: { extraOptions: { reads: true }, invalidatesTags: ["Contact"] },
      deleteContacts: { extraOptions: { reads: true }, invalidatesTags: ["Contact"] },
    },
  });

type State = Parameters<ReturnType<typeof contactsApi.endpoints.allContacts.select>>[0];

function lastAnswer(state: unknown): Synced<PlainAnswer> | undefined {
  return contactsApi.endpoints.allContacts.select()(state as State).data;
}

export const { useAllContactsQuery, useCreateContactMutation, useUpdateContactsMutation, useDeleteContactsMutation } = contactsApi;
