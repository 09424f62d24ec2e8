/** The first characters of a hash: enough to compare two screens. */
export const shortHash = (leafHashB64u: string): string => leafHashB64u.slice(0, 8);
