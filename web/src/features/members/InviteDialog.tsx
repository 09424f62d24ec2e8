/** Invites someone: address, role and message; then shows the secure link. */
import { useState } from "react";

import { covers, useListInvitationsQuery } from "../../api/accounts";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Select } from "../../components/Select";
import { CopyButton } from "../../components/CopyButton";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { Why } from "../../components/Why";
import { tell } from "../../components/notices";
import { failureTitle, successTitle } from "../../i18n/fixedTexts";
import { sayThrown } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import { mailFault } from "../../i18n/readings/mail";
import { isInvitedOtherwise } from "../../keyring/invitedOtherwise";
import { useKeyring } from "../../keyring/react";
import { useRoles } from "../../lists/people/roles";
import { useSignedIn } from "../../session/useSession";
import styles from "./Members.module.css";
import { rightsOf } from "./words";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const keyring = useKeyring();
  const { account } = useSignedIn();
  const roles = useRoles();
  const { refetch } = useListInvitationsQuery({});
  const [email, setEmail] = useState("");
  const [roleId, setRoleId] = useState<string | null>(null);
  const [message, setMessage] = useState("");
  const [sent, setSent] = useState<{ link?: string }>();
  // Nobody gives more than he has; the server says no in any case.
  const own = roles.find(({ id }) => id === account.roleId);
  const offered = roles.filter((role) => role.standing === "signed" && own && covers(own, role));
  const chosen = roleId ?? offered.find(({ key }) => key === "member")?.id ?? null;
  const isKnown = roles.length > 0;

  const { run, busy, failure } = useAct(async (role: string) => {
    const made = await keyring.invite({
      email: email.trim(),
      roleId: role,
      ...(message.trim() ? { message: message.trim() } : {}),
    });
    setSent(made);
    tell({ title: successTitle(say, "invited"), detail: email.trim() });
    await refetch();
  });

  if (sent)
    return (
      <Dialog
        title={say("invite.sent", "The invitation was sent")}
        isOpen
        onClose={onClose}
        actions={
          <Button look="primary" onPress={onClose}>
            {say("invite.done", "Done")}
          </Button>
        }
      >
        {sent.link === undefined ? (
          <p>
            {say(
              "invite.mailed",
              "{email} gets an email with a link. This role has no key: it opens no contents, so there is no safety code to compare.",
              { email: email.trim() },
            )}
          </p>
        ) : (
          <SecureLink link={sent.link} />
        )}
      </Dialog>
    );

  return (
    <Dialog title={say("invite.title", "Invite someone")} isOpen onClose={onClose} keeps={email !== ""}>
      <Form
        className={styles["form"]}
        onSend={() => void (chosen !== null && run(chosen))}
      >
        {failure && (
          <Banner tone="bad" urgent title={failureTitle(say, "invitation")}>
            {isInvitedOtherwise(failure)
              ? say("invite.otherwise", "This address was already invited with another role. Cancel that invitation first.")
              : <Why message={sayThrown(say, failure.message)} said={failure.said} />}
          </Banner>
        )}
        <TextField
          label={say("auth.email", "Email")}
          type="email"
          autoFocus
          autoComplete="off"
          value={email}
          onChange={setEmail}
          isRequired
          missing={mailFault(say, "")}
          check={(text) => mailFault(say, text)}
        />
        <Select
          label={say("join.role", "Role")}
          isRequired
          options={offered.map((role) => ({ value: role.id, label: role.name, hint: rightsOf(say, role) ?? undefined }))}
          value={chosen}
          onChange={setRoleId}
          error={isKnown && offered.length === 0 ? say("invite.noRole", "There is no role that you can give.") : undefined}
        />
        <TextField
          label={say("invite.message", "Personal message")}
          hint={say("invite.message.hint", "Included in the email, not encrypted.")}
          lines={3}
          maxLength={500}
          value={message}
          onChange={setMessage}
        />
        <div className={styles["buttons"]}>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          {/* Until the roles are there nobody can be invited to one: pressed before, it would do nothing. */}
          <Button type="submit" look="primary" writes isPending={busy || !isKnown}>
            {say("members.invite", "Invite")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** What proves the invited person at once, where it goes by a way that both trust. */
function SecureLink({ link }: { link: string }) {
  const say = useSay();
  return (
    <>
      <p>
        {say(
          "invite.link",
          "Send this link yourself over a channel you trust. Anyone who opens it can read at once. If they use the emailed link instead, you compare a safety code first.",
        )}
      </p>
      <p className={styles["link"]} dir="ltr">
        {link}
      </p>
      <div>
        <CopyButton text={link} label={say("invite.copy", "Copy link")} what={say("invite.what", "the link")} size="medium" />
      </div>
    </>
  );
}
