/** What makes a password good enough, in words. */
import type { Say } from "../../i18n/say";

export const SHORTEST = 8;
export const LONGEST = 128;

export function passwordFault(say: Say, password: string): string | undefined {
  if (password.length < SHORTEST)
    return say("password.short", "Use at least {count} characters.", { count: SHORTEST });
  if (password.length > LONGEST) return say("password.long", "Use at most {count} characters.", { count: LONGEST });
  return undefined;
}

export type Strength = "weak" | "fair" | "strong";

/** By length and by how many different characters there are; the server knows the common ones. */
export function strength(password: string): Strength {
  const different = new Set(password).size;
  if (password.length < 10 || different < 6) return "weak";
  return password.length >= 14 && different >= 9 ? "strong" : "fair";
}

export function passwordStrength(say: Say, password: string): string {
  switch (strength(password)) {
    case "weak":
      return say("password.weak", "Weak: easy to guess. Make it longer.");
    case "fair":
      return say("password.fair", "Fair. A few characters more make it strong.");
    case "strong":
      return say("password.strong", "Strong.");
  }
}
