import { describe, expect, it } from 'vitest';
import { type DueKind, dueMsOf, type Queued } from './decision.ts';

const item = { id: 7, status: 'pending', created_at: '2026-11-28T10:00:00.000Z' } as Queued;
const kind: DueKind<Queued> = {
  resource: 'payments',
  decisions: ({ status }) => (status === 'approved' ? [] : [{ action: 'approve' }]),
};
const due = (more: Partial<DueKind<Queued>> = {}, status = 'pending') => {
  const ms = dueMsOf({ ...kind, ...more }, { ...item, status });
  return ms === null ? null : new Date(ms).toISOString();
};

describe('O1 the due time of an item', () => {
  it('is that of its queue, or its own', () => {
    expect(due()).toBe('2026-11-28T10:30:00.000Z');
    expect(due({ resource: 'trades' })).toBe('2026-11-28T10:15:00.000Z');
    expect(due({ resource: 'payouts' })).toBe('2026-11-29T10:00:00.000Z');
    expect(due({ resource: 'trades', dueAt: () => '2026-11-30T10:00:00.000Z' })).toBe(
      '2026-11-30T10:00:00.000Z',
    );
  });

  it('is none without a decision, and while it waits for its owner', () => {
    expect(due({}, 'approved')).toBeNull();
    expect(due({ dueAt: () => null })).toBeNull();
    expect(due({ waitsForOwner: ({ status }) => status === 'underpaid' }, 'underpaid')).toBeNull();
  });
});
