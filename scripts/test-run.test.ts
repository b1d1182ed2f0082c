import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { root } from './data-folder.ts';
import { formatSummary, type RunOptions, runSteps, type StepResult } from './test-run.ts';
import { judgeSecondAttempts, vitestResult } from './vitest-report.ts';

vi.spyOn(console, 'log').mockImplementation(() => undefined);
vi.spyOn(console, 'error').mockImplementation(() => undefined);

const never = new AbortController().signal;
const options = { rest: [], env: {}, budgetMs: 60_000, stop: never };
const step = (name: string, result: StepResult) => ({ name, budgetMs: 10_000, run: async () => result });
const steps = (...all: RunOptions['steps']) => runSteps({ ...options, steps: all });

describe('the steps of a test run', () => {
  it('runs no step after a failed one, and reports all', async () => {
    const reports = await steps(
      step('a', { isOk: true, passed: 3, failed: 0 }),
      step('b', { isOk: false, passed: 1, failed: 2 }),
      step('c', { isOk: true, passed: 9, failed: 0 }),
    );
    expect(reports.map((report) => report.outcome)).toEqual(['passed', 'failed', 'not run']);
    expect(formatSummary(reports, 0).split('\n').at(-1)).toBe('4 passed, 2 failed');
  });

  it('counts a step that fails without a failing test as one failure', async () => {
    const thrown = { name: 'x', budgetMs: 10_000, run: () => Promise.reject(new Error('no')) };
    expect(formatSummary(await steps(step('a', { isOk: false })), 0)).toMatch(/\n0 passed, 1 failed$/);
    expect(formatSummary(await steps(thrown), 0)).toMatch(/\n0 passed, 1 failed$/);
  });

  it('kills a step with its children when it exceeds its budget', async () => {
    const endless = ['-e', 'require("node:child_process").spawnSync("sleep", ["600"])'];
    const code = vi.fn();
    const slow = {
      name: 'slow',
      budgetMs: 200,
      run: async ({ spawn }: Parameters<RunOptions['steps'][number]['run']>[0]) => {
        code(await spawn(process.execPath, endless));
        return { isOk: true, passed: 5, failed: 0 };
      },
    };
    const [report] = await steps(slow);
    expect(code).toHaveBeenCalledWith(143);
    expect(report).toMatchObject({ outcome: 'over its budget', failed: 1 });
  });
});

describe('the report of vitest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'copup-report-'));
  const file = join(folder, 'report.json');
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (numPassedTests: number, numFailedTests: number, testResults: object[] = []) =>
    writeFileSync(file, JSON.stringify({ numPassedTests, numFailedTests, testResults }));

  it('is a failure if it is missing, empty or contradicts the exit code', () => {
    expect(vitestResult(`${file}.missing`, 0)).toEqual({ isOk: false, passed: 0, failed: 1 });
    write(0, 0);
    expect(vitestResult(file, 0)).toEqual({ isOk: false, passed: 0, failed: 1 });
    write(4, 0);
    expect(vitestResult(file, 1)).toEqual({ isOk: false, passed: 4, failed: 1 });
    expect(vitestResult(file, 0)).toEqual({ isOk: true, passed: 4, failed: 0 });
  });

  it('lists each test that needed a second attempt, and fails if one needs it twice', async () => {
    const attempt = (title: string, failureMessages: string[], status = 'passed') => ({
      ancestorTitles: ['', 'bids'],
      title,
      status,
      failureMessages,
    });
    write(2, 0, [
      {
        name: join(root, 'e2e/bids.spec.ts'),
        status: 'passed',
        assertionResults: [
          attempt('are shown', []),
          attempt('are counted', ['Error: 4 of 5']),
          attempt('are gone', ['Error', 'Error'], 'failed'),
        ],
      },
    ]);
    const history = join(folder, 'second-attempts.json');
    const e2e = () => steps(step('e2e', judgeSecondAttempts({ isOk: true, passed: 2 }, file, history)));
    const first = await e2e();
    expect(first[0]?.outcome).toBe('passed');
    expect(formatSummary(first, 0)).toMatch(
      /\n\ne2e: needed a second attempt:\n {2}e2e\/bids.spec.ts › bids › are counted\n\n2 passed, 0 failed$/,
    );
    const second = await e2e();
    expect(second[0]?.outcome).toBe('failed');
    expect(formatSummary(second, 0)).toContain('› are counted (not for the first time)\n');
    expect(formatSummary(second, 0)).toMatch(/\n2 passed, 1 failed$/);
  });

  it('reports that no test needed a second attempt', async () => {
    write(1, 0, [{ name: 'a', status: 'passed', assertionResults: [] }]);
    const result = judgeSecondAttempts({ isOk: true, passed: 1 }, file, join(folder, 'none.json'));
    expect(formatSummary(await steps(step('e2e', result)), 0)).toContain(
      '\n\ne2e: no test needed a second attempt.\n\n1 passed, 0 failed',
    );
  });

  it('counts a file that cannot be loaded', () => {
    write(4, 1, [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
    ]);
    expect(vitestResult(file, 1)).toEqual({ isOk: false, passed: 4, failed: 2 });
  });
});
