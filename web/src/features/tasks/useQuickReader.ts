/** Reads a line by the people, topics and days of this account, and says what it understood. */
import { useTopics } from "../../lists/boards/topics";
import { formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { signedOnes, useMembers, usePeople } from "../../lists/people/people";
import { useDates, useSignedIn, useToday } from "../../session/useSession";
import { noDayIn, readQuickTask, type QuickTask } from "./quickAdd";
import { useMayAssign } from "./useMayAssign";

export function useQuickReader(): (line: string) => QuickTask {
  const mayAssign = useMayAssign();
  const dates = useDates();
  const today = useToday();
  const { user } = useSignedIn();
  const members = useMembers();
  const people = mayAssign ? signedOnes(members) : [];
  const topics = useTopics() ?? [];
  return (line) => readQuickTask(line, { today, order: dates.dateInputFormat, language: dates.language, me: user.id, people, topics });
}

/** As long as the server takes a title. */
const LONGEST_TITLE = 200;

/** What keeps a line from becoming a task. */
export function useQuickFault(): (line: string) => string | undefined {
  const say = useSay();
  const { dateInputFormat } = useDates();
  const read = useQuickReader();
  return (line) => {
    const none = noDayIn(line, dateInputFormat);
    if (none !== null) return say("tasks.quickNoDay", "The date {typed} does not exist. Correct it, or remove it.", { typed: none });
    const { title } = read(line);
    if (title === "") return say("tasks.quickMissing", "Enter what needs doing.");
    return title.length > LONGEST_TITLE
      ? say("tasks.quickLong", "The title has {count} characters. The limit is {most}. Put the rest into the notes.", { count: title.length, most: LONGEST_TITLE })
      : undefined;
  };
}

/** What was understood, in words; empty when everything is the title. */
export function useUnderstood(): (task: QuickTask) => string {
  const dates = useDates();
  const people = usePeople();
  const topics = useTopics() ?? [];
  return ({ dueOn, assigneeIds, topicIds }) =>
    [
      ...(dueOn ? [formatDay(dueOn, dates)] : []),
      ...assigneeIds.map((id) => people.of(id).name),
      ...topics.filter(({ id }) => topicIds.includes(id)).map(({ name }) => name),
    ].join(" · ");
}
