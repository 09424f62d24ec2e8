/** A text changed in its cell: what is there is replaced by typing, or changed after an arrow key. */
import type { CellControl } from "../components/collection/columns";
import { TextField } from "../components/Field";

interface TextCellProps extends Pick<CellControl, "label" | "value" | "onChange"> {
  isRequired?: boolean;
  mono?: boolean;
  check?: ((text: string) => string | undefined) | undefined;
}

export function TextCell(props: TextCellProps) {
  return <TextField {...props} unlabelled autoFocus onFocus={({ target }) => target.select()} maxLength={200} />;
}
