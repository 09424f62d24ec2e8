/** The accounts elsewhere that one can sign in with. The whole page leaves for them and comes back. */
import { useEffect, useState, type ReactNode } from "react";

import { leaveFor, type Provider } from "../../api/auth";
import { Button } from "../../components/Button";
import { useSay } from "../../i18n/say";
import { keepReturnUrl, returnUrl } from "../../session/place";
import { tellRefused } from "./refused";
import styles from "./signin.module.css";

const PROVIDERS: Record<Provider, { name: string; mark: ReactNode }> = {
  google: { name: "Google", mark: <GoogleMark /> },
  microsoft: { name: "Microsoft", mark: <MicrosoftMark /> },
};

export default function ProviderButtons({ providers }: { providers: readonly Provider[] }) {
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
    // Over a page whose session has ended, that page is where to go on.
    if (location.pathname !== "/login") keepReturnUrl(location.pathname + location.search);
    try {
      location.assign(await leaveFor(provider, returnUrl() === null ? "/dashboard" : "/"));
    } catch (reason) {
      setLeaving(undefined);
      await tellRefused(say, "login", reason);
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

function GoogleMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 24 24" fill="none" strokeWidth="4" aria-hidden>
      <path stroke="#ea4335" d="M4.5 7.7A8.7 8.7 0 0 1 18.2 5.9" />
      <path stroke="#fbbc05" d="M4.5 16.3a8.7 8.7 0 0 1 0-8.6" />
      <path stroke="#34a853" d="M17.6 18.6A8.7 8.7 0 0 1 4.5 16.3" />
      <path stroke="#4285f4" d="M12 12h8.7a8.7 8.7 0 0 1-3.1 6.6" />
    </svg>
  );
}

function MicrosoftMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 24 24" aria-hidden>
      <path fill="#f25022" d="M2 2h9.5v9.5H2z" />
      <path fill="#7fba00" d="M12.5 2H22v9.5h-9.5z" />
      <path fill="#00a4ef" d="M2 12.5h9.5V22H2z" />
      <path fill="#ffb900" d="M12.5 12.5H22V22h-9.5z" />
    </svg>
  );
}
