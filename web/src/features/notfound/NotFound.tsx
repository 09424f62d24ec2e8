/** An address that leads nowhere. */
import { ButtonLink } from "../../components/Button";
import { Page } from "../../components/Page";
import { EmptyState } from "../../components/States";
import { useSay } from "../../i18n/say";

export default function NotFound() {
  const say = useSay();
  return (
    <Page title={say("notFound.title", "Not found")}>
      <EmptyState
        title={say("notFound.what", "There is nothing at this address")}
        actions={
          <ButtonLink look="primary" href="/dashboard">
            {say("notFound.home", "Go to Home")}
          </ButtonLink>
        }
      >
        {say("notFound.hint", "It may have been moved or deleted. Search with Ctrl K.")}
      </EmptyState>
    </Page>
  );
}
