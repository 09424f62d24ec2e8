/** The frame around every page: rail or bottom bar, palette, shortcuts, and what stands in front. */
import { Moon, Rows3, Sun } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";

import type { SessionInfo } from "../api/auth";
import { useOffer, type Command } from "../components/commands/commands";
import { hearAhead, takeAhead } from "../components/commands/typedAhead";
import { Aside } from "../components/Border";
import { Boundary } from "../components/Boundary";
import { useFetchAhead } from "../components/fetchAhead";
import { loadMenu } from "../components/Menu";
import { classes } from "../components/classes";
import { BesideActions } from "../components/Page";
import { PopUp } from "../components/PopUp";
import { part } from "../components/part";
import { useNarrow } from "../components/useNarrow";
import { WritesHeld } from "../components/useOnline";
import { useSay } from "../i18n/say";
import { useKeyring, useKeyState } from "../keyring/react";
import { prefer, usePreferences } from "../browser/preferences";
import { useMay } from "../session/useSession";
import { Banners } from "./Banners";
import { InFront } from "./InFront";
import { gate, type Gate } from "./landing";
import { places } from "./navigation";
import { Rail } from "./Rail";
import styles from "./Shell.module.css";
import { useConnection } from "./useConnection";
import { useLateReason } from "./useLateReason";
import { useRestartWhenBack } from "./useRestartWhenBack";
import { useShortcuts } from "./useShortcuts";
import { useSignOut } from "../session/unlocking/useSignOut";

const loadPalette = () => import("./Palette");
const loadHelp = () => import("./ShortcutHelp");
const loadTabBar = () => import("./TabBar");
const TabBar = part(loadTabBar);
const Bell = part(() => import("./bell/Bell"));
const loadBellPanel = () => import("./bell/BellPanel");
const Palette = part(loadPalette);
const ShortcutHelp = part(loadHelp);
// A window that is made narrow, or a tablet that is turned, without a connection has its bar all the same.
const LATER = [loadMenu, loadBellPanel, loadPalette, loadHelp, loadTabBar];

const NOWHERE: readonly Gate[] = ["unconfirmed", "closed"];

/** One element for all pages, so that none is drawn again for it. */
const BELL = (
  <Aside>
    <Bell />
  </Aside>
);

interface ShellProps {
  session: SessionInfo;
  /** Another tab of this browser went to another account. */
  movedOn: boolean;
}

export function Shell({ session, movedOn }: ShellProps) {
  const say = useSay();
  const [finding, setFinding] = useState(false);
  const [helping, setHelping] = useState(false);
  const narrow = useNarrow();
  const { pathname } = useLocation();
  const connection = useConnection(session);
  // Nobody has said yet that this is the right account, or the server has closed it: there is no place in it to go to.
  const nowhere = NOWHERE.includes(gate(useKeyState()));
  const held = useLateReason();
  useRestartWhenBack();

  const find = useCallback(() => {
    if (!finding) hearAhead();
    setFinding(true);
  }, [finding]);
  const found = () => {
    takeAhead();
    setFinding(false);
  };

  useShellCommands({ nowhere, find, help: () => setHelping(true) });
  useShortcuts();
  useFetchAhead(LATER);

  return (
    <div className={classes(styles["shell"], nowhere && styles["nowhere"])}>
      <a href="#main" className={styles["skip"]}>
        {say("shell.skip", "Skip to the content")}
      </a>
      {!nowhere && <Rail onFind={find} />}
      <main id="main" className={styles["main"]} tabIndex={-1}>
        <WritesHeld value={held}>
          <Banners reach={connection.reach} switched={connection.switched || movedOn} />
          <InFront>
            <BesideActions value={BELL}>
              <Boundary place={pathname}>
                <Outlet />
              </Boundary>
            </BesideActions>
          </InFront>
        </WritesHeld>
      </main>
      {narrow && !nowhere && (
        <Boundary>
          <TabBar onFind={find} />
        </Boundary>
      )}
      {finding && !nowhere && (
        <PopUp onClose={found}>
          <Palette onClose={found} />
        </PopUp>
      )}
      {helping && (
        <PopUp onClose={() => setHelping(false)}>
          <ShortcutHelp onClose={() => setHelping(false)} />
        </PopUp>
      )}
    </div>
  );
}

/** What can be done from anywhere. */
function useShellCommands({ nowhere, find, help }: { nowhere: boolean; find: () => void; help: () => void }) {
  const say = useSay();
  const may = useMay();
  const navigate = useNavigate();
  const keyring = useKeyring();
  const keys = useKeyState();
  const signOut = useSignOut();
  const { theme, density } = usePreferences();

  const commands = useMemo<Command[]>(() => {
    const go = places(say)
      .filter(({ permission }) => !permission || may(permission))
      .map<Command>(({ path, label, icon, keys: pressed }) => ({
        id: `go ${path}`,
        label,
        icon,
        keys: pressed,
        group: "go",
        run: () => void navigate(path),
      }));
    const act: Command[] = [
      { id: "find", label: say("palette.label", "Search or jump to"), keys: "Ctrl+K", group: "act", run: find },
      { id: "help", label: say("help.title", "Keyboard shortcuts"), keys: "?", group: "act", run: help },
      {
        id: "theme",
        label: theme === "dark" ? say("theme.light", "Light theme") : say("theme.dark", "Dark theme"),
        icon: theme === "dark" ? Sun : Moon,
        group: "act",
        run: () => prefer({ theme: theme === "dark" ? "light" : "dark" }),
      },
      {
        id: "density",
        label:
          density === "compact" ? say("density.comfortable", "Comfortable rows") : say("density.compact", "Compact rows"),
        icon: Rows3,
        group: "act",
        run: () => prefer({ density: density === "compact" ? "comfortable" : "compact" }),
      },
      { id: "sign out", label: say("account.signOut", "Sign out"), group: "act", run: () => void signOut() },
    ];
    if (keys.name === "ready")
      act.push({
        id: "lock",
        label: say("lock.now", "Lock now"),
        keys: "Ctrl+Shift+L",
        group: "act",
        run: () => void keyring.lock(),
      });
    return nowhere ? act.filter(({ id }) => id !== "find") : [...go, ...act];
  }, [nowhere, say, may, navigate, find, help, theme, density, signOut, keys.name, keyring]);

  useOffer(commands);
}
