/** A question of one's own: a view, columns of it, rows that fit, and what comes of it as a table and a file. */
import { Download } from "lucide-react";
import { useState } from "react";

import { useAskAnalyticsQuery, type AnalyticsQuery, type Cell } from "../../api/analytics";
import { held } from "../../api/held";
import { Button } from "../../components/Button";
import { Form } from "../../components/Form";
import { Card, CardBody } from "../../components/Layout";
import { NotRefreshed, Failed, Skeleton } from "../../components/States";
import { PickMany } from "../../components/PickMany";
import { Select } from "../../components/Select";
import { Checkbox } from "../../components/Tick";
import { toCsv } from "../../lists/exchange/csv";
import { saveBlob } from "../../browser/saveBlob";
import { useSay, type Say } from "../../i18n/say";
import { useToday } from "../../session/useSession";
import { look } from "./look";
import { MOST, OPERATORS, kindOf, questionOf, viewNamed, type Operator } from "./question";
import { ValueField } from "./ValueField";
import { ANALYTICS_VIEWS, type ViewName } from "./views.generated";

const NO_FILTER = "";

function viewWords(say: Say): Record<ViewName, string> {
  return {
    v_tasks_daily: say("analytics.view.tasks", "Tasks by day"),
    v_task_flow: say("analytics.view.flow", "Moves of tasks"),
    v_documents: say("analytics.view.documents", "Documents"),
    v_expiry_outlook: say("analytics.view.expiry", "Expiry by month"),
    v_members: say("analytics.view.members", "Members"),
    v_activity_daily: say("analytics.view.activity", "Activity by day"),
    v_keys: say("analytics.view.keys", "Keys of roles"),
    v_storage_daily: say("analytics.view.storage", "Storage by day"),
    v_mail_daily: say("analytics.view.mail", "Emails by day"),
    v_security: say("analytics.view.security", "Suspicious activity"),
  };
}

export function Ask() {
  const say = useSay();
  const words = viewWords(say);
  const [view, setView] = useState<ViewName>("v_documents");
  const [columns, setColumns] = useState<readonly string[]>(["lifecycle"]);
  const [counts, setCounts] = useState(true);
  const [column, setColumn] = useState(NO_FILTER);
  const [op, setOp] = useState<Operator>("=");
  const [value, setValue] = useState("");
  const [asked, setAsked] = useState<AnalyticsQuery | null>(null);

  const known = viewNamed(view)?.columns.map(({ name }) => ({ value: name, label: name })) ?? [];
  const kind = kindOf(view, column);
  const question = questionOf({ view, columns, counts, filter: kind ? { column, op, value } : null });
  const choose = (next: ViewName) => {
    setView(next);
    setColumns([viewNamed(next)?.columns[0]?.name ?? ""]);
    setColumn(NO_FILTER);
    setAsked(null);
  };
  return (
    <Card title={say("analytics.ask", "Ask")}>
      <CardBody>
        <p className="hint">{say("analytics.askWhat", "Choose what to look at. Columns have the names that SQL and exports use.")}</p>
        <Form onSend={() => question && setAsked(question)}>
          <div style={look.ask}>
          <div style={look.fields}>
            <Select
              label={say("analytics.view", "View")}
              options={ANALYTICS_VIEWS.map(({ name }) => ({ value: name, label: words[name], hint: name }))}
              value={view}
              onChange={choose}
            />
            <PickMany label={say("analytics.columns", "Columns")} options={known} value={columns} onChange={setColumns} placeholder={say("analytics.noColumn", "Choose a column")} />
            <Select
              label={say("analytics.where", "Only rows where")}
              options={[{ value: NO_FILTER, label: say("analytics.allRows", "All rows") }, ...known]}
              value={column}
              onChange={setColumn}
            />
            {kind && (
              <>
                <Select label={say("analytics.operator", "Comparison")} options={OPERATORS.map((one) => ({ value: one, label: one }))} value={op} onChange={setOp} />
                <ValueField kind={kind} value={value} onChange={setValue} />
              </>
            )}
          </div>
          <div style={look.chosen}>
            <Checkbox isSelected={counts} onChange={setCounts}>
              {say("analytics.counts", "Count rows that are alike")}
            </Checkbox>
          </div>
          <span>
            <Button type="submit" isDisabled={question === null}>
              {say("analytics.askNow", "Show result")}
            </Button>
          </span>
          </div>
        </Form>
        {asked && <Answer key={JSON.stringify(asked)} asked={asked} />}
      </CardBody>
    </Card>
  );
}

const shown = (cell: Cell): string => (cell === null ? "" : String(cell));

function Answer({ asked }: { asked: AnalyticsQuery }) {
  const say = useSay();
  const today = useToday();
  const { data, failure, late, again } = held(useAskAnalyticsQuery(asked));
  if (failure) return <Failed title={say("analytics.askFailed", "The question was not answered")} message={failure.message} told={failure} onRetry={again} />;
  if (!data) return <Skeleton lines={4} />;
  const save = () =>
    saveBlob(new Blob([toCsv([data.columns, ...data.rows.map((row) => row.map(shown))])], { type: "text/csv;charset=utf-8" }), `${asked.view}-${today}.csv`);
  return (
    <>
      {late && <NotRefreshed onRetry={again} />}
      <div style={look.chosen} role="status">
        {say("analytics.rows", "{count, plural, one {# row} other {# rows}}", { count: data.rows.length })}
        {data.more && <span className="hint">{say("analytics.moreRows", "There are more. Only the first {count} are shown.", { count: MOST })}</span>}
        {data.rows.length > 0 && (
          <Button look="quiet" size="small" onPress={save}>
            <Download />
            {say("analytics.csv", "Save as CSV")}
          </Button>
        )}
      </div>
      {data.rows.length > 0 && (
        <div style={look.scrolls} role="region" aria-label={say("analytics.answer", "Result")} tabIndex={0}>
          <table style={look.table}>
            <thead>
              <tr>
                {data.columns.map((name) => (
                  <th key={name} scope="col" className="mono" style={{ ...look.cell, ...look.words, ...look.head }}>
                    <bdi>{name}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row, place) => (
                <tr key={place}>
                  {row.map((cell, index) => (
                    <td key={data.columns[index]} style={{ ...look.cell, ...look.words }}>
                      <bdi>{shown(cell)}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
