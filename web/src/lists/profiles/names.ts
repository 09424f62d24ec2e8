/** Profiles as other things name them; without the calls that bring them. */
export interface ProfileName {
  id: string;
  name: string;
  isArchived: boolean;
}

export const profilesOf = (profiles: readonly ProfileName[], ids: readonly string[]): ProfileName[] =>
  profiles.filter(({ id }) => ids.includes(id));

/** To choose from: what is archived is chosen no more, and stays where it was chosen before. */
export const profileOptions = (profiles: readonly ProfileName[], chosen: readonly string[] = []): { value: string; label: string }[] =>
  profiles.flatMap(({ id, name, isArchived }) => (isArchived && !chosen.includes(id) ? [] : [{ value: id, label: name }]));
