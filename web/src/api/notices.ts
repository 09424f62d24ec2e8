/** What the bell says, what of it was seen or done, and whether the morning's email is wanted. */
import { generatedApi, type NoticeShown } from "./generated";

export type Notice = NoticeShown;

const noticesApi = generatedApi.enhanceEndpoints({
  endpoints: {
    listNotices: {
      // By what they are about, too: a change of it may settle them.
      providesTags: (told) => ["Notice", ...(told?.data ?? []).map(({ targetId }) => ({ type: "Notice" as const, id: targetId }))],
    },
    readNotices: { invalidatesTags: ["Notice"] },
    finishNotices: { invalidatesTags: ["Notice"] },
    getDigestChoice: { providesTags: ["Digest"] },
    chooseDigest: { invalidatesTags: ["Digest"] },
  },
});

export const { useListNoticesQuery, useReadNoticesMutation, useFinishNoticesMutation, useGetDigestChoiceQuery, useChooseDigestMutation } = noticesApi;
