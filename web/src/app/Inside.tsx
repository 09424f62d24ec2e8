/** Everything behind the doors: the keyring of this account, the live connection, and the pages. */
import { useEffect, useState } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";

import type { SessionInfo } from "../api/auth";
import { failureOf } from "../api/failure";
import { tellFailure } from "../components/notices";
import { Aside } from "../components/Border";
import { Boundary } from "../components/Boundary";
import { useFetchAhead } from "../components/fetchAhead";
import { useFetchInTurn } from "../components/fetchInTurn";
import { part } from "../components/part";
import { StepUp } from "../session/confirming/StepUp";
import { isLanguage, speak } from "../i18n/languages";
import { fetchLaterWords } from "../i18n/laterWords";
import type { Keyring } from "../keyring/contract";
import { UploadsProvider, useUploads } from "../features/documents/uploads/uploads";
import type { KeyState } from "../keyring/contract";
import { KeyringProvider, useKeyState } from "../keyring/react";
import { keepAccountId, keepReturnUrl, returnUrl, takeReturnUrl, welcomePutOff } from "../session/place";
import { isOfThePlatform } from "../session/useSession";
import { Desk } from "./Desk";
import { openKeyring } from "./keyring";
import { KINDS } from "./kinds";
import { useSay } from "../i18n/say";
import { landing } from "./landing";
import { Outside } from "./Outside";
import { Shell } from "./Shell";
import { usePrivateFiles } from "./usePrivateFiles";

const loadDashboard = () => import("../features/dashboard/Dashboard");
const loadBin = () => import("./bin");
const loadExpiring = () => import("../features/documents/Expiring");
const loadMembers = () => import("../features/members/Members");
const loadKeys = () => import("../features/keys/Keys");
const loadAudit = () => import("../features/audit/Audit");
const loadAnalytics = () => import("../features/analytics/Analytics");
const loadEmails = () => import("./Emails");
const loadSecurity = () => import("../features/security/Security");
const loadPlatform = () => import("../features/platform/Platform");
const loadSettings = () => import("../features/settings/Settings");
const loadWelcome = () => import("../features/welcome/Welcome");
const loadRecover = () => import("../features/recover/Recover");
const loadSubscribe = () => import("../features/subscribe/Subscribe");
const loadJoin = () => import("../features/join/Join");
const loadInvitations = () => import("../features/join/Invitations");
const loadUploadTray = () => import("../features/documents/uploads/UploadTray");
const loadGates = () => import("../features/unlock/Gates");
const loadSessionEnded = () => import("./SessionEnded");
const loadNotFound = () => import("../features/notfound/NotFound");
const Dashboard = part(loadDashboard);
const Bin = part(loadBin);
const Expiring = part(loadExpiring);
const Members = part(loadMembers);
const Keys = part(loadKeys);
const Audit = part(loadAudit);
const Analytics = part(loadAnalytics);
const Emails = part(loadEmails);
const Security = part(loadSecurity);
const Platform = part(loadPlatform);
const Settings = part(loadSettings);
const Welcome = part(loadWelcome);
const Gates = part(loadGates);
const Recover = part(loadRecover);
const Subscribe = part(loadSubscribe);
const Join = part(loadJoin);
const Invitations = part(loadInvitations);
const UploadTray = part(loadUploadTray);
const SessionEnded = part(loadSessionEnded);
const NotFound = part(loadNotFound);

const DatesAhead = part(() => import("./ahead/DatesAhead"));

const HOME = (
  <Dashboard>
    <Aside>
      <DatesAhead />
    </Aside>
  </Dashboard>
);

/** The list of each kind, and one of its items; where both are one page it stays when another item is opened. */
const OF_KINDS = KINDS.flatMap(({ path, List: load, Page: loadPage }) => {
  const List = part(load);
  const Page = loadPage === load ? List : part(loadPage);
  return [<Route key={path} path={path} element={<List />} />, <Route key={`${path}/:id`} path={`${path}/:id`} element={<Page />} />];
});

/** Routes to prefetch, most frequent first; before them what stands in front of each, which a lock shows without a connection too. */
const ROUTES = [
  loadGates,
  loadDashboard,
  ...KINDS.flatMap(({ List, Page }) => [List, Page]),
  loadBin,
  loadExpiring,
  loadMembers,
  loadKeys,
  loadAudit,
  loadSecurity,
  loadEmails,
  loadAnalytics,
  loadSettings,
  loadUploadTray,
  loadSessionEnded,
  loadNotFound,
];

