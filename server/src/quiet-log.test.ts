import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from './errors.ts';
import { loggerOptions } from './log.ts';

let lines: Record<string, unknown>[];
const sink = new Writable({
  write(chunk, _encoding, done) {
    for (const line of String(chunk).trim().split('\n')) lines.push(JSON.parse(line));
    done();
  },
});
const newLog = () => pino(loggerOptions({ logLevel: 'info' }), sink);

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const away = (nth: number) =>
  Object.assign(new Error(`connect ECONNREFUSED, try ${nth}`), { code: 'ECONNREFUSED' });

describe('Repeated errors', () => {
  it('are logged once in ten seconds, with the number of suppressed ones', () => {
    const log = newLog();
    for (let second = 0; second < 30; second += 1) {
      for (let nth = 0; nth < 100; nth += 1)
        log.child({ reqId: `${second}-${nth}` }).warn({ err: away(nth) }, 'request failed');
      vi.advanceTimersByTime(1_000);
    }
    vi.advanceTimersByTime(60_000);
    expect(lines.map(({ suppressed }) => suppressed)).toEqual([undefined, 998, 999, 999]);
    expect(lines.reduce((sum, { suppressed }) => sum + 1 + Number(suppressed ?? 0), 0)).toBe(3_000);
    expect(lines[1]).toMatchObject({ msg: 'request failed', reqId: '9-99', err: { code: 'ECONNREFUSED' } });
  });

  it('are distinguished by message, level, and kind of error', () => {
    const log = newLog();
    for (let times = 0; times < 3; times += 1) {
      log.warn({ err: away(1) }, 'request failed');
      log.error({ err: away(1) }, 'request failed');
      log.warn({ err: away(1) }, 'a sweep failed');
      log.warn({ err: new TypeError('x is undefined') }, 'request failed');
      log.warn({ err: new TypeError('y is undefined') }, 'request failed');
      log.warn({ err: new Error(`auction ${times} of 019a-00${times}f is gone`) }, 'request failed');
      log.warn({ err: new Error('wrapped', { cause: away(1) }) }, 'request failed');
      log.warn('only words');
    }
    expect(lines).toHaveLength(8);
  });

  it('are logged at once when they recur after a pause', () => {
    const log = newLog();
    log.error(away(1));
    vi.advanceTimersByTime(10_001);
    log.error(away(2));
    expect(lines).toHaveLength(2);
  });

  it('are bounded in number', () => {
    const log = newLog();
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    for (const one of letters)
      for (const other of letters)
        for (const third of 'xyz') log.warn({ err: new Error(`${one}${other}${third}!`) }, 'request failed');
    expect(lines).toHaveLength(1_001);
  });

  it('do not affect lines below warn', () => {
    const log = newLog();
    for (let times = 0; times < 3; times += 1) log.info('started');
    expect(lines).toHaveLength(3);
  });
});

it('a refusal is logged without its stack, another error with it', () => {
  const log = newLog();
  log.warn({ err: new Refusal('BUSY', 'Please try again.', { cause: away(1) }) }, 'one');
  log.warn({ err: new Error('broken') }, 'two');
  expect(lines[0]).toMatchObject({ err: { type: 'Refusal', code: 'BUSY', message: 'Please try again.' } });
  expect(JSON.stringify(lines[0])).not.toContain('quiet-log.test.ts');
  expect(JSON.stringify(lines[1])).toContain('quiet-log.test.ts');
});
