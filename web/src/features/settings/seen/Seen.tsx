/** `/settings/seen`: what the server can see, and what it never can. `projections/seen` says what each line stands for. */
import { Eye, EyeOff } from "lucide-react";

import { Card, CardBody } from "../../../components/Layout";
import { useSay, type Say } from "../../../i18n/say";
import styles from "./Seen.module.css";

const lines = (say: Say): readonly string[] => [
  say("seen.people", "Email addresses and names of users, how and when they sign in, from which network and browser"),
  say("seen.devices", "The names of devices, when each was added, last used and last checked the account, and how it protects its keys"),
  say("seen.account", "The account's name, plan, language, time zone and settings"),
  say("seen.members", "Members, invitations, the names, descriptions and permissions of roles, and who gave whom which role when"),
  say("seen.record", "The public part of the key record: public keys, signatures and hashes"),
  say("seen.items", "The kind of each item, who created and changed it when, how often, and whether it is archived or in the bin"),
  say("seen.audience", "Which roles can read an item, and could before"),
  say("seen.dates", "Expiry dates, start and due dates and times, how a task repeats, and when reminders are sent"),
  say("seen.status", "The status of a task, the kind of a status and of a profile, and what a saved filter is for"),
  say("seen.links", "Which documents, tasks, profiles, topics and files belong together"),
  say("seen.trees", "The shape of trees (topics, groups, sub-groups, sub-tasks) and the order of lists"),
  say("seen.people_in_items", "Who a task is assigned to, who is mentioned in a comment, and who wrote it"),
  say("seen.files", "The sizes of texts and files in steps of about 3 %, and which file is fetched by whom, when and in which parts"),
  say("seen.mail", "The emails that Coffer sends: to whom, what they say, when, and whether they arrived"),
  say("seen.activity", "The audit log, notifications, and suspicious activity"),
];

export default function Seen() {
  const say = useSay();
  return (
    <>
      <Card title={say("seen.title", "What the server sees")}>
        <CardBody>
          <p className="hint">{say("seen.why", "Coffer needs these to work, so they are not encrypted with your keys.")}</p>
          <ul className={styles["lines"]}>
            {lines(say).map((line) => (
              <li key={line}>
                <Eye aria-hidden />
                {line}
              </li>
            ))}
          </ul>
        </CardBody>
      </Card>
      <Card title={say("seen.neverTitle", "What it never sees")}>
        <CardBody>
          <p className={styles["never"]}>
            <EyeOff aria-hidden />
            {say("seen.never", "Titles, texts, contact details, file names, kinds and contents of files, previews, names of profiles, topics and statuses, what you search for, pass-phrases, recovery keys and private keys")}
          </p>
        </CardBody>
      </Card>
    </>
  );
}
