/** RTK Query over our one way out; every endpoint of the product is injected into it. */
import { createApi, type BaseQueryFn } from "@reduxjs/toolkit/query/react";

import { failureOf, type ApiFailure } from "./failure";
import { call, type AnswerForm } from "./http";

/** The arguments as generated endpoints write them. */
export interface Request {
  url: string;
  method?: string;
  body?: unknown;
  params?: Record<string, unknown> | undefined;
  /** Whether a question about who is there may come up for this; see `Call`. */
  asks?: boolean;
  form?: AnswerForm;
}

/** Of a mutation: that the app reads what is answered; see `Call`. Which do stands in `answersRead.json`. */
interface Extra {
  reads?: boolean;
}

const baseQuery: BaseQueryFn<string | Request, unknown, ApiFailure, Extra> = async (request, { signal, type }, { reads = type === "query" } = {}) => {
  const { url, method, body, params, asks, form } = typeof request === "string" ? ({ url: request } as Request) : request;
  try {
    const { data } = await call({
      path: url,
      body,
      query: params,
      form,
      signal,
      reads,
      queries: type === "query",
      ...(method ? { method } : {}),
      ...(asks === undefined ? {} : { asks }),
    });
    return { data };
  } catch (caught) {
    return { error: failureOf(caught) };
  }
};

export const TAGS = [
  "Session",
  "Account",
  "Member",
  "Role",
  "Invitation",
  "Document",
  "Contact",
  "Vendor",
  "Profile",
  "Topic",
  "Status",
  "SavedFilter",
  "Task",
  "KeyWraps",
  "Passkey",
  "OwnSession",
  "SignInMethod",
  "Audit",
  "Suspicious",
  "Notice",
  "Person",
  "PersonSession",
  "Email",
  "Digest",
] as const;

export type Tag = (typeof TAGS)[number];

export const baseApi = createApi({
  reducerPath: "api",
  baseQuery,
  tagTypes: TAGS,
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
});
