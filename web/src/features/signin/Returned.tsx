/** Says once why a provider let nobody in, and takes that out of the address. */
import { useEffect } from "react";
import { useSearchParams } from "react-router";

import { tellFailure } from "../../components/notices";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { returnedFault } from "./returned";

export default function Returned({ error }: { error: string }) {
  const say = useSay();
  const [, setQuery] = useSearchParams();

  useEffect(() => {
    const fault = returnedFault(say, error);
    if (fault) tellFailure(failureTitle(say, "login"), fault);
    setQuery(
      (query) => {
        query.delete("error");
        query.delete("error_description");
        return query;
      },
      { replace: true },
    );
  }, [error, say, setQuery]);

  return null;
}
