/** Leaving an account: what is lost by it, and what has to be settled first by its only owner. */
import { useListAccountsQuery, useSwitchAccountMutation} from "../../api/accounts";
import { useAct } from "../../api/useAct";
import { Button, ButtonLink } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Banner } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { useRoles } from "../../lists/people/roles";
import { useSignedIn } from "../../session/useSession";
import { announceSessionChange } from "../../session/useSessionChange";
import { ownersOf } from "./owners";
import { useMemberActs } from "./useMemberActs";
import { sayMemberRefusal } from "./words";
import { read } from "../../i18n/word";
import { ServerWord } from "../../components/ServerWord";

interface LeaveDialogProps {
  overview: KeyOverview;
  onHandOver: () => void;
  onClose: () => void;
}

export default function LeaveDialog({ overview, onHandOver, onClose }: LeaveDialogProps) {
  const say = useSay();
  const acts = useMemberActs();
  const { user, account } = useSignedIn();
  const { data: accounts } = useListAccountsQuery();
  const [switchAccount] = useSwitchAccountMutation();
  const owners = ownersOf(overview, useRoles());
  const barred = owners.length === 1 && owners[0] === user.id;

  const { run, busy, failure } = useAct(async () => {
    await acts.leave();
    const next = accounts?.data.find(({ accountId, state }) => accountId !== account.id && state !== "incomplete" && state !== "erased");
    if (next) await switchAccount({ enter: { accountId: next.accountId } });
    announceSessionChange();
    // Nothing of the account stays in the memory of a page that is not in it any more.
    location.assign("/");
  });

  return (
    <Dialog
      role="alertdialog"
      title={say("members.leaveAsk", "Leave {account}?", { account: read(account.displayName) })}
      titleTold
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          {!barred && (
            <Button look="danger" writes isPending={busy} onPress={() => void run()}>
              <ServerWord inside>{say("members.leaveGo", "Leave {account}", { account: read(account.displayName) })}</ServerWord>
            </Button>
          )}
        </>
      }
    >
      {barred ? (
        <Banner
          tone="warn"
          title={<ServerWord>{say("members.onlyOwner", "You are the only owner of {account}.", { account: read(account.displayName) })}</ServerWord>}
          actions={
            <>
              <Button size="small" onPress={onHandOver}>
                {say("members.handOver", "Hand over the account")}
              </Button>
              <ButtonLink size="small" href="/settings/account#close">
                {say("members.close", "Close the account")}
              </ButtonLink>
            </>
          }
        >
          {say("members.onlyOwnerHow", "Hand it over to someone, or close it. Then you can leave.")}
        </Banner>
      ) : (
        <>
          <p>{say("members.leaveWhat", "You can no longer open anything in it, on any of your devices. Someone has to invite you to come back.")}</p>
          <p className="quiet">
            {say("members.leaveKept", "What you wrote stays with the account. Items that only you can read can be opened by no one after that.")}
          </p>
        </>
      )}
      {failure && <Banner tone="bad" urgent title={sayMemberRefusal(say, failure)} />}
    </Dialog>
  );
}
