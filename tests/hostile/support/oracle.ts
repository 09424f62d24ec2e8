/** The second implementation of the keys, in Python, reads what left the browser. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";

import { CHECKOUT, PYTHON } from "./surface";
import type { Json, Sent } from "./wire";

export class Oracle {
  private readonly program: ChildProcessWithoutNullStreams;
  private readonly learnt = new Set<string>();
  private readonly waiting: ((said: string[]) => void)[] = [];

  constructor() {
    this.program = spawn(PYTHON, ["-P", "-m", "tests.hostile.oracle"], { cwd: CHECKOUT, env: { ...process.env, PYTHONPATH: CHECKOUT } });
    createInterface(this.program.stdout).on("line", (line) => this.waiting.shift()?.(JSON.parse(line) as string[]));
    this.program.on("exit", () => this.waiting.splice(0).forEach((answer) => answer(["unreadable: the oracle has ended"])));
  }

  /** What was signed in a request, one line a statement. */
  read(sent: Sent): Promise<string[]> {
    return this.ask({ read: sent.body });
  }

  /** Key statements as an honest server answers them, of which the keys of devices are known. */
  async learn(statements: Json): Promise<void> {
    const known = JSON.stringify(statements);
    if (this.learnt.has(known)) return;
    this.learnt.add(known);
    await this.ask({ learn: statements });
  }

  private ask(question: Json): Promise<string[]> {
    return new Promise((answer) => {
      this.waiting.push(answer);
      this.program.stdin.write(`${JSON.stringify(question)}\n`);
    });
  }

  end(): void {
    this.program.stdin.end();
  }
}
