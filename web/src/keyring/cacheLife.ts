/** How long the halves of the unlock cache are used before others take their place. */
export const CACHE_RENEWAL_MS = 60 * 60 * 1000;
