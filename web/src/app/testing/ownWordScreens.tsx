/** The screens about oneself that show something which only the server says. */
import { PasswordCard } from "../../features/settings/me/PasswordCard";
import { ProvidersCard } from "../../features/settings/me/ProvidersCard";
import type { Answers } from "./forms";
import type { WordScreen } from "./wordScreens";

const methods = (...providers: readonly string[]): Answers => [
  [/list-accounts/, providers.map((providerId) => ({ id: providerId, providerId, accountId: "clara", userId: "clara", createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" }))],
];

export const OWN_SCREENS: readonly WordScreen[] = [
  { name: "a password that was set", draw: () => <PasswordCard />, answers: methods("credential"), words: ["Set on"], signed: [] },
  { name: "a password that was not set", draw: () => <PasswordCard />, answers: methods("google"), words: ["You have no password."], signed: [] },
  {
    name: "another account that signs in",
    draw: () => <ProvidersCard />,
    answers: [...methods("google"), [/auth\/providers$/, { data: ["google", "microsoft"] }]],
    words: ["Sign in with another account", "Google", "Connected since", "Microsoft", "Sign in with it once"],
    signed: [],
  },
];
