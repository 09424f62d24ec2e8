/** `/join/:token`: who invites into which account, and the one button that accepts. */
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";

import { invitationCard, useJoinAccountsMutation, type InvitationCard } from "../../api/accounts";
import { failureOf, type ApiFailure } from "../../api/failure";
import { Button, ButtonLink } from "../../components/Button";
import { AuthFrame } from "../../components/frame/AuthFrame";
import { Fact, Facts } from "../../components/Layout";
import { FromServer, ServerWord } from "../../components/ServerWord";
import { tellFailure } from "../../components/notices";
import { Failed, Skeleton } from "../../components/States";
import { dayAt, formatDay } from "../../dates/days";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { keepFragment } from "../../session/carriedLinks";
import { keepReturnUrl, takeReturnUrl } from "../../session/place";
import { useDates, useSessionInfo } from "../../session/useSession";
import { useSessionChange } from "../../session/useSessionChange";
import { Entered } from "./Entered";
import styles from "./Join.module.css";
import { joinFault } from "./joinFault";
import { read } from "../../i18n/word";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export default function Join() {
  const say = useSay();
  const { token = "" } = useParams();
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const session = useSessionInfo();
  const byId = UUID.test(token);
  const [card, setCard] = useState<InvitationCard>();
  const [failure, setFailure] = useState<ApiFailure>();

  // What proves the newcomer to those inside leaves the address bar at once.
  useEffect(() => {
    if (!hash) return;
    keepFragment(token, hash.slice(1));
    void navigate(pathname, { replace: true });
  }, [hash, token, pathname, navigate]);

  // Who is signed in decides what an invitation named by its id shows.
  const personId = session?.user.id;
  useEffect(() => {
    let gone = false;
    invitationCard(byId ? { invitationId: token } : { token }).then(
      (found) => {
        if (gone) return;
        setFailure(undefined);
        setCard(found);
      },
      (reason: unknown) => !gone && setFailure(failureOf(reason)),
    );
    return () => {
      gone = true;
    };
  }, [byId, token, personId]);

  const invited = say("join.titleUnknown", "You are invited");
  const isOver = failure !== undefined || (card !== undefined && card.word.state !== "pending");
  const heading = card && !isOver && <ServerWord>{say("join.title", "Join {account}", { account: read(card.word.accountName) })}</ServerWord>;

  return (
    <AuthFrame title={isOver ? say("join.titleOver", "Invitation") : invited} {...(heading && { heading })}>
      {failure ? (
        <Ended failure={failure} />
      ) : !card ? (
        <Skeleton lines={3} height={44} />
      ) : card.word.state !== "pending" ? (
        <FromServer>
          <Over card={card} />
        </FromServer>
      ) : (
        <Accept card={card} path={pathname} />
      )}
    </AuthFrame>
  );
}

/** Shown before the person signs up. */
function Over({ card: { word: { state, accountName, inviterName } } }: { card: InvitationCard }) {
  const say = useSay();
  const ask = inviterName
    ? say("join.askInviter", "Ask {inviter} for a new one.", { inviter: read(inviterName) })
    : say("join.askAnybody", "Ask for a new one.");
  const names = { account: read(accountName) };
  switch (state) {
    case "accepted":
      return (
        <Failed
          title={say("join.used", "This invitation to {account} was used already.", names)}
          message={say("join.usedHow", "If you used it, sign in.")}
        />
      );
    case "expired":
      return <Failed title={say("join.expired", "This invitation to {account} has expired.", names)} message={ask} />;
    default:
      return <Failed title={say("join.cancelled", "This invitation to {account} was cancelled.", names)} message={ask} />;
  }
}

function Ended({ failure }: { failure: ApiFailure }) {
  const say = useSay();
  const session = useSessionInfo();
  if (failure.status !== 404)
    return <Failed title={say("join.failed", "The invitation did not load")} message={failure.message} />;
  return (
    <Failed
      title={say("join.ended", "This invitation is no longer valid. Ask for a new one.")}
      message={
        session ? say("join.other", "You are signed in as {email}. If the invitation was sent to another address, sign out and open the link again.", { email: session.user.email }) : undefined
      }
    />
  );
}

function SignInFirst({ path }: { path: string }) {
  const say = useSay();
  useEffect(() => keepReturnUrl(path), [path]);
  return (
    <div className={styles["stack"]}>
      <p>{say("join.first", "Sign in or create your account with the invited address.")}</p>
      <ButtonLink look="primary" size="large" wide href="/register">
        {say("login.register", "Create an account")}
      </ButtonLink>
      <ButtonLink size="large" wide href="/login">
        {say("auth.signIn", "Sign in")}
      </ButtonLink>
    </div>
  );
}

function Accept({ card, path }: { card: InvitationCard; path: string }) {
  const say = useSay();
  const session = useSessionInfo();
  const dates = useDates();
  const navigate = useNavigate();
  const sessionChanged = useSessionChange();
  const [joinAccounts, { isLoading }] = useJoinAccountsMutation();
  const [fault, setFault] = useState<string>();
  const [joined, setJoined] = useState(false);

  async function join() {
    const answer = await joinAccounts({ accountsToJoin: { accountIds: [card.accountId] } });
    if (answer.error) return tellFailure(failureTitle(say, "update"), failureOf(answer.error));
    const outcome = answer.data.data[0];
    if (!outcome?.joined) return setFault(joinFault(say, outcome));
    takeReturnUrl();
    if (session?.account) return setJoined(true);
    await sessionChanged();
    await navigate("/welcome", { replace: true });
    return undefined;
  }

  if (joined) return <Entered accounts={[card]} />;
  return (
    <div className={styles["stack"]}>
      <FromServer>
        <Facts>
          <Fact name={say("join.by", "Invited by")}>
            <bdi>{card.word.inviterName ? read(card.word.inviterName) : say("audit.somebody", "Someone")}</bdi>
          </Fact>
          <Fact name={say("join.role", "Role")}>
            <bdi>{read(card.word.roleName)}</bdi>
          </Fact>
          <Fact name={say("join.address", "Email")}>
            <bdi>{read(card.word.emailMasked)}</bdi>
          </Fact>
          <Fact name={say("join.until", "Valid until")}>
            <time dateTime={card.word.expiresAt}>{formatDay(dayAt(new Date(card.word.expiresAt), dates.zone), dates)}</time>
          </Fact>
        </Facts>
      </FromServer>
      {fault && (
        <p role="alert" className={styles["fault"]}>
          {fault}
        </p>
      )}
      {session ? (
        <Button look="primary" size="large" wide writes isPending={isLoading} onPress={() => void join()}>
          {say("join.go", "Join")}
        </Button>
      ) : (
        <SignInFirst path={path} />
      )}
    </div>
  );
}
