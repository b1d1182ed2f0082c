import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordAttempts } from './second-attempts.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copup-history-'));
  file = join(folder, 'kept', 'second-attempts.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Records a run in which these tests passed; those with an asterisk needed a second attempt. */
const run = (...tests: string[]) =>
  recordAttempts(
    file,
    tests.map((test) => ({ name: test.replace('*', ''), neededSecondAttempt: test.endsWith('*') })),
  );

describe('the history of second attempts', () => {
  it('accepts one second attempt of a test in ten runs', () => {
    expect(run('a*', 'b')).toEqual([]);
    for (let runs = 0; runs < 9; runs += 1) expect(run('a', 'b')).toEqual([]);
    expect(run('a*', 'b')).toEqual([]);
  });

  it('reports a test that needs a second attempt twice in ten runs', () => {
    expect(run('a*', 'b*')).toEqual([]);
    for (let runs = 0; runs < 8; runs += 1) run('a', 'b');
    expect(run('a*', 'b')).toEqual(['a']);
    expect(run('a', 'b')).toEqual([]);
  });

  it('counts the runs of each test separately, so that runs of other tests have no effect', () => {
    run('a*');
    for (let runs = 0; runs < 20; runs += 1) run('b');
    expect(run('a*')).toEqual(['a']);
  });

  it('keeps only tests that needed a second attempt', () => {
    run('a', 'b*');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ b: [true] });
    for (let runs = 0; runs < 10; runs += 1) run('b');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({});
  });

  it('replaces a file that cannot be read', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    run('a');
    writeFileSync(file, '{"a":');
    expect(run('a*')).toEqual([]);
    expect(warn).toHaveBeenCalledOnce();
    expect(run('a*')).toEqual(['a']);
    expect(existsSync(`${file}.new`)).toBe(false);
  });
});
