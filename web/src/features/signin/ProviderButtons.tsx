/** The accounts elsewhere that one can sign in with. The whole page leaves for them and comes back. */
import { useEffect, useState } from "react";

import { leaveFor, type Provider } from "../../api/auth";
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { FromServer } from "../../components/ServerWord";
import { useSay } from "../../i18n/say";
import { strangePlace } from "../../session/identity/leaving";
import { PROVIDERS } from "../../session/identity/providers";
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
  const [strange, setStrange] = useState<Strange | null>(null);

  // Whoever comes back by the browser's own button finds the page as it was left.
  useEffect(() => {
    const stay = () => setLeaving(undefined);
    addEventListener("pageshow", stay);
    return () => removeEventListener("pageshow", stay);
  }, []);

  async function leave(provider: Provider) {
    setLeaving(provider);
    setStrange(null);
    onTry();
    // Over a page whose session has ended, that page is where to go on.
    if (location.pathname !== "/login") keepReturnUrl(location.pathname + location.search);
    try {
      const address = await leaveFor(provider, returnUrl() === null ? "/dashboard" : "/");
      const host = strangePlace(provider, address);
      if (host === null) return location.assign(address);
      setLeaving(undefined);
      setStrange({ provider, address, host });
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
      {strange && <Question {...strange} onClose={() => setStrange(null)} />}
    </>
  );
}

interface Strange {
  provider: Provider;
  address: string;
  host: string;
}

/** The server names a place that is not the provider's: what is typed there is read by whoever runs it. */
function Question({ provider, address, host, onClose }: Strange & { onClose: () => void }) {
  const say = useSay();
  const { name } = PROVIDERS[provider];
  return (
    <FromServer>
      <Banner tone="warn" urgent title={say("login.strange", "{name} sign-in leads to {host}", { name, host })}>
        <p>{say("login.strangeWhat", "This is not {name}’s own address. Continue only if you know who runs it.", { name })}</p>
        <div className={styles["two"]}>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button onPress={() => location.assign(address)}>{say("login.strangeOn", "Continue to {host}", { host })}</Button>
        </div>
      </Banner>
    </FromServer>
  );
}
