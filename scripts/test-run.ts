import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './data-folder.ts';
import { exitCode, sendSignal } from './processes.ts';
import type { TestOptions } from './test-options.ts';
import type { TestStep } from './test-steps.ts';

/** One test by its file, relative to the root, and its title with those of its groups. */
export interface NamedTest {
  file: string;
  title: string;
  /** The first lines of the error. */
  cause?: string;
}

export interface StepResult {
  isOk: boolean;
  passed?: number;
  failures?: NamedTest[];
  slowest?: (NamedTest & { tookMs: number })[];
}

export interface StepContext {
  options: TestOptions;
  /** Runs a program in the terminal; resolves with its exit code. It is killed with all its children when time is up. */
  spawn(file: string, args: string[], env?: Record<string, string>): Promise<number>;
}

export interface StepReport extends StepResult {
  name: string;
  /** By the clock of `Date.now()`. Two steps of one core each run at the same time. */
  startedMs: number;
  tookMs: number;
  budgetMs: number;
  outcome: 'passed' | 'failed' | 'hung' | 'not run';
  passed: number;
  /** Failed tests; 1 for a step that failed without one. */
  failed: number;
}

export interface RunOptions {
  steps: TestStep[];
  options: TestOptions;
  env: Record<string, string>;
  stop: AbortSignal;
  /** The shortest time after which a step hangs. Default: 180 s. */
  hangMs?: number;
}

const killGraceMs = 5_000;
/** A step that takes this many times its budget, and minutes, hangs; a machine busy with other work only makes it late. */
const hangFactor = 8;
const shortestHangMs = 180_000;

/** Runs all steps in order, also after a failed one, until a stop is requested. Reports all steps. */
export async function runSteps(run: RunOptions): Promise<StepReport[]> {
  const reports: StepReport[] = [];
  for (const steps of pairsOf(run.steps))
    reports.push(...(await Promise.all(steps.map((step) => runUnlessStopped(step, run)))));
  return reports;
}

/** Returns the steps in order; two that use one core each run beside each other. */
function pairsOf(steps: readonly TestStep[]): TestStep[][] {
  const pairs: TestStep[][] = [];
  for (const step of steps) {
    const last = pairs.at(-1);
    if (step.usesOneCore && last?.length === 1 && last[0]?.usesOneCore) last.push(step);
    else pairs.push([step]);
  }
  return pairs;
}

async function runUnlessStopped(step: TestStep, run: RunOptions): Promise<StepReport> {
  const budgetMs = run.options.isFull ? (step.fullBudgetMs ?? step.budgetMs) : step.budgetMs;
  if (!run.stop.aborted) return runStep(step, budgetMs, run);
  const { name } = step;
  const never = { startedMs: Date.now(), tookMs: 0, passed: 0, failed: 0 };
  return { name, budgetMs, isOk: false, outcome: 'not run', ...never };
}

async function runStep(step: TestStep, budgetMs: number, run: RunOptions): Promise<StepReport> {
  console.log(`\n▶ ${step.name}`);
  const startedMs = Date.now();
  const hung = AbortSignal.timeout(Math.max(budgetMs * hangFactor, run.hangMs ?? shortestHangMs));
  const cut = AbortSignal.any([hung, run.stop]);
  const result = await step
    .run({
      options: run.options,
      spawn: (file, args, env = {}) => spawnGroup(file, args, { ...run.env, ...env }, cut),
    })
    .catch((error): StepResult => {
      console.error(error?.isForPeople ? error.message : error);
      return { isOk: false };
    });
  const tookMs = Date.now() - startedMs;
  const outcome = hung.aborted ? 'hung' : result.isOk ? 'passed' : 'failed';
  // A step that fails without a failing test must still count in the last line.
  const failed = outcome === 'passed' ? 0 : Math.max(result.failures?.length ?? 0, 1);
  console.log(
    `${outcome === 'passed' ? '✓' : '✗'} ${step.name}: ${outcome}, ${(tookMs / 1000).toFixed(1)} s`,
  );
  const { name } = step;
  return { ...result, name, budgetMs, startedMs, tookMs, outcome, passed: result.passed ?? 0, failed };
}

/** Starts a program in its own process group, so that its workers and browsers can be killed with it. */
function spawnGroup(
  file: string,
  args: string[],
  env: Record<string, string>,
  cut: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    const { pid } = child;
    const end = async () => {
      if (pid === undefined) return;
      sendSignal(-pid, 'SIGTERM');
      await pause(killGraceMs, undefined, { ref: false });
      sendSignal(-pid, 'SIGKILL');
    };
    cut.addEventListener('abort', end);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      cut.removeEventListener('abort', end);
      resolve(exitCode(code, signal));
    });
    if (cut.aborted) end().catch(reject);
  });
}
