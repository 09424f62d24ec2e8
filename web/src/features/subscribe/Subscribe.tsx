/** `/subscribe`: choose a plan and name the account; that opens it. */
import { Check } from "lucide-react";
import { useContext, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { useCreateAccountMutation, useListPaymentPlansQuery, useSubscribeMutation, type Plan } from "../../api/accounts";
import type { Account } from "../../api/auth";
import { failureOf, fieldMessage, type ApiFailure } from "../../api/failure";
import { held } from "../../api/held";
import { Button, ButtonLink } from "../../components/Button";
import { Cards, ChoiceCard } from "../../components/Cards";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { AuthFrame } from "../../components/frame/AuthFrame";
import { Banner } from "../../components/Layout";
import { Pill } from "../../components/Marks";
import { Aside } from "../../components/Border";
import { part } from "../../components/part";
import { ServerHead } from "../../components/ServerWord";
import { Failed, NotRefreshed, Skeleton } from "../../components/States";
import { formatLimit } from "../../dates/sizes";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay, type Say } from "../../i18n/say";
import { noteOpenedHere } from "../../session/place";
import { useSessionChange } from "../../session/useSessionChange";
import { RemovedFromContext } from "../../session/context";
import { useEnd } from "../../session/useEnd";
import { useDates, useSessionInfo } from "../../session/useSession";
import { homeOfBrowser } from "./home";
import { read } from "../../i18n/word";
import styles from "./Subscribe.module.css";

const RemovedBanner = part(() => import("./RemovedBanner"));

export default function Subscribe() {
  const say = useSay();
  const session = useSessionInfo();
  const changed = useChanged();
  const removedFrom = useContext(RemovedFromContext);
  const { data, failure: failed, late, again } = held(useListPaymentPlansQuery());

  const plans = data?.data;

  return (
    <AuthFrame
      wide
      title={changed?.plan ? say("members.plan", "Change plan") : say("subscribe.title", "Choose a plan")}
      lead={say("subscribe.lead", "You can change your plan at any time. Your data stays yours.")}
      foot={session && !session.account && <SignedInAs email={session.user.email} />}
    >
      <Aside>{session && !session.account && <RemovedBanner from={removedFrom} />}</Aside>
      {late && <NotRefreshed onRetry={again} />}
      {failed ? (
        <Failed
          title={say("subscribe.failed", "The plans did not load")}
          message={failed.message}
          onRetry={again}
        />
      ) : !plans ? (
        <Skeleton lines={4} height={72} />
      ) : (
        <PlanForm plans={plans} />
      )}
    </AuthFrame>
  );
}

/** The account that gets another plan: the one that one is in. It has its name and its keys already. */
function useChanged(): Account | undefined {
  const account = useSessionInfo()?.account;
  const [query] = useSearchParams();
  return account && account.id === query.get("account") ? account : undefined;
}

/** Without an account there is no menu to sign out from. */
function SignedInAs({ email }: { email: string }) {
  const say = useSay();
  const end = useEnd();
  return (
    <span className="hint">
      {say("subscribe.signedInAs", "Signed in as {email}", { email })}{" "}
      <button type="button" className="link" onClick={() => void end()}>
        {say("account.signOut", "Sign out")}
      </button>
    </span>
  );
}

/** Whose account was opened: who answers is believed no more than that it is one. */
function idIn({ data }: { data?: { id?: unknown } | null }): string | null {
  return typeof data?.id === "string" && data.id !== "" ? data.id : null;
}

