/** Who has no right to send sees that here, and who can change it. */
import { Page } from "../../components/Page";
import { EmptyState } from "../../components/States";
import { useSay } from "../../i18n/say";

export function Forbidden({ inside = false }: { inside?: boolean }) {
  const say = useSay();
  const told = (
    <EmptyState title={say("email.forbidden", "Your role cannot send emails.")}>{say("audit.forbiddenHow", "An owner can give you another role.")}</EmptyState>
  );
  return inside ? told : <Page title={say("nav.email", "Email")}>{told}</Page>;
}
