/** The providers by name and mark. */
import type { ReactNode } from "react";

import type { Provider } from "../../api/auth";

export const PROVIDERS: Record<Provider, { name: string; mark: ReactNode }> = {
  google: { name: "Google", mark: <GoogleMark /> },
  microsoft: { name: "Microsoft", mark: <MicrosoftMark /> },
};

export const isProvider = (name: string): name is Provider => name in PROVIDERS;

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
