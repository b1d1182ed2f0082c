import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isRelated } from './changed-tests.ts';
import { root } from './data-folder.ts';
import { parseTestOptions } from './test-options.ts';
import { type RunOptions, runSteps, type StepResult } from './test-run.ts';
import { formatRepeats, formatSummary } from './test-summary.ts';
import { vitestArgs, vitestResult } from './vitest-report.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const never = new AbortController().signal;
const options = parseTestOptions([], 7);
const step = (name: string, result: StepResult) => ({ name, budgetMs: 10_000, run: async () => result });
const steps = (...all: RunOptions['steps']) =>
  runSteps({ options, env: {}, stop: never, steps: all, hangMs: 400 });
const lastLine = (text: string) => text.split('\n').at(-1);

describe('the steps of a test run', () => {
  it('all run, also after a failed one, and each failed test is listed with its command', async () => {
    const file = 'server/src/a.int.test.ts';
    const failures = [{ file, title: "P1 doesn't (yet)", cause: 'expected 1\nto be 2' }];
    const reports = await steps(
      step('a', { isOk: true, passed: 3 }),
      step('integration', { isOk: false, passed: 1, failures }),
      step('c', { isOk: false }),
      step('d', { isOk: true, passed: 9 }),
    );
    expect(reports.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'failed', 'passed']);
    const summary = formatSummary(reports, 0, options);
    expect(summary).toContain(String.raw`
  npm test -- --only integration server/src/a.int.test.ts -t 'P1 doesn.t \(yet\)'
    expected 1
    to be 2
  npm test -- --only c
`);
    expect(lastLine(summary)).toBe('13 passed, 2 failed');
    expect(formatSummary(reports, 0, { ...options, isFull: true })).toContain('-- --full --only c');
  });

  it('run beside each other, two at a time, if each uses one core', async () => {
    const started: string[] = [];
    const single = (name: string, ends: () => boolean) => ({
      ...step(name, { isOk: true }),
      usesOneCore: true,
      run: async () => {
        started.push(name);
        await vi.waitUntil(ends);
        return { isOk: true };
      },
    });
    const isStarted = (name: string) => () => started.includes(name);
    const reports = await steps(
      single('a', isStarted('b')),
      single('b', isStarted('b')),
      single('c', () => !started.includes('d')),
      step('d', { isOk: true }),
    );
    expect(reports.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'a passed',
      'b passed',
      'c passed',
      'd passed',
    ]);
  });

  it('count as one failure if they throw or fail without a failing test', async () => {
    const thrown = { name: 'x', budgetMs: 10_000, run: () => Promise.reject(new Error('no')) };
    for (const each of [step('a', { isOk: false }), thrown])
      expect(lastLine(formatSummary(await steps(each), 0, options))).toBe('0 passed, 1 failed');
  });

  it('are marked when over their budget, and killed with their children only when they hang', async () => {
    const endless = ['-e', 'require("node:child_process").spawnSync("sleep", ["600"])'];
    const code = vi.fn();
    const hanging = {
      name: 'hanging',
      budgetMs: 50,
      run: async ({ spawn }: Parameters<RunOptions['steps'][number]['run']>[0]) => {
        code(await spawn(process.execPath, endless));
        return { isOk: true, passed: 5 };
      },
    };
    const late = { name: 'late', budgetMs: 0.5, run: async () => ({ isOk: true, passed: 1 }) };
    vi.spyOn(Date, 'now').mockReturnValueOnce(0);
    const reports = await steps(late, hanging);
    expect(code).toHaveBeenCalledWith(143);
    expect(reports.map(({ outcome }) => outcome)).toEqual(['passed', 'hung']);
    expect(formatSummary(reports, 0, options)).toMatch(/late +passed .* over its budget/);
    expect(reports[1]?.failed).toBe(1);
  });

  it('that were repeated list each test that failed at least once', async () => {
    const flaky = { isOk: false, passed: 1, failures: [{ file: 'e2e/a.spec.ts', title: 'flickers' }] };
    const runs = [
      await steps(step('e2e', flaky)),
      await steps(step('e2e', { isOk: true, passed: 2 })),
      await steps(step('e2e', flaky)),
    ];
    const shuffled = { ...options, isShuffled: true, repeat: 3 };
    const text = formatRepeats(runs, shuffled);
    expect(text).toContain("\n  2 of 3: npm test -- --only e2e e2e/a.spec.ts -t 'flickers'\n");
    expect(text).toMatch(/run 3 {2}seed 9 {2}/);
    expect(lastLine(text)).toBe('4 passed, 2 failed');
    expect(formatRepeats(runs.slice(1, 2), shuffled)).toContain('No test failed in any run.');
  });
});

