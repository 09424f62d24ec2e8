/** Banners on every page: offline, no keys yet, account switched elsewhere. */
import { useLocation } from "react-router";

import { Button, ButtonLink } from "../components/Button";
import { Aside } from "../components/Border";
import { Banner } from "../components/Layout";
import { part } from "../components/part";
import { OFFLINE_REASON, useOfflineReason } from "../components/useOnline";
import { useSay } from "../i18n/say";
import { useKeyring, useKeyState } from "../keyring/react";
import { useDatesOffered, useSignedIn, useUnknownRights } from "../session/useSession";
import { needsNoKey } from "./landing";
import styles from "./Shell.module.css";
import type { Connection } from "./useConnection";
import { read } from "../i18n/word";
import { ServerWord } from "../components/ServerWord";

const ClosingBanner = part(() => import("./ClosingBanner"));
const DatesChanged = part(() => import("./DatesChanged"));
/** Fetched with the first page: once there is a newer version, its file may be gone. */
const NewVersion = part(() => import("./NewVersion"));
const EndedBanner = part(() => import("../session/unlocking/EndedBanner"));

export function Banners({ reach, switched }: Connection) {
  const say = useSay();
  const keyring = useKeyring();
  const keys = useKeyState();
  const { account } = useSignedIn();
  const dates = useDatesOffered();
  const { pathname } = useLocation();
  const reason = useOfflineReason();
  const askForRights = useUnknownRights();
  const unready = keys.name === "new" || (keys.name === "unset" && keys.mine && keys.openedHere);

  return (
    <>
      {reach !== "fine" && (
        <p className={styles["offline"]} role="status">
          {reach === "offline"
            ? say("shell.offline", "You are offline. Showing what is on this device. You can save when you are back online.")
            : say("shell.silent", "Coffer is not responding. Showing what is on this device. You can save when it is back.")}
          {/* What is held back describes itself by this; the bar says it already. */}
          <span id={OFFLINE_REASON} hidden>
            {reason}
          </span>
        </p>
      )}
      <div className={styles["banners"]}>
        {reach === "fine" && reason && (
          <Banner tone="warn" urgent>
            <span id={OFFLINE_REASON}>{reason}</span>
          </Banner>
        )}
        <Aside>
          <NewVersion />
        </Aside>
        {switched && (
          <Banner
            tone="warn"
            urgent
            title={<ServerWord>{say("shell.switched", "This tab belongs to {account}.", { account: read(account.displayName) })}</ServerWord>}
            actions={
              <Button size="small" onPress={() => location.reload()}>
                {say("shell.reload", "Reload")}
              </Button>
            }
          >
            {say("shell.switched.more", "Switch back or reload. Nothing was saved.")}
          </Banner>
        )}
        {keys.name === "stopped" && needsNoKey(pathname) && (
          <Banner
            tone="warn"
            title={keys.when === "start" ? say("stopped.start", "Encryption did not start") : say("stopped.work", "Encryption stopped")}
            actions={
              <Button size="small" onPress={() => void keyring.restart()}>
                {say("state.retry", "Try again")}
              </Button>
            }
          >
            {say("stopped.lead", "Coffer can open and save nothing until it runs again. What was saved is safe.")}
          </Banner>
        )}
        {reach === "fine" && askForRights && (
          <Banner
            tone="warn"
            urgent
            title={say("shell.rights", "What you may do here could not be checked")}
            actions={
              <Button size="small" onPress={askForRights}>
                {say("state.retry", "Try again")}
              </Button>
            }
          >
            {say("shell.rights.more", "The server left out your role. Pages and buttons that are missing may still be yours.")}
          </Banner>
        )}
        <Aside>{dates && <DatesChanged {...dates} />}</Aside>
        <Aside>{account.state === "closing" && <ClosingBanner />}</Aside>
        {keys.name === "unset" && !keys.mine && (
          <Banner tone="info">{say("shell.unset", "The owner has not set up the keys yet.")}</Banner>
        )}
        <Aside>
          {keys.name === "new" && keys.ended && pathname !== "/welcome" && <EndedBanner ended={keys.ended} />}
        </Aside>
        {unready && pathname !== "/welcome" && (
          <Banner
            tone="warn"
            actions={
              <ButtonLink size="small" href="/welcome">
                {say("shell.setUp", "Set up this browser")}
              </ButtonLink>
            }
          >
            {say("shell.unready", "This browser has no key yet, so it cannot encrypt or open anything.")}
          </Banner>
        )}
      </div>
    </>
  );
}
