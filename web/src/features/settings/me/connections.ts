/** The providers of a user: offered ones, and those already connected. */
import type { Provider } from "../../../api/auth";
import type { LinkedAccount } from "../../../api/self";
import { isProvider } from "../../../session/identity/providers";

export interface Connection {
  provider: Provider;
  since: string | undefined;
}

export function connectionsOf(offered: readonly Provider[], methods: readonly LinkedAccount[]): Connection[] {
  const since = new Map(methods.map(({ providerId, createdAt }) => [providerId, createdAt]));
  const connected = [...since.keys()].filter(isProvider);
  return [...new Set([...connected, ...offered])].map((provider) => ({ provider, since: since.get(provider) }));
}
