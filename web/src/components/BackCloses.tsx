/** Within what stands in front of a page: on a phone, Back closes it. */
import { useEffect, useRef } from "react";

import { standsInFront, type InFront } from "./back";
import { useNarrow } from "./useNarrow";

export function BackCloses({ close }: InFront) {
  const narrow = useNarrow();
  const one = useRef<InFront>({ close });

  useEffect(() => {
    one.current.close = close;
  });
  useEffect(() => (narrow ? standsInFront(one.current) : undefined), [narrow]);

  return null;
}
