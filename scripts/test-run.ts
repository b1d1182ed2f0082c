import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './data-folder.ts';
import { exitCode, sendSignal } from './processes.ts';
import type { TestStep } from './test-steps.ts';

export interface StepResult {
  isOk: boolean;
  passed?: number;
  failed?: number;
  /** Tests that failed first and passed in a second attempt; undefined if tests are not repeated. */
  secondAttempts?: string[];
  /** Those that needed a second attempt in an earlier run as well. */
  unreliable?: string[];
}

export interface StepContext {
  /** Runs a program in the terminal; resolves with its exit code. It is killed with all its children when time is up. */
  spawn(file: string, args: string[], env?: Record<string, string>): Promise<number>;
  /** The arguments after the step's name, for its program. */
  rest: string[];
  env?: Record<string, string>;
}

export interface StepReport {
  name: string;
  tookMs: number;
  budgetMs: number;
  outcome: 'passed' | 'failed' | 'over its budget' | 'not run';
  passed: number;
  failed: number;
  secondAttempts?: string[] | undefined;
  unreliable?: string[] | undefined;
}

export interface RunOptions {
  steps: TestStep[];
  rest: string[];
  env: Record<string, string>;
  /** Budget of all steps together. */
  budgetMs: number;
  stop: AbortSignal;
}

const killGraceMs = 5_000;

/** Runs the steps in order until one fails, exceeds its budget, or a stop is requested. Reports all steps. */
export async function runSteps(options: RunOptions): Promise<StepReport[]> {
  const deadline = Date.now() + options.budgetMs;
  const reports: StepReport[] = [];
  let isBroken = false;
  for (const step of options.steps) {
    if (isBroken || options.stop.aborted) {
      reports.push({ ...blank(step), outcome: 'not run' });
      continue;
    }
    const report = await runStep(step, Math.min(step.budgetMs, deadline - Date.now()), options);
    reports.push(report);
    isBroken = report.outcome !== 'passed';
  }
  return reports;
}

async function runStep(step: TestStep, budgetMs: number, options: RunOptions): Promise<StepReport> {
  console.log(`\n▶ ${step.name}`);
  const started = Date.now();
  const timeIsOver = AbortSignal.timeout(Math.max(budgetMs, 1));
  const cut = AbortSignal.any([timeIsOver, options.stop]);
  const result = await step
    .run({
      rest: options.rest,
      spawn: (file, args, env = {}) => spawnGroup(file, args, { ...options.env, ...env }, cut),
    })
    .catch((error): StepResult => {
      console.error(error?.isForPeople ? error.message : error);
      return { isOk: false };
    });
  const tookMs = Date.now() - started;
  const isOver = tookMs > budgetMs;
  const outcome = isOver ? 'over its budget' : result.isOk ? 'passed' : 'failed';
  // A step that fails without a failing test must still count in the last line.
  const failed = outcome === 'passed' ? 0 : Math.max(result.failed ?? 0, 1);
  console.log(`${outcome === 'passed' ? '✓' : '✗'} ${step.name}: ${outcome}, ${inSeconds(tookMs)}`);
  const { secondAttempts, unreliable } = result;
  return { ...blank(step), tookMs, outcome, passed: result.passed ?? 0, failed, secondAttempts, unreliable };
}

/** Formats a table of all steps, the tests that needed a second attempt, and the sums on the last line. */
export function formatSummary(reports: StepReport[], prepareMs: number): string {
  const rows = reports.map((report) => [
    report.name,
    report.outcome,
    inSeconds(report.tookMs),
    `of ${inSeconds(report.budgetMs)}`,
    report.passed + report.failed > 0 ? `${report.passed} passed, ${report.failed} failed` : '',
  ]);
  rows.unshift(['install', 'passed', inSeconds(prepareMs), '', '']);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  lines.push(...reports.flatMap(describeSecondAttempts));
  const sum = (key: 'passed' | 'failed') => reports.reduce((total, report) => total + report[key], 0);
  return `${lines.join('\n')}\n\n${sum('passed')} passed, ${sum('failed')} failed`;
}

function describeSecondAttempts({ name, secondAttempts, unreliable = [] }: StepReport): string[] {
  if (secondAttempts === undefined) return [];
  if (secondAttempts.length === 0) return ['', `${name}: no test needed a second attempt.`];
  const describe = (test: string) => (unreliable.includes(test) ? `${test} (not for the first time)` : test);
  const lines = [
    '',
    `${name}: needed a second attempt:`,
    ...secondAttempts.map((test) => `  ${describe(test)}`),
  ];
  if (unreliable.length > 0)
    lines.push('A test that needs a second attempt twice in its last ten runs fails the run.');
  return lines;
}

function blank({ name, budgetMs }: TestStep): StepReport {
  return { name, budgetMs, tookMs: 0, outcome: 'not run', passed: 0, failed: 0 };
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

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
