/** Who signed in is asked for after the signing in, also when an answer from before it is still on its way. */
import { configureStore } from "@reduxjs/toolkit";
import { afterEach, expect, test, vi } from "vitest";

import { authApi } from "../api/auth";
import { baseApi } from "../api/baseApi";
import { aSessionAnswer } from "./testing";
import { askForSession } from "./useSessionChange";

afterEach(() => vi.unstubAllGlobals());

test("an answer that began before is waited for, and asked for again", async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (all) => all().concat(baseApi.middleware),
  });
  const before = store.dispatch(authApi.endpoints.getSession.initiate({}));

  const asked = askForSession(store.dispatch);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(new Response("null"));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(new Response(JSON.stringify(aSessionAnswer("s", "u", null))));
  await asked;

  const { data } = authApi.endpoints.getSession.select({})(store.getState());
  expect(data).toMatchObject({ user: { id: "u" } });
  before.unsubscribe();
});