describe('the report of vitest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'copup-report-'));
  const file = join(folder, 'report.json');
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (numPassedTests: number, testResults: object[] = []) =>
    writeFileSync(file, JSON.stringify({ numPassedTests, testResults }));
  const test = (title: string, status: string, duration?: number) => ({
    ancestorTitles: ['', 'bids'],
    title,
    status,
    duration,
  });

  it('is a failure if it is missing, empty or contradicts the exit code', () => {
    expect(vitestResult(`${file}.missing`, 0)).toEqual({ isOk: false });
    write(0);
    expect(vitestResult(file, 0).isOk).toBe(false);
    write(4);
    expect(vitestResult(file, 1)).toMatchObject({ isOk: false, passed: 4 });
    expect(vitestResult(file, 0)).toMatchObject({ isOk: true, passed: 4 });
  });

  it('has each failed test, each file whose hooks failed or that cannot be loaded, and the times', () => {
    const results = [test('rise', 'passed', 12), test('fall', 'failed', 30)];
    write(1, [
      { name: join(root, 'e2e/bids.spec.ts'), status: 'failed', assertionResults: results },
      { name: join(root, 'e2e/broken.spec.ts'), status: 'failed', assertionResults: [] },
    ]);
    const result = vitestResult(file, 1);
    expect(result.failures).toEqual([
      { file: 'e2e/bids.spec.ts', title: 'bids fall' },
      { file: 'e2e/broken.spec.ts', title: '' },
    ]);
    expect(result.slowest?.map(({ title, tookMs }) => [title, tookMs])).toEqual([
      ['bids rise', 12],
      ['bids fall', 30],
    ]);
  });

  it('comes from a run in the order of the seed', () => {
    const args = vitestArgs('unit', `${file}.none`, { ...options, isShuffled: true, rest: ['ledger'] });
    expect(args).toContain('--sequence.seed=7');
    expect(args.at(-1)).toBe('ledger');
  });
});

describe('the arguments of npm test', () => {
  it('choose steps, repetitions and order', () => {
    const chosen = parseTestOptions(
      ['--repeat', '10', '--shuffle=3', '--busy', '2', '--only', 'unit,e2e', '--full'],
      0,
    );
    expect(chosen).toMatchObject({
      only: ['unit', 'e2e'],
      isFull: true,
      repeat: 10,
      isShuffled: true,
      seed: 3,
      busy: 2,
    });
    expect(parseTestOptions(['--changed'], 0).changedSince).toBe('');
    expect(parseTestOptions(['--changed=main'], 0).changedSince).toBe('main');
  });

  it('pass the others to the program of one step', () => {
    expect(parseTestOptions(['--only', 'integration', 'ledger', '-t', 'P1'], 0).rest).toEqual([
      'ledger',
      '-t',
      'P1',
    ]);
    expect(() => parseTestOptions(['--ful'], 0)).toThrow(
      '--ful: arguments for a program need exactly one step',
    );
    expect(() => parseTestOptions(['--repeat', 'x'], 0)).toThrow(
      '--repeat needs a whole number of at least 1',
    );
  });
});

describe('the tests that belong to a change', () => {
  const changed = ['server/src/features/sends/send-lane.ts', 'server/src/ledger/holds.ts'];
  it.each([
    ['server/src/features/sends/sends.int.test.ts', '', true],
    ['server/src/features/sends/admin/flags.int.test.ts', '', true],
    ['server/src/ledger/audit.int.test.ts', '', true],
    ['server/src/features/bets/bets.int.test.ts', "import { hold } from '../../ledger/holds.ts';", true],
    ['server/src/features/bets/bets.int.test.ts', '', false],
    ['e2e/sends.spec.ts', '', true],
    ['e2e/screens/sends-console.spec.ts', '', true],
    ['e2e/bets.spec.ts', '', false],
  ])('%s with %j: %s', (file, text, expected) => {
    expect(isRelated(file, changed, () => text)).toBe(expected);
  });
});
