/** An address that leads nowhere. */
import { Search } from "lucide-react";

import { useCommands } from "../../components/commands/commands";
import { Button, ButtonLink } from "../../components/Button";
import { Page } from "../../components/Page";
import { EmptyState } from "../../components/States";
import { useSay } from "../../i18n/say";

export default function NotFound() {
  const say = useSay();
  const find = useCommands().find(({ id }) => id === "find");
  return (
    <Page title={say("notFound.title", "Not found")}>
      <EmptyState
        title={say("notFound.what", "This page does not exist")}
        actions={
          <>
            <ButtonLink look="primary" href="/dashboard">
              {say("notFound.home", "Go to Home")}
            </ButtonLink>
            {find && (
              <Button onPress={find.run}>
                <Search />
                {find.label}
              </Button>
            )}
          </>
        }
      >
        {say("notFound.moved", "It may have been moved or deleted.")}
      </EmptyState>
    </Page>
  );
}
