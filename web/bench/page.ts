/** Runs what the address asks for, all contenders in turn, and hands the figures to the server of the bench. */
import { FILE_CONTENDERS } from "./files.ts";
import { post } from "./post.ts";
import { openRecords } from "./records.ts";

interface Plan {
  /** Mebibytes per contender and turn. */
  readonly files?: { readonly contenders: readonly string[]; readonly mebibytes: number; readonly turns: number };
  readonly records?: { readonly count: number; readonly turns: number };
}

async function measureFiles({ contenders, mebibytes, turns }: NonNullable<Plan["files"]>): Promise<Record<string, number>> {
  const sums = new Map(contenders.map((name) => [name, { bytes: 0, milliseconds: 0 }]));
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, sum] of sums) {
      const taken = await FILE_CONTENDERS[name]?.(mebibytes);
      sum.bytes += taken?.bytes ?? 0;
      sum.milliseconds += taken?.milliseconds ?? 0;
    }
  }
  return Object.fromEntries([...sums].map(([name, { bytes, milliseconds }]) => [name, bytes / 2 ** 20 / (milliseconds / 1000)]));
}

async function run({ files, records }: Plan) {
  return {
    browser: navigator.userAgent,
    ...(files ? { mebibytesPerSecond: await measureFiles(files) } : {}),
    ...(records ? { records: await openRecords(records.count, records.turns) } : {}),
  };
}

const plan = JSON.parse(new URLSearchParams(location.search).get("plan") ?? "{}") as Plan;
run(plan).catch((error: unknown) => ({ failed: String(error) })).then((figures) => post("/bench/figures", figures), () => undefined);
