import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { StepResult } from './test-run.ts';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

/** Removes the report of an earlier run, so that a run that writes none is not taken for it. */
export function vitestArgs(project: string, report: string, rest: string[]): string[] {
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return ['run', '--project', project, ...reporters, ...rest];
}

/** A file that does not load counts as one failed test, as does anything else that makes vitest fail. */
export function vitestResult(report: string, code: number): StepResult {
  if (!existsSync(report)) return { isOk: false, passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = numFailedTests + broken;
  if (code !== 0) return { isOk: false, passed: numPassedTests, failed: Math.max(failed, 1) };
  if (numPassedTests === 0) {
    console.error('No test ran: a step without tests proves nothing.');
    return { isOk: false, passed: 0, failed: 1 };
  }
  return { isOk: failed === 0, passed: numPassedTests, failed };
}
