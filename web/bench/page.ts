/** Runs what the address asks for, all contenders in turn, and hands the figures to the server of the bench. */
import type { Taken } from "./cipherWorker.ts";
import { measureDesk } from "./desk.ts";
import { FILE_CONTENDERS } from "./files.ts";
import { fileOnDisk } from "./onDisk.ts";
import { post } from "./post.ts";
import { openRecords } from "./records.ts";

interface Plan {
  /** Mebibytes per contender and turn. */
  readonly files?: { readonly contenders: readonly string[]; readonly mebibytes: number; readonly turns: number };
  readonly records?: { readonly count: number; readonly turns: number };
  readonly desk?: { readonly count: number; readonly turns: number };
}

interface Measured extends Taken {
  /** Milliseconds of processor time, by what took it. */
  readonly cpu: Record<string, number>;
  /** Of the main thread, in milliseconds; those under 50 are not told of. */
  readonly longestTask: number;
}

async function measured(work: () => Promise<Taken>): Promise<Measured> {
  let longestTask = 0;
  const watch = new PerformanceObserver((list) => {
    longestTask = Math.max(longestTask, ...list.getEntries().map(({ duration }) => duration));
  });
  watch.observe({ type: "longtask" });
  const before = await post<Record<string, number>>("/bench/cpu", {});
  const taken = await work();
  const after = await post<Record<string, number>>("/bench/cpu", {});
  watch.disconnect();
  const cpu = Object.fromEntries(Object.entries(after).map(([kind, sum]) => [kind, sum - (before[kind] ?? 0)]));
  return { ...taken, cpu, longestTask };
}

/** Every turn takes all contenders, so that each is compared with one of the same minute. */
async function measureFiles({ contenders, mebibytes, turns }: NonNullable<Plan["files"]>): Promise<Record<string, Measured[]>> {
  await fileOnDisk(mebibytes);
  const takes: Record<string, Measured[]> = {};
  for (let turn = 0; turn < turns; turn++) {
    for (const name of contenders) {
      const contender = FILE_CONTENDERS[name];
      if (contender) (takes[name] ??= []).push(await measured(() => contender(mebibytes)));
    }
  }
  return takes;
}

async function run({ files, records, desk }: Plan) {
  return {
    browser: navigator.userAgent,
    ...(files ? { files: await measureFiles(files) } : {}),
    ...(records ? { records: await openRecords(records.count, records.turns) } : {}),
    ...(desk ? { desk: await measureDesk(desk.count, desk.turns) } : {}),
  };
}

const plan = JSON.parse(new URLSearchParams(location.search).get("plan") ?? "{}") as Plan;
run(plan).catch((error: unknown) => ({ failed: String(error) })).then((figures) => post("/bench/figures", figures), () => undefined);
