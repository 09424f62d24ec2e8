/** What is left to set up; gone when all is done. */
import { Check, ChevronRight } from "lucide-react";
import { Link } from "react-aria-components/Link";

import { useListInvitationsQuery } from "../../api/accounts";
import { Card } from "../../components/Layout";
import { Bar } from "../../components/Marks";
import { useSay } from "../../i18n/say";
import type { KeyState } from "../../keyring/contract";
import { useKeyState } from "../../keyring/react";
import { useOverview } from "../../keyring/useOverview";
import { useMembers } from "../../people/people";
import { useMay } from "../../session/useSession";
import styles from "./Dashboard.module.css";

interface Step {
  id: string;
  label: string;
  done: boolean;
  href: string;
}

/** States in which this browser is no device of its person; one that is locked or still starting is one. */
const WITHOUT_DEVICE: readonly KeyState["name"][] = ["unset", "new", "elsewhere"];

export function SetUpList({ documents }: { documents: number | undefined }) {
  const say = useSay();
  const may = useMay();
  const keys = useKeyState();
  const overview = useOverview();
  const members = useMembers();
  const { data: invitations } = useListInvitationsQuery({}, { skip: !may("invitation.list") });
  const isDevice = !WITHOUT_DEVICE.includes(keys.name);
  // Of a device that is here nothing is said before its own record was read.
  if (keys.name === "keyless" || documents === undefined || (isDevice && !overview)) return null;

  const steps: Step[] = [
    { id: "unlock", label: say("setup.unlock", "Set up this browser"), done: isDevice, href: "/welcome" },
    { id: "save", label: say("setup.save", "Save the recovery key"), done: Boolean(overview?.recovery.savedAt), href: "/keys" },
    { id: "upload", label: say("setup.upload", "Upload a first document"), done: documents > 0, href: "/documents?upload=1" },
    ...(may("invitation.create")
      ? [
          {
            id: "invite",
            label: say("setup.invite", "Invite a colleague"),
            done: members.length > 1 || (invitations?.data.length ?? 0) > 0,
            href: "/members",
          },
        ]
      : []),
    { id: "test", label: say("setup.test", "Test your recovery key"), done: Boolean(overview?.recovery.testedAt), href: "/keys" },
  ];
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;

  const progress = say("setup.progress", "{done} of {count}", { done, count: steps.length });
  return (
    <Card title={say("setup.title", "Finish setting up")} end={<span className="hint num">{progress}</span>}>
      <div className={styles["setup"]}>
        <Bar value={done / steps.length} label={progress} />
        <ul>
          {steps.map(({ id, label, done: ticked, href }) => (
            <li key={id} data-done={ticked || undefined}>
              <span className={styles["ring"]} aria-hidden>
                {ticked && <Check />}
              </span>
              {ticked ? (
                <s>{label}</s>
              ) : (
                <Link href={href}>
                  {label}
                  <ChevronRight className="turns" />
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
