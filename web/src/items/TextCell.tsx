/** A text changed in its cell: what is there is replaced by typing, or changed after an arrow key. */
import type { CellControl } from "../components/collection/columns";
import { TextField } from "../components/Field";

interface TextCellProps extends Pick<CellControl, "label" | "value" | "onChange"> {
  isRequired?: boolean;
  mono?: boolean;
}

export function TextCell({ label, value, onChange, isRequired = false, mono = false }: TextCellProps) {
  return (
    <TextField
      label={label}
      unlabelled
      autoFocus
      onFocus={({ target }) => target.select()}
      isRequired={isRequired}
      mono={mono}
      maxLength={200}
      defaultValue={value}
      onChange={(typed) => onChange(isRequired && typed.trim() === "" ? null : typed)}
    />
  );
}
