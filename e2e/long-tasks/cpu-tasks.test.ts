import { describe, expect, it } from 'vitest';
import { readPhases } from './cpu-tasks.ts';

const on = { pid: 1, tid: 1 };
const mark = (name: string, ts: number) => ({ ...on, name: `phase:${name}`, ph: 'R', ts });
const event = (name: string, ts: number, ms: number) => ({
  ...on,
  name,
  ph: 'X',
  ts,
  dur: ms * 3_000,
  tdur: ms * 1_000,
});

describe('CPU time of tasks', () => {
  it('counts that of the page’s main thread, in its phase', () => {
    const events = [
      mark('bids', 0),
      event('ThreadControllerImpl::RunTask', 10, 20),
      event('FunctionCall', 11, 18),
      event('ThreadControllerImpl::RunTask', 100_000, 12),
      event('FunctionCall', 100_001, 11),
      mark('won', 200_000),
      event('ThreadControllerImpl::RunTask', 200_010, 15),
      event('Paint', 200_011, 14),
      { ...event('ThreadControllerImpl::RunTask', 10, 90), tid: 2 },
    ];
    expect(readPhases(events, 4).map(({ name, tasks }) => [name, tasks])).toEqual([
      ['bids', [80]],
      ['won', [60]],
    ]);
  });

  it('leaves out what the driver runs', () => {
    const events = [
      mark('bids', 0),
      event('ThreadControllerImpl::RunTask', 10, 20),
      event('EvaluateScript', 11, 18),
      event('FunctionCall', 12, 18),
      event('ThreadControllerImpl::RunTask', 100_000, 20),
      event('Receive mojo message', 100_001, 19),
    ];
    expect(readPhases(events, 4)).toEqual([{ name: 'bids', tasks: [], frames: [] }]);
  });
});