const loadOwnRefusals = () => import("../i18n/ownRefusals").then(({ speakOfOwnRefusals }) => speakOfOwnRefusals());
const LATER = [fetchLaterWords, loadOwnRefusals];

interface InsideProps {
  session: SessionInfo;
  /** The session ended while the page was open. */
  ended: boolean;
  /** Another tab of this browser went to another account. */
  movedOn: boolean;
}

export default function Inside({ session, ended, movedOn }: InsideProps) {
  const accountId = session.account?.id ?? "";
  const language = session.account?.language;
  const keyring = useAccountKeyring(session);

  useEffect(() => keepAccountId(accountId), [accountId]);
  useFetchAhead(LATER);
  useFetchInTurn(ROUTES);
  useEffect(() => {
    if (isLanguage(language)) void speak(language);
  }, [language]);

  if (!keyring) return null;
  return (
    <KeyringProvider keyring={keyring}>
      <Desk>
        <UploadsProvider>
          <Pages session={session} movedOn={movedOn} />
          <Uploading />
        </UploadsProvider>
      </Desk>
      <Boundary>
        <StepUp />
      </Boundary>
      <Boundary>{ended && <SessionEnded userId={session.user.id} />}</Boundary>
    </KeyringProvider>
  );
}

function Uploading() {
  const some = useUploads().length > 0;
  return <Aside>{some && <UploadTray />}</Aside>;
}

/** One keyring for the life of the page: another person reloads it. */
function useAccountKeyring(session: SessionInfo): Keyring | null {
  const [keyring, setKeyring] = useState<Keyring | null>(null);
  const [first] = useState(session);
  const say = useSay();

  useEffect(() => {
    let gone = false;
    const opening = openKeyring(first);
    opening.then(
      (opened) => !gone && setKeyring(opened),
      (reason: unknown) => !gone && tellFailure(say("inside.failed", "Coffer could not start"), failureOf(reason)),
    );
    return () => {
      gone = true;
      void opening.then((opened) => opened.end()).catch(() => undefined);
    };
  }, [first, say]);

  useEffect(() => {
    if (first.user.id !== session.user.id) location.reload();
  }, [first, session]);

  return keyring;
}

/** Nobody sets up a browser in an account that is not the one they were invited to, or not theirs any more. */
const stopsSetUp = ({ name }: KeyState): boolean => name === "alarm" || name === "closed";

function Pages({ session, movedOn }: Pick<InsideProps, "session" | "movedOn">) {
  const { pathname, search } = useLocation();
  const keys = useKeyState();
  usePrivateFiles(keys);
  const accountId = session.account?.id ?? "";

  const where = landing({
    path: pathname,
    session,
    keys,
    returnUrl: returnUrl(),
    welcomePutOff: welcomePutOff(accountId),
  });
  if ("go" in where) {
    if (where.keepReturn) keepReturnUrl(pathname + search);
    else if (where.go === returnUrl()) takeReturnUrl();
    return <Navigate to={where.go} replace />;
  }

  return (
    <Boundary place={pathname}>
      <Routes>
        <Route element={<Outside />}>
          <Route path="/welcome" element={stopsSetUp(keys) ? <Gates keys={keys} onSaved={() => undefined} /> : <Welcome />} />
          <Route path="/recover" element={<Recover />} />
          <Route path="/subscribe" element={<Subscribe />} />
          <Route path="/join/:token" element={<Join />} />
          <Route path="/invitations" element={<Invitations />} />
        </Route>
        <Route element={<Shell session={session} movedOn={movedOn} />}>
          <Route path="/dashboard" element={HOME} />
          {OF_KINDS}
          <Route path="/documents/expiring" element={<Expiring />} />
          <Route path="/bin" element={<Bin />} />
          <Route path="/members" element={<Members />} />
          <Route path="/keys" element={<Keys />} />
          <Route path="/audit" element={<Audit />} />
          <Route path="/analytics" element={<Analytics />} />
          <Route path="/security" element={<Security />} />
          <Route path="/email/*" element={<Emails />} />
          {isOfThePlatform(session.user) && <Route path="/platform" element={<Platform />} />}
          <Route path="/settings/*" element={<Settings />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </Boundary>
  );
}
