/** What makes a new thing on a page: a plus with its label, and on a phone, where a title needs the room, the plus alone. */
import { Plus } from "lucide-react";

import { Button } from "./Button";
import { useNarrow } from "./useNarrow";

export function CreateButton({ label, onPress }: { label: string; onPress: () => void }) {
  const narrow = useNarrow();
  return (
    <Button look="primary" icon={narrow} {...(narrow && { "aria-label": label })} onPress={onPress}>
      <Plus />
      {!narrow && label}
    </Button>
  );
}
