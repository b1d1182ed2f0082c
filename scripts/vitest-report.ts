import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './data-folder.ts';
import { type PassedTest, recordAttempts } from './second-attempts.ts';
import type { StepResult } from './test-run.ts';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: TestResult[] }[];
}

interface TestResult {
  ancestorTitles: string[];
  title: string;
  status: string;
  /** Messages of all attempts: a test that passed in its second attempt has those of its first. */
  failureMessages: string[];
}

/** Removes the report of an earlier run, so that it is not taken for the report of a run that writes none. */
export function vitestArgs(project: string, report: string, rest: string[]): string[] {
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return ['run', '--project', project, ...reporters, ...rest];
}

/** Reads vitest's result. A file that cannot be loaded, or any other error of vitest, counts as one failed test. */
export function vitestResult(report: string, code: number): StepResult {
  if (!existsSync(report)) return { isOk: false, passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = numFailedTests + broken;
  if (code !== 0) return { isOk: false, passed: numPassedTests, failed: Math.max(failed, 1) };
  if (numPassedTests === 0) {
    console.error('No test ran; a step without tests counts as failed.');
    return { isOk: false, passed: 0, failed: 1 };
  }
  return { isOk: failed === 0, passed: numPassedTests, failed };
}

/** Lists the tests that needed a second attempt, and fails the step if one needed it in an earlier run as well. */
export function judgeSecondAttempts(result: StepResult, report: string, history: string): StepResult {
  if (!existsSync(report)) return result;
  const tests = passedTests(report);
  const unreliable = recordAttempts(history, tests);
  const secondAttempts = tests.filter((test) => test.neededSecondAttempt).map(({ name }) => name);
  const failed = (result.failed ?? 0) + unreliable.length;
  return { ...result, isOk: result.isOk && unreliable.length === 0, failed, secondAttempts, unreliable };
}

function passedTests(report: string): PassedTest[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'passed')
      .map(({ ancestorTitles, title, failureMessages }) => ({
        name: [relative(root, file.name), ...ancestorTitles, title].filter(Boolean).join(' › '),
        neededSecondAttempt: failureMessages.length > 0,
      })),
  );
}
