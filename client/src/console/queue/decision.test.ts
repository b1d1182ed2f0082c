import { describe, expect, it } from 'vitest';
import { type DueKind, dueMsOf, type Queued } from './decision.ts';

const item = { id: 7, status: 'pending', due_at: '2026-11-28T10:30:00.000Z' } as Queued;
const kind: DueKind<Queued> = {
  decisions: ({ status }) => (status === 'approved' ? [] : [{ action: 'approve' }]),
};
const due = (more: Partial<DueKind<Queued>> = {}, facts: Partial<Queued> = {}) => {
  const ms = dueMsOf({ ...kind, ...more }, { ...item, ...facts });
  return ms === null ? null : new Date(ms).toISOString();
};

describe('O1 the due time of an item', () => {
  it('is the server’s; none without a decision, and while it waits for its owner', () => {
    expect(due()).toBe('2026-11-28T10:30:00.000Z');
    expect(due({}, { due_at: null })).toBeNull();
    expect(due({}, { status: 'approved' })).toBeNull();
    const waitsForOwner = ({ status }: Queued) => status === 'underpaid';
    expect(due({ waitsForOwner }, { status: 'underpaid' })).toBeNull();
  });
});
