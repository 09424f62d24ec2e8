/** `/platform`: user administration. It opens no account. */
import { ChevronLeft, ChevronRight, UserPlus } from "lucide-react";
import { useEffect, useState } from "react";

import { PAGE, peopleAsked, useListPlatformUsersQuery, type Person } from "../../api/platform";
import { held } from "../../api/held";
import { Button } from "../../components/Button";
import { Card } from "../../components/Layout";
import { Page } from "../../components/Page";
import { SearchField } from "../../components/SearchField";
import { EmptyState, Failed, NotRefreshed, Skeleton } from "../../components/States";
import { sayRefusal } from "../../i18n/refusalTexts";
import { useSay } from "../../i18n/say";
import { ActDialog, type Chosen } from "./ActDialog";
import { CreateDialog } from "./CreateDialog";
import { PersonLine } from "./PersonLine";
import styles from "./Platform.module.css";

const TYPING_MS = 250;

export default function Platform() {
  const say = useSay();
  const [words, setWords] = useState("");
  const [asked, setAsked] = useState("");
  const [offset, setOffset] = useState(0);
  const [chosen, setChosen] = useState<Chosen>();
  const [creating, setCreating] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(words.trim());
      setOffset(0);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [words]);

  const { data, failure: failed, late, again } = held(useListPlatformUsersQuery(peopleAsked(asked, offset)));

  return (
    <Page
      fromServer
      title={say("nav.platform", "Platform")}
      count={data && !asked ? String(data.total) : undefined}
      padded
      actions={
        <Button look="primary" onPress={() => setCreating(true)}>
          <UserPlus />
          {say("platform.create", "Add a person")}
        </Button>
      }
      filters={
        <SearchField
          label={say("platform.search", "Search by name or email address")}
          value={words}
          onChange={setWords}
        />
      }
    >
      {late && <NotRefreshed onRetry={again} />}
      {failed ? (
        <Failed
          title={say("platform.failed", "The people did not load")}
          message={sayRefusal(say, failed)}
          told={failed}
          onRetry={again}
        />
      ) : !data ? (
        <Skeleton lines={8} height={40} />
      ) : data.users.length === 0 ? (
        <EmptyState
          title={say("platform.noMatch", "No results")}
          actions={<Button onPress={() => setWords("")}>{say("platform.clear", "Clear search")}</Button>}
        >
          {say("platform.noMatchWhat", "A search with @ looks in addresses, without it in names.")}
        </EmptyState>
      ) : (
        <People people={data.users} total={data.total} offset={offset} onTurn={setOffset} onChoose={setChosen} />
      )}
      {chosen && <ActDialog chosen={chosen} onClose={() => setChosen(undefined)} />}
      {creating && <CreateDialog onClose={() => setCreating(false)} onDone={again} />}
    </Page>
  );
}

interface PeopleProps {
  people: readonly Person[];
  total: number;
  offset: number;
  onTurn: (offset: number) => void;
  onChoose: (chosen: Chosen) => void;
}

function People({ people, total, offset, onTurn, onChoose }: PeopleProps) {
  const say = useSay();
  const last = offset + people.length;
  return (
    <Card
      title={say("members.people", "People")}
      end={
        total > PAGE && (
          <span className={styles["pages"]}>
            <span className="hint num">
              {say("platform.range", "{first} to {last} of {total}", { first: offset + 1, last, total })}
            </span>
            <Button size="small" icon aria-label={say("platform.before", "Previous page")} isDisabled={offset === 0} onPress={() => onTurn(Math.max(0, offset - PAGE))}>
              <ChevronLeft />
            </Button>
            <Button size="small" icon aria-label={say("platform.next", "Next page")} isDisabled={last >= total} onPress={() => onTurn(offset + PAGE)}>
              <ChevronRight />
            </Button>
          </span>
        )
      }
    >
      {people.map((person) => (
        <PersonLine key={person.id} person={person} onChoose={(act) => onChoose({ act, person })} />
      ))}
    </Card>
  );
}
