/** `/login`. */
import { useState } from "react";
import { Link } from "react-aria-components/Link";
import { useSearchParams } from "react-router";

import { Boundary } from "../../components/Boundary";
import { part } from "../../components/part";
import { useSay } from "../../i18n/say";
import { keepReturnUrl } from "../../session/place";
import { AuthFrame } from "../../components/frame/AuthFrame";
import LoginForm from "./LoginForm";

/** Where a first look begins, where the server says so: for development only. */
const DEMO = document.querySelector<HTMLMetaElement>("meta[name=coffer-demo]")?.content;
/** Rarely needed, so a lazy chunk. */
const Returned = part(() => import("./Returned"));

export default function Login() {
  const say = useSay();
  const [query] = useSearchParams();
  // It leaves the address as soon as it is shown.
  const [error] = useState(() => query.get("error"));
  return (
    <AuthFrame
      title={say("login.title", "Sign in")}
      lead={
        <>
          {say("login.new", "New here?")}{" "}
          <Link href="/register" className="link">
            {say("login.register", "Create an account")}
          </Link>
        </>
      }
      foot={
        <>
          <RecoveryHint />
          {DEMO && (
            <p>
              <a href={DEMO} className="link">
                {say("login.demo", "Open the demo")}
              </a>
            </p>
          )}
        </>
      }
    >
      {error === null ? (
        <LoginForm />
      ) : (
        <Boundary fallback={() => <LoginForm />}>
          <Returned error={error} />
        </Boundary>
      )}
    </AuthFrame>
  );
}

/** The recovery key opens what is sealed; who it belongs to is proven by signing in first. */
function RecoveryHint() {
  const say = useSay();
  return (
    <p>
      {say("login.lost", "Lost every device?")}{" "}
      <button
        type="button"
        className="link"
        onClick={() => {
          keepReturnUrl("/recover");
          document.querySelector<HTMLInputElement>("input[name=email]")?.focus();
        }}
      >
        {say("login.recover", "Sign in, then use your recovery key")}
      </button>
    </p>
  );
}
