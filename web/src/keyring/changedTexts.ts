/** Why a click was not carried out: between what was shown and what would be done something has changed. */
export const CHANGED = {
  approval: "What this approval means has changed. Look at it again.",
  roleChange: "What this role change means has changed. Look at it again.",
} as const;
