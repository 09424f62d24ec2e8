/** One figure: a drawing, the same numbers as a table, and as a file. */
import { ChartColumn, Download, Table } from "lucide-react";
import { useState } from "react";

import { useAskAnalyticsQuery, type AnalyticsAnswer, type AnalyticsQuery } from "../../api/analytics";
import { held } from "../../api/held";
import { Button } from "../../components/Button";
import { Card, CardBody } from "../../components/Layout";
import { Failed, NotRefreshed, Skeleton } from "../../components/States";
import { useNarrow } from "../../components/useNarrow";
import { toCsv } from "../../lists/exchange/csv";
import { saveBlob } from "../../browser/saveBlob";
import { useSay } from "../../i18n/say";
import { useToday } from "../../session/useSession";
import { Legend, Lines, StackedBars, type Row, type Series } from "./Charts";
import { isEmpty, type Numbers } from "./figures";
import { look } from "./look";

interface FigureProps<Name extends string> {
  title: string;
  /** What the numbers are, in a sentence. */
  what: string;
  /** What the file is called, with the day after it. */
  file: string;
  asks: AnalyticsQuery;
  count: (answer: AnalyticsAnswer) => readonly Numbers<Name>[];
  /** Of the first column of the table. */
  head: string;
  placed: (at: string) => { label: string; short: string };
  series: readonly (Series & { key: Name })[];
  /** Of those, what is drawn; the table has them all. */
  drawn?: readonly Name[];
  form: "bars" | "lines" | "table";
  written: (value: number, name?: Name) => string;
  /** Said where all numbers are nothing. */
  none: string;
}

export function Figure<Name extends string>(props: FigureProps<Name>) {
  const { title, asks, count } = props;
  const say = useSay();
  const { data, failure, late, again } = held(useAskAnalyticsQuery(asks));
  if (failure)
    return (
      <Card title={title}>
        <Failed title={say("analytics.failed", "This figure did not load")} message={failure.message} told={failure} onRetry={again} />
      </Card>
    );
  if (!data)
    return (
      <Card title={title}>
        <Skeleton lines={6} height={22} />
      </Card>
    );
  return <Counted {...props} numbers={count(data)} isCut={data.more} late={late ? again : null} />;
}

interface CountedProps<Name extends string> extends FigureProps<Name> {
  numbers: readonly Numbers<Name>[];
  /** There are more rows than the server answers at once. */
  isCut: boolean;
  late: (() => void) | null;
}

function Counted<Name extends string>({ title, what, file, head, placed, series, drawn, form, written, none, numbers, isCut, late }: CountedProps<Name>) {
  const say = useSay();
  const today = useToday();
  const narrow = useNarrow();
  const [asTable, setAsTable] = useState(false);
  const shown = drawn ? series.filter(({ key }) => drawn.includes(key)) : series;
  const rows: Row[] = numbers.map(({ at, values }) => ({ ...placed(at), values: shown.map(({ key }) => values[key]) }));
  const Drawing = form === "bars" ? StackedBars : Lines;
  const save = () => {
    const lines = numbers.map(({ at, values }) => [at, ...series.map(({ key }) => String(values[key]))]);
    saveBlob(new Blob([toCsv([[head, ...series.map(({ name }) => name)], ...lines])], { type: "text/csv;charset=utf-8" }), `${file}-${today}.csv`);
  };
  const empty = isEmpty(numbers);
  return (
    <Card
      title={title}
      end={
        !empty && (
          <span style={look.ends}>
            {form !== "table" && (
              <Button look="quiet" size="small" onPress={() => setAsTable(!asTable)} aria-label={`${asTable ? say("analytics.asChart", "Show as chart") : say("analytics.asTable", "Show as table")}: ${title}`}>
                {asTable ? <ChartColumn /> : <Table />}
                {!narrow && (asTable ? say("analytics.asChart", "Show as chart") : say("analytics.asTable", "Show as table"))}
              </Button>
            )}
            <Button look="quiet" size="small" onPress={save} aria-label={`${say("analytics.csv", "Save as CSV")}: ${title}`}>
              <Download />
              {!narrow && say("analytics.csv", "Save as CSV")}
            </Button>
          </span>
        )
      }
    >
      <CardBody>
        {late && <NotRefreshed onRetry={late} />}
        <p className="hint">{what}</p>
        {isCut && <p className="hint">{say("analytics.cut", "There is more than the server counts at once. The numbers are incomplete.")}</p>}
        {empty ? (
          <p style={look.none}>{none}</p>
        ) : asTable || form === "table" ? (
          <Numbered title={title} head={head} placed={placed} series={series} numbers={numbers} written={written} />
        ) : (
          <>
            <Drawing label={say("analytics.chart", "Chart: {title}. The table has the numbers.", { title })} series={shown} rows={rows} written={(value) => written(value, shown[0]?.key)} />
            <Legend series={shown} />
          </>
        )}
      </CardBody>
    </Card>
  );
}

type NumberedProps<Name extends string> = Pick<CountedProps<Name>, "title" | "head" | "placed" | "series" | "numbers" | "written">;

function Numbered<Name extends string>({ title, head, placed, series, numbers, written }: NumberedProps<Name>) {
  return (
    <div style={look.scrolls} role="region" aria-label={title} tabIndex={0}>
      <table style={look.table}>
        <thead>
          <tr>
            <th scope="col" style={{ ...look.cell, ...look.begin, ...look.head }}>
              {head}
            </th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col" style={{ ...look.cell, ...look.head }}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbers.map(({ at, values }) => (
            <tr key={at}>
              <th scope="row" style={{ ...look.cell, ...look.begin }}>
                <bdi>{placed(at).label}</bdi>
              </th>
              {series.map(({ key }) => (
                <td key={key} style={look.cell}>
                  <bdi>{written(values[key], key)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
