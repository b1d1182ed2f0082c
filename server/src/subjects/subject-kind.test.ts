import { describe, expect, it } from 'vitest';
import { gateOf } from './gate.ts';
import { isDueToSettle, isDueToStart } from './subject-kind.ts';

const at = (seconds: number) => new Date(seconds * 1_000);
const kind = { openStatuses: ['pending', 'active'] };
const start = {
  name: 'start',
  from: 'pending',
  to: 'active',
  column: 'starts_at' as const,
  at: ({ startsAt }: { startsAt: Date }) => startsAt,
};

describe('P7 the gates', () => {
  it('keep the numbers of the locks that servers of earlier versions take', () => {
    const gates = ['auction', 'contest', 'heist'].map((name) => gateOf({ name }));
    expect(gates).toEqual([7_301_010, 7_301_011, 7_301_012]);
  });
});

describe('A1, A5 times', () => {
  const subject = { status: 'active', startsAt: at(10), endDate: at(20) };

  it('a subject is over at its end, not after it, and never closes again', () => {
    expect(isDueToSettle(kind, subject, new Date(at(20).getTime() - 1))).toBe(false);
    expect(isDueToSettle(kind, subject, at(20))).toBe(true);
    for (const status of ['completed', 'unsold', 'cancelling', 'cancelled'])
      expect(isDueToSettle(kind, { ...subject, status }, at(30)), status).toBe(false);
  });

  it('a pending one starts at its start time, unless its end has passed', () => {
    const pending = { ...subject, status: 'pending' };
    expect(isDueToStart(start, pending, at(9))).toBe(false);
    expect(isDueToStart(start, pending, at(10))).toBe(true);
    expect(isDueToStart(start, pending, at(20))).toBe(false);
    expect(isDueToSettle(kind, pending, at(20))).toBe(true);
    expect(isDueToStart(start, subject, at(15))).toBe(false);
  });
});
