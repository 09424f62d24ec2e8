/** The routes outside of an account: sign-in, sign-up, joining and choosing a plan. */
import { useEffect, useState } from "react";
import { useDispatch, useStore } from "react-redux";
import { Navigate, Route, Routes, useLocation } from "react-router";

import { useSessionQuery, type SessionInfo } from "../api/auth";
import { held } from "../api/held";
import { nameAccount } from "../api/http";
import { Boundary } from "../components/Boundary";
import { useFetchAhead } from "../components/fetchAhead";
import { Failed } from "../components/States";
import { part } from "../components/part";
import { useSay } from "../i18n/say";
import { fetchWords } from "../i18n/words";
import { RemovedFromContext, SessionContext } from "../session/context";
import { keepReturnUrl, returnUrl, takeReturnUrl } from "../session/place";
import type { AppDispatch } from "../session/dispatch";
import { askForSession, onSessionChange } from "../session/useSessionChange";
import { landing } from "./landing";
import { Outside } from "./Outside";
import { refetchLater, refetchWhenBack, refetchWhenSessionBegins } from "./refetchFailed";
import type { store as appStore } from "./store";

const Login = part(() => import("../features/signin/Login"));
const Register = part(() => import("../features/signin/Register"));
const VerifyOtp = part(() => import("../features/signin/VerifyOtp"));
const ForgotPassword = part(() => import("../features/signin/ForgotPassword"));
const Join = part(() => import("../features/join/Join"));
const Invitations = part(() => import("../features/join/Invitations"));
const Subscribe = part(() => import("../features/subscribe/Subscribe"));
const Inside = part(() => import("./Inside"));
const Platform = part(() => import("../features/platform/PlatformAlone"));
const Looking = part(() => import("./Looking"));
const NEXT = [() => fetchWords("next")];

export function Doors() {
  const say = useSay();
  const { pathname, search } = useLocation();
  const asked = useSessionQuery({ refetchOnFocus: true });
  const { refetch } = asked;
  const { data, failure } = held(asked);
  const dispatch = useDispatch<AppDispatch>();
  const store = useStore() as typeof appStore;
  const [inside, setInside] = useState<SessionInfo | null>(null);

  useEffect(() => onSessionChange(() => void askForSession(dispatch)), [dispatch]);
  useEffect(() => refetchWhenBack(store), [store]);
  useEffect(() => refetchWhenSessionBegins(store), [store]);
  useEffect(() => refetchLater(store), [store]);
  useFetchAhead(NEXT);

  // A tab belongs to the account that it began with; where another tab went is shown, and nothing is written there.
  const movedOn =
    inside && data?.account ? data.user.id === inside.user.id && data.account.id !== inside.account?.id : false;
  if (data?.account && data !== inside && !movedOn) setInside(data);
  nameAccount((movedOn ? inside : data)?.account?.id ?? null);

  if (data === undefined)
    return failure ? (
      <Failed
        title={say("doors.failed", "Coffer did not respond")}
        message={failure.message}
        onRetry={() => void refetch()}
      />
    ) : null;

  // Somebody who was inside signs in again over the page, and carries on.
  const kept = data?.account && !movedOn ? data : data === null || movedOn ? inside : null;
  if (kept)
    return (
      <SessionContext value={kept}>
        <Framed session={kept} />
        <Boundary place={pathname}>
          <Inside session={kept} ended={data === null} movedOn={movedOn} />
        </Boundary>
      </SessionContext>
    );

  const where = landing({ path: pathname, session: data, keys: null, returnUrl: returnUrl(), welcomePutOff: false });
  if ("go" in where) {
    if (where.keepReturn) keepReturnUrl(pathname + search);
    else if (where.go === returnUrl()) takeReturnUrl();
    return <Navigate to={where.go} replace />;
  }

  const removedFrom = data && inside?.user.id === data.user.id ? (inside.account?.displayName ?? null) : null;
  return (
    <SessionContext value={data}>
      <Framed session={data} />
      <RemovedFromContext value={removedFrom}>
        <Boundary place={pathname}>
          <Routes>
            <Route element={<Outside />}>
              <Route path="/login" element={<Login />} />
              <Route path="/register" element={<Register />} />
              <Route path="/verify-otp" element={<VerifyOtp />} />
              <Route path="/forgot-password" element={<ForgotPassword />} />
              <Route path="/join/:token" element={<Join />} />
              <Route path="/invitations" element={<Invitations />} />
              <Route path="/subscribe" element={<Subscribe />} />
              <Route path="/platform" element={<Platform />} />
            </Route>
          </Routes>
        </Boundary>
      </RemovedFromContext>
    </SessionContext>
  );
}

/** On every screen, for as long as it lasts. */
function Framed({ session }: { session: SessionInfo | null }) {
  return <Boundary>{session?.session.impersonatedBy && <Looking session={session} />}</Boundary>;
}
