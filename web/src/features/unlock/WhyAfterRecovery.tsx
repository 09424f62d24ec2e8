/** Why a recovered browser asks for a code, and what is left to somebody whose other devices are gone too. */
import { Banner } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import type { Recovered } from "../../keyring/contract";
import { OwnWord } from "./OwnWord";

export default function WhyAfterRecovery({ recovered: { ownWordAt } }: { recovered: Recovered }) {
  const say = useSay();
  return (
    <>
      <Banner tone="info">
        {say(
          "recovered.why",
          "You entered only the recovery key, without the lines of the file that name your account. So someone reads you a code first. If you have the whole file, cancel here and use it.",
        )}
      </Banner>
      {ownWordAt !== null && <OwnWord at={ownWordAt} />}
    </>
  );
}
