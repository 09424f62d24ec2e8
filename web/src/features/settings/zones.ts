/** The time zones that this browser knows by name. */

/** The account's own stands in the list even when this browser calls it otherwise. */
export function zonesWith(own: string): string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return [...new Set([...known, "UTC", own])].sort((a, b) => a.localeCompare(b));
}
