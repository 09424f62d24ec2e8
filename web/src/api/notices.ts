/** What the bell says, and what of it was seen. */
import { generatedApi, type NoticeShown } from "./generated";

export type Notice = NoticeShown;

const noticesApi = generatedApi.enhanceEndpoints({
  endpoints: {
    listNotices: { providesTags: ["Notice"] },
    readNotices: { invalidatesTags: ["Notice"] },
  },
});

export const { useListNoticesQuery, useReadNoticesMutation } = noticesApi;
