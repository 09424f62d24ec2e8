/** The session ended elsewhere: sign in over the dimmed page, then carry on. */
import { useEffect } from "react";

import { useSessionQuery } from "../api/auth";
import { Boundary } from "../components/Boundary";
import { Dialog } from "../components/Dialog";
import { part } from "../components/part";
import { useSay } from "../i18n/say";

const LoginForm = part(() => import("../features/signin/LoginForm"));

export default function SessionEnded({ userId }: { userId: string }) {
  const say = useSay();
  const { data } = useSessionQuery();

  // Another person starts with a page of his own.
  useEffect(() => {
    if (data && data.user.id !== userId) location.reload();
  }, [data, userId]);

  return (
    <Dialog title={say("ended.title", "Sign in again")} isOpen keeps onClose={() => undefined}>
      <p className="quiet">
        {say("ended.text", "Your session ended. Your unsaved work is still here.")}
      </p>
      <Boundary>
        <LoginForm over />
      </Boundary>
    </Dialog>
  );
}
