/** `/invitations`: what waits for the proven address, to accept one or several. */
import { useState } from "react";
import { useNavigate } from "react-router";

import { useJoinAccountsMutation, useListMyInvitationsQuery, type InvitationCard } from "../../api/accounts";
import { failureOf } from "../../api/failure";
import { held } from "../../api/held";
import { Button, ButtonLink } from "../../components/Button";
import { FromServer, ServerWord } from "../../components/ServerWord";
import { Checkbox } from "../../components/Tick";
import { AuthFrame } from "../../components/frame/AuthFrame";
import { tellFailure } from "../../components/notices";
import { Failed, NotRefreshed, Skeleton } from "../../components/States";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { useSessionInfo } from "../../session/useSession";
import { useSessionChange } from "../../session/useSessionChange";
import { Entered } from "./Entered";
import styles from "./Join.module.css";
import { joinFault } from "./joinFault";
import { read } from "../../i18n/word";

export default function Invitations() {
  const say = useSay();
  const session = useSessionInfo();
  const navigate = useNavigate();
  const sessionChanged = useSessionChange();
  const { data, failure: failed, late, again } = held(useListMyInvitationsQuery(undefined, { skip: !session }));
  const invitations = data?.data;
  const [joinAccounts, { isLoading }] = useJoinAccountsMutation();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [entered, setEntered] = useState<readonly InvitationCard[]>([]);
  const chosen = (invitations ?? []).filter(({ id }) => !left.has(id));

  async function join() {
    const answer = await joinAccounts({
      accountsToJoin: { accountIds: chosen.map(({ accountId }) => accountId) },
    });
    if (answer.error) return tellFailure(failureTitle(say, "update"), failureOf(answer.error));
    for (const outcome of answer.data.data.filter(({ joined }) => !joined)) {
      const name = chosen.find(({ accountId }) => accountId === outcome.accountId)?.word.accountName;
      tellFailure(failureTitle(say, "update"), { message: joinFault(say, outcome), about: name });
    }
    const joined = new Set(answer.data.data.flatMap((outcome) => (outcome.joined ? [outcome.accountId] : [])));
    if (joined.size === 0) return undefined;
    if (session?.account) return setEntered(chosen.filter(({ accountId }) => joined.has(accountId)));
    await sessionChanged();
    await navigate("/welcome", { replace: true });
    return undefined;
  }

  return (
    <AuthFrame title={say("invitations.title", "Your invitations")}>
      {late && <NotRefreshed onRetry={again} />}
      {failed ? (
        <Failed title={say("invitations.failed", "The invitations did not load")} onRetry={again} />
      ) : !session ? (
        <ButtonLink look="primary" size="large" wide href="/login">
          {say("auth.signIn", "Sign in")}
        </ButtonLink>
      ) : entered.length > 0 ? (
        <Entered accounts={entered} />
      ) : !invitations ? (
        <Skeleton lines={2} height={64} />
      ) : invitations.length === 0 ? (
        <div className={styles["stack"]}>
          <p className="quiet">
            <ServerWord>
              <bdi>{say("invitations.none", "No invitations for {email}", { email: session.user.email })}</bdi>
            </ServerWord>
          </p>
          <ButtonLink size="large" wide href={session.account ? "/dashboard" : "/subscribe"}>
            {session.account ? say("notFound.home", "Go to Home") : say("invitations.open", "Create your own account")}
          </ButtonLink>
        </div>
      ) : (
        <div className={styles["stack"]}>
          <FromServer>
          <ul className={styles["card"]}>
            {invitations.map(({ id, word: { accountName, inviterName, roleName } }) => (
              <li key={id} className={styles["line"]}>
                <Checkbox
                  isSelected={!left.has(id)}
                  onChange={(on) => setLeft(new Set(on ? [...left].filter((one) => one !== id) : [...left, id]))}
                >
                  <span>
                    <b>
                      <bdi>{read(accountName)}</bdi>
                    </b>
                    <br />
                    <span className="hint">
                      {say("invitations.from", "{inviter} invites you as {role}", { inviter: (inviterName && read(inviterName)) || say("audit.somebody", "Someone"), role: read(roleName) })}
                    </span>
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
          </FromServer>
          <Button look="primary" size="large" wide isDisabled={chosen.length === 0} writes isPending={isLoading} onPress={() => void join()}>
            {say("invitations.join", "{count, plural, one {Join # account} other {Join # accounts}}", { count: chosen.length })}
          </Button>
          {!session.account && (
            <ButtonLink look="quiet" size="large" wide href="/subscribe">
              {say("invitations.open", "Create your own account")}
            </ButtonLink>
          )}
        </div>
      )}
    </AuthFrame>
  );
}
