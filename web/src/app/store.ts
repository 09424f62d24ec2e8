/** The store: answers of the server as they came, and nothing secret. */
import { configureStore } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";

import { arriving } from "../api/arriving";
import { baseApi } from "../api/baseApi";
import { acts } from "../lists/acts";

export const store = configureStore({
  reducer: { [baseApi.reducerPath]: baseApi.reducer, arriving, acts },
  middleware: (defaults) => defaults().concat(baseApi.middleware),
  devTools: import.meta.env.DEV,
});

setupListeners(store.dispatch);
