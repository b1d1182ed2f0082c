import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './data-folder.ts';
import type { TestOptions } from './test-options.ts';
import type { NamedTest, StepResult } from './test-run.ts';

const causeLines = 6;
const causeWidth = 600;

interface Report {
  numPassedTests: number;
  testResults: { name: string; status: string; assertionResults: TestResult[] }[];
}

interface TestResult {
  ancestorTitles: string[];
  title: string;
  status: string;
  failureMessages?: string[];
  /** Milliseconds; missing for tests that did not run. */
  duration?: number | null;
}

/** Removes the report of an earlier run, so that it is not taken for the report of a run that writes none. */
export function vitestArgs(project: string, report: string, options: TestOptions): string[] {
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const order = options.isShuffled
    ? ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${options.seed}`]
    : [];
  const width = options.isFull ? [] : ['--tags-filter=!full'];
  return ['run', '--project', project, ...reporters, ...width, ...order, ...options.rest];
}

/** Reads vitest's result. A file that cannot be loaded, or any other error of vitest, counts as one failed test. */
export function vitestResult(report: string, code: number): StepResult {
  if (!existsSync(report)) return { isOk: false };
  const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failures: NamedTest[] = [];
  const slowest: StepResult['slowest'] = [];
  for (const { name, status, assertionResults } of testResults) {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    failures.push(...failed.map((test) => ({ file, title: titleOf(test), ...causeOf(test) })));
    // Its hooks failed, or it cannot be loaded.
    if (status === 'failed' && failed.length === 0) failures.push({ file, title: '' });
    for (const test of assertionResults)
      slowest.push({ file, title: titleOf(test), tookMs: test.duration ?? 0 });
  }
  if (code === 0 && passed === 0) {
    console.error('No test ran; a step without tests counts as failed.');
    return { isOk: false, passed, failures };
  }
  return { isOk: code === 0 && failures.length === 0, passed, failures, slowest };
}

/** Returns the title as vitest's `-t` compares it: those of the groups and of the test with spaces between. */
function titleOf({ ancestorTitles, title }: TestResult): string {
  return [...ancestorTitles, title].filter(Boolean).join(' ');
}

/** Returns the first lines of the error, without its stack. */
function causeOf({ failureMessages: [error] = [] }: TestResult): { cause?: string } {
  const lines = error?.split('\n').filter((line) => !/^\s+at /.test(line));
  const short = lines?.slice(0, causeLines).map((line) => line.slice(0, causeWidth));
  return short ? { cause: short.join('\n') } : {};
}
