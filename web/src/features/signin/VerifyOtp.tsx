/** `/verify-otp`: the six digits of the mail, which send themselves. */
import { Navigate, useNavigate, useSearchParams } from "react-router";

import { AuthFrame } from "../../components/frame/AuthFrame";
import { useSay } from "../../i18n/say";
import { mailOf } from "../../i18n/readings/mail";
import SignInCode from "./SignInCode";

export default function VerifyOtp() {
  const say = useSay();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const email = mailOf(query.get("email") ?? "");

  if (email === undefined) return <Navigate to="/login" replace />;
  return (
    <AuthFrame
      title={say("otp.title", "Check your email")}
      lead={
        <>
          {say("otp.lead", "We sent a code to")} <bdi>{email}</bdi>.
        </>
      }
    >
      <SignInCode email={email} onBack={() => void navigate("/login", { state: { email } })} />
    </AuthFrame>
  );
}
