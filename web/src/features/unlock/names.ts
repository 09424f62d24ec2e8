/** Several people in one sentence. */
export const names = (people: readonly string[], language: string): string =>
  new Intl.ListFormat(language, { type: "disjunction" }).format(people);
