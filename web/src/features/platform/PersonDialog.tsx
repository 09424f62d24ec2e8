/** A question about one person of the platform: all that is known of them is the server's word. */
import type { ComponentProps } from "react";

import { Dialog } from "../../components/Dialog";
import { ServerHead } from "../../components/ServerWord";

export function PersonDialog({ children, ...about }: Omit<ComponentProps<typeof Dialog>, "fromServer">) {
  return (
    <Dialog {...about} fromServer>
      <ServerHead />
      {children}
    </Dialog>
  );
}