function PlanForm({ plans }: { plans: Plan[] }) {
  const say = useSay();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const session = useSessionInfo();
  const sessionChanged = useSessionChange();
  const [createAccount, { isLoading: creating }] = useCreateAccountMutation();
  const [subscribe, { isLoading, error }] = useSubscribeMutation();
  const changed = useChanged();
  const current = changed?.plan?.id;
  const [planId, setPlanId] = useState<string | null>(current ?? plans.find(({ id }) => id === "family")?.id ?? plans[0]?.id ?? null);
  const [displayName, setDisplayName] = useState(changed ? read(changed.displayName) : "");
  const [code, setCode] = useState("");
  const [refused, setRefused] = useState<string>();
  const plan = plans.find(({ id }) => id === planId);
  const failure = error && "code" in error ? (error as ApiFailure) : undefined;

  /** A further account is opened before it has a plan; the address keeps it, so that a second try opens no third one. */
  async function furtherAccount(): Promise<string | null> {
    const answer = await createAccount({ newAccount: { displayName: displayName.trim(), ...homeOfBrowser() } });
    if (answer.error) {
      setRefused(failureOf(answer.error).message);
      return null;
    }
    const id = idIn(answer.data);
    if (id === null) setRefused(say("refusal.unreadable", "The answer cannot be read."));
    else setQuery({ account: id }, { replace: true });
    return id;
  }

  async function submit() {
    if (!planId) return;
    setRefused(undefined);
    const further = query.has("new");
    const accountId = further ? await furtherAccount() : query.get("account");
    if (further && !accountId) return;
    const answer = await subscribe({
      subscription: {
        planId,
        displayName: displayName.trim(),
        ...(code.trim() ? { code: code.trim() } : {}),
        ...(accountId ? { accountId } : homeOfBrowser()),
      },
    });
    if (answer.error) {
      const why = answer.error as ApiFailure;
      if (!fieldMessage(why, "code") && !fieldMessage(why, "displayName")) setRefused(why.message);
      return;
    }
    if (changed) {
      await sessionChanged();
      await navigate("/members", { replace: true });
      return;
    }
    const opened = accountId ?? idIn(answer.data);
    if (opened === null) return setRefused(say("refusal.unreadable", "The answer cannot be read."));
    noteOpenedHere(opened);
    // A page that showed another account starts anew.
    if (session?.account) return location.assign("/welcome");
    await sessionChanged();
    await navigate("/welcome", { replace: true });
  }

  return (
    <Form
      className={styles["form"]}
      onSend={() => void submit()}
    >
      <div className={styles["plans"]} data-word>
        <ServerHead />
        <Cards label={say("subscribe.plans", "Plans")} value={planId} onChange={setPlanId}>
          {plans.map((one) => (
            <PlanCard key={one.id} plan={one} current={one.id === current} />
          ))}
        </Cards>
      </div>
      <div className={styles["fields"]}>
        {refused !== undefined && (
          <Banner tone="bad" urgent title={failureTitle(say, "update")}>
            {refused}
          </Banner>
        )}
        {current === undefined && (
          <TextField
            label={say("subscribe.name", "Account name")}
            hint={say("subscribe.name.hint", "Your family or company. Members and our server can see it.")}
            size="large"
            autoComplete="organization"
            maxLength={80}
            value={displayName}
            onChange={setDisplayName}
            isRequired
            missing={say("subscribe.name.missing", "Enter a name for the account.")}
            error={fieldMessage(failure, "displayName")}
          />
        )}
        <TextField
          label={
            plan?.requiresCode ? say("subscribe.code", "Code") : say("subscribe.codeOptional", "Code, if you have one")
          }
          size="large"
          mono
          autoComplete="off"
          isRequired={plan?.requiresCode ?? false}
          missing={say("subscribe.code.missing", "This plan needs a code.")}
          value={code}
          onChange={setCode}
          error={fieldMessage(failure, "code")}
        />
        <Button
          type="submit"
          look="primary"
          size="large"
          writes
          isPending={creating || isLoading}
          isDisabled={planId === current && code.trim() === ""}
        >
          {current ? say("members.plan", "Change plan") : say("subscribe.go", "Continue")}
        </Button>
        {current !== undefined && (
          <ButtonLink look="quiet" size="large" href="/members">
            {say("dialog.cancel", "Cancel")}
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}

function PlanCard({ plan, current }: { plan: Plan; current: boolean }) {
  const say = useSay();
  const { language } = useDates();
  return (
    <ChoiceCard value={plan.id}>
      <span className={styles["head"]}>
        <b>{read(plan.name)}</b>
        {(current || plan.trialDays > 0) && (
          <Pill tone={current ? "neutral" : "tint"} dot={false}>
            {current
              ? say("subscribe.current", "Current plan")
              : say("subscribe.trial", "{count, plural, one {# day} other {# days}} free trial", { count: plan.trialDays })}
          </Pill>
        )}
        <span className={styles["price"]}>{price(say, plan, language)}</span>
      </span>
      <span className={styles["limits"]}>
        {limits(say, plan, language).map((limit) => (
          <span key={limit}>
            <Check />
            {limit}
          </span>
        ))}
      </span>
    </ChoiceCard>
  );
}

function price(say: Say, { priceMinor, currency }: Plan, language: string): string {
  if (priceMinor === null) return say("subscribe.byArrangement", "Contact us");
  if (priceMinor === 0) return say("subscribe.free", "Free");
  const amount = new Intl.NumberFormat(language, { style: "currency", currency, minimumFractionDigits: 0 }).format(
    priceMinor / 100,
  );
  return say("subscribe.perMonth", "{amount} a month", { amount });
}

function limits(say: Say, { limits: of }: Plan, language: string): string[] {
  const list: string[] = [];
  const { seats, storageBytes, fileBytes } = of;
  if (seats) list.push(say("subscribe.seats", "{count, plural, one {# person} other {# people}}", { count: seats }));
  if (storageBytes) list.push(say("subscribe.storage", "{size} of storage", { size: formatLimit(storageBytes, language) }));
  if (fileBytes) list.push(say("subscribe.file", "Files up to {size}", { size: formatLimit(fileBytes, language) }));
  return list;
}
