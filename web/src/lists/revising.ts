/** Saving is a part by itself: nobody saves what they have not seen yet, so it comes behind what it is for. */
import { useEffect } from "react";

export const revising = () => import("./revise");

/** Where something can be saved. */
export function useRevisingSoon(): void {
  useEffect(() => void revising().catch(() => undefined), []);
}
