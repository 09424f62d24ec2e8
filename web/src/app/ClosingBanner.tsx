/** The account was closed: until when it can be read, and the way to open it again. */
import { ButtonLink } from "../components/Button";
import { Banner } from "../components/Layout";
import { dayAt, formatDay } from "../dates/days";
import { useSay } from "../i18n/say";
import { useDates, useMay, useSignedIn } from "../session/useSession";
import { read } from "../i18n/word";
import { ServerWord } from "../components/ServerWord";

export default function ClosingBanner() {
  const say = useSay();
  const may = useMay();
  const { account } = useSignedIn();
  const dates = useDates();
  return (
    <Banner
      tone="warn"
      title={
        <ServerWord>
          {account.dueAt
          ? say("closing.banner", "{account} is closed. Everything in it may be deleted after {day}.", {
              account: read(account.displayName),
              day: formatDay(dayAt(new Date(account.dueAt), dates.zone), dates),
            })
          : say("closing.closed", "{account} is closed.", { account: read(account.displayName) })}
        </ServerWord>
      }
      actions={
        may("account.delete") && (
          <ButtonLink size="small" href="/settings/account#close">
            {say("closing.reopen", "Reopen the account")}
          </ButtonLink>
        )
      }
    >
      {say("closing.readOnly", "Until then everyone can read and export. Nothing can be changed.")}
    </Banner>
  );
}
