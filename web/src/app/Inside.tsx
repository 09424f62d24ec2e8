/** Everything behind the doors: the keyring of this account, the live connection, and the pages. */
import { lazy, Suspense, useEffect, useState } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";

import type { SessionInfo } from "../api/auth";
import { failureOf } from "../api/failure";
import { tellFailure } from "../components/notices";
import { useFetchAhead } from "../components/fetchAhead";
import { StepUp } from "../confirming/StepUp";
import { isLanguage, speak } from "../i18n/languages";
import { fetchLaterWords } from "../i18n/laterWords";
import type { Keyring } from "../keyring/contract";
import { UploadsProvider, useUploads } from "../features/documents/uploads/uploads";
import { KeyringProvider, useKeyState } from "../keyring/react";
import { keepAccountId, keepReturnUrl, returnUrl, takeReturnUrl, welcomePutOff } from "../session/place";
import { isOfThePlatform } from "../session/useSession";
import { openKeyring } from "./keyring";
import { useSay } from "../i18n/say";
import { landing } from "./landing";
import { Shell } from "./Shell";

const Dashboard = lazy(() => import("../features/dashboard/Dashboard"));
const Documents = lazy(() => import("../features/documents/Documents"));
const DocumentPage = lazy(() => import("../features/documents/DocumentPage"));
const Tasks = lazy(() => import("../features/tasks/Tasks"));
const TaskPage = lazy(() => import("../features/tasks/TaskPage"));
const Contacts = lazy(() => import("../features/contacts/Contacts"));
const ContactPage = lazy(() => import("../features/contacts/ContactPage"));
const Vendors = lazy(() => import("../features/vendors/Vendors"));
const VendorPage = lazy(() => import("../features/vendors/VendorPage"));
const Bin = lazy(() => import("../features/bin/Bin"));
const Expiring = lazy(() => import("../features/documents/Expiring"));
const Profiles = lazy(() => import("../features/profiles/Profiles"));
const Members = lazy(() => import("../features/members/Members"));
const Keys = lazy(() => import("../features/keys/Keys"));
const Audit = lazy(() => import("../features/audit/Audit"));
const Security = lazy(() => import("../features/security/Security"));
const Platform = lazy(() => import("../features/platform/Platform"));
const Settings = lazy(() => import("../features/settings/Settings"));
const Welcome = lazy(() => import("../features/welcome/Welcome"));
const Recover = lazy(() => import("../features/recover/Recover"));
const Subscribe = lazy(() => import("../features/subscribe/Subscribe"));
const Join = lazy(() => import("../features/join/Join"));
const Invitations = lazy(() => import("../features/join/Invitations"));
const UploadTray = lazy(() => import("../features/documents/uploads/UploadTray"));
const SessionEnded = lazy(() => import("./SessionEnded"));
const NotFound = lazy(() => import("../features/notfound/NotFound"));

const LATER = [fetchLaterWords];

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
  useEffect(() => {
    if (isLanguage(language)) void speak(language);
  }, [language]);

  if (!keyring) return null;
  return (
    <KeyringProvider keyring={keyring}>
      <UploadsProvider>
        <Pages session={session} movedOn={movedOn} />
        <Uploading />
      </UploadsProvider>
      <StepUp />
      <Suspense fallback={null}>{ended && <SessionEnded userId={session.user.id} />}</Suspense>
    </KeyringProvider>
  );
}

function Uploading() {
  const some = useUploads().length > 0;
  return <Suspense fallback={null}>{some && <UploadTray />}</Suspense>;
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
      (reason: unknown) => !gone && tellFailure(say("inside.failed", "Coffer could not start"), failureOf(reason).message),
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

function Pages({ session, movedOn }: Pick<InsideProps, "session" | "movedOn">) {
  const { pathname, search } = useLocation();
  const keys = useKeyState();
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
    <Suspense fallback={null}>
      <Routes>
        <Route path="/welcome" element={<Welcome />} />
        <Route path="/recover" element={<Recover />} />
        <Route path="/subscribe" element={<Subscribe />} />
        <Route path="/join/:token" element={<Join />} />
        <Route path="/invitations" element={<Invitations />} />
        <Route element={<Shell session={session} movedOn={movedOn} />}>
          <Route path="/dashboard" element={<Dashboard />} />
          <Route path="/documents" element={<Documents />} />
          <Route path="/documents/expiring" element={<Expiring />} />
          <Route path="/documents/:id" element={<DocumentPage />} />
          <Route path="/tasks" element={<Tasks />} />
          <Route path="/tasks/:id" element={<TaskPage />} />
          <Route path="/contacts" element={<Contacts />} />
          <Route path="/contacts/:id" element={<ContactPage />} />
          <Route path="/vendors" element={<Vendors />} />
          <Route path="/vendors/:id" element={<VendorPage />} />
          <Route path="/bin" element={<Bin />} />
          {["/profiles", "/profiles/:id"].map((path) => (
            <Route key={path} path={path} element={<Profiles />} />
          ))}
          <Route path="/members" element={<Members />} />
          <Route path="/keys" element={<Keys />} />
          <Route path="/audit" element={<Audit />} />
          <Route path="/security" element={<Security />} />
          {isOfThePlatform(session.user) && <Route path="/platform" element={<Platform />} />}
          <Route path="/settings/*" element={<Settings />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
