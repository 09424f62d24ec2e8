/** The store's dispatch, as far as calls need it. */
import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";

export type AppDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;
