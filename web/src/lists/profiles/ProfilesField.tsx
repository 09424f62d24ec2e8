/** The profiles that something belongs to, to be chosen. */
import { PickMany } from "../../components/PickMany";
import { useSay } from "../../i18n/say";
import { profileOptions, type ProfileName } from "./names";

interface ProfilesFieldProps {
  profiles: readonly ProfileName[];
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

export function ProfilesField({ profiles, value, onChange }: ProfilesFieldProps) {
  const say = useSay();
  return (
    <PickMany
      label={say("nav.profiles", "Profiles")}
      placeholder={say("documents.none", "None")}
      options={profileOptions(profiles, value)}
      value={value}
      onChange={onChange}
    />
  );
}
