/** The error of a provider sign-in, above the form. Removed from the URL, and cleared at the next attempt. */
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";

import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import LoginForm from "./LoginForm";
import { returnedFault } from "./returned";

export default function Returned({ error }: { error: string }) {
  const say = useSay();
  const [, setQuery] = useSearchParams();
  const detail = returnedFault(say, error);
  const [before] = useState(() => (detail === undefined ? undefined : { title: failureTitle(say, "login"), detail }));

  useEffect(() => {
    setQuery(
      (query) => {
        query.delete("error");
        query.delete("error_description");
        return query;
      },
      { replace: true },
    );
  }, [setQuery]);

  return <LoginForm before={before} />;
}
