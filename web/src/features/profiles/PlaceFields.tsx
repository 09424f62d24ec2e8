/** Which group of a type a profile stands in: one that is there, or a new one. */
import { TextField } from "../../components/Field";
import { Select } from "../../components/Select";
import { useSay } from "../../i18n/say";
import type { ProfileTree, TypeBranch } from "./useProfileTree";

export interface PlaceChoice {
  /** Null is a new group. */
  groupId: string | null;
  subGroupId: string | null;
  groupName: string;
}

const NEW = "new";
const WHOLE = "whole";

interface PlaceFieldsProps {
  tree: ProfileTree;
  branch: TypeBranch;
  value: PlaceChoice;
  mayAdd: boolean;
  onChange: (place: PlaceChoice) => void;
}

export function PlaceFields({ tree, branch: { groups }, value, mayAdd, onChange }: PlaceFieldsProps) {
  const say = useSay();
  const parts = groups.find(({ group }) => group.id === value.groupId)?.parts ?? [];
  return (
    <>
      <Select
        label={say("profiles.group", "Group")}
        options={[
          ...groups.map(({ group }) => ({ value: group.id, label: tree.nameOf(group.id) })),
          ...(mayAdd ? [{ value: NEW, label: say("profiles.newGroup", "New group") }] : []),
        ]}
        value={value.groupId ?? NEW}
        onChange={(chosen) => onChange({ ...value, groupId: chosen === NEW ? null : chosen, subGroupId: null })}
      />
      {value.groupId === null && (
        <TextField
          label={say("profiles.groupName", "Group name")}
          isRequired
          maxLength={80}
          value={value.groupName}
          onChange={(groupName) => onChange({ ...value, groupName })}
        />
      )}
      {parts.length > 0 && (
        <Select
          label={say("profiles.subGroup", "Sub-group")}
          options={[
            { value: WHOLE, label: say("documents.none", "None") },
            ...parts.map(({ part }) => ({ value: part.id, label: tree.nameOf(part.id) })),
          ]}
          value={value.subGroupId ?? WHOLE}
          onChange={(chosen) => onChange({ ...value, subGroupId: chosen === WHOLE ? null : chosen })}
        />
      )}
    </>
  );
}
