/** The accounts elsewhere that one can sign in with. The whole page leaves for them and comes back. */
import { useEffect, useState } from "react";

import { leaveFor, type Provider } from "../../api/auth";
import { Button } from "../../components/Button";
import { useSay } from "../../i18n/say";
import { PROVIDERS } from "../../identity/providers";
import { keepReturnUrl, returnUrl } from "../../session/place";
import styles from "./signin.module.css";

interface ProviderButtonsProps {
  providers: readonly Provider[];
  onTry: () => void;
  onRefused: (reason: unknown) => void;
}

export default function ProviderButtons({ providers, onTry, onRefused }: ProviderButtonsProps) {
  const say = useSay();
  const [leaving, setLeaving] = useState<Provider>();

  // Whoever comes back by the browser's own button finds the page as it was left.
  useEffect(() => {
    const stay = () => setLeaving(undefined);
    addEventListener("pageshow", stay);
    return () => removeEventListener("pageshow", stay);
  }, []);

  async function leave(provider: Provider) {
    setLeaving(provider);
    onTry();
    // Over a page whose session has ended, that page is where to go on.
    if (location.pathname !== "/login") keepReturnUrl(location.pathname + location.search);
    try {
      location.assign(await leaveFor(provider, returnUrl() === null ? "/dashboard" : "/"));
    } catch (reason) {
      setLeaving(undefined);
      onRefused(reason);
    }
  }

  return (
    <>
      <p className={styles["or"]}>{say("login.or", "or")}</p>
      <div className={styles["two"]}>
        {providers.map((provider) => (
          <Button
            key={provider}
            size="large"
            aria-label={say("login.continueWith", "Continue with {provider}", { provider: PROVIDERS[provider].name })}
            isPending={leaving === provider}
            onPress={() => void leave(provider)}
          >
            {PROVIDERS[provider].mark}
            {PROVIDERS[provider].name}
          </Button>
        ))}
      </div>
    </>
  );
}
