/** `/settings/me`: how one signs in, and how the app looks to this person on this browser. */
import { Columns } from "../../../components/Page";
import { ForgetCard } from "./ForgetCard";
import { KeptCard } from "./KeptCard";
import { LooksCards } from "./LooksCards";
import { MorningEmailCard } from "./MorningEmailCard";
import { PasskeysCard } from "./PasskeysCard";
import { PasswordCard } from "./PasswordCard";
import { ProvidersCard } from "./ProvidersCard";
import { SelfCard } from "./SelfCard";
import { SessionsCard } from "./SessionsCard";

export function MySettings() {
  return (
    <Columns
      main={
        <>
          <SelfCard />
          <PasswordCard />
          <PasskeysCard />
          <ProvidersCard />
          <SessionsCard />
        </>
      }
      side={
        <>
          <KeptCard />
          <MorningEmailCard />
          <LooksCards />
          <ForgetCard />
        </>
      }
    />
  );
}
