import type { BetStatus } from '@copup/shared/bets.ts';
import { describe, expect, it } from 'vitest';
import { laterStatus, missingIds, newsOf } from './live-bets.ts';

const change = (id: number, status: BetStatus, at = id) => ({ id, status, at });

describe('B3 the room of bets', () => {
  it('has the current status of each bet, which is its newest change and never moves back', () => {
    const changes = [change(7, 'active', 30), change(8, 'pending', 20), change(7, 'pending', 10)];
    expect([...newsOf({ changes }, null).statuses]).toEqual([
      [7, 'active'],
      [8, 'pending'],
    ]);
    expect(laterStatus('active', 'pending')).toBe('active');
    expect(laterStatus('pending', 'cancelled')).toBe('cancelled');
  });

  it('is stale when none of its changes was known, since others may have been missed', () => {
    const twenty = Array.from({ length: 20 }, (_, nth) => change(nth + 1, 'pending'));
    expect(newsOf({ changes: twenty }, null).isStale).toBe(false);
    expect(newsOf({ changes: twenty }, []).isStale).toBe(true);
    expect(newsOf({ changes: twenty }, [change(1, 'pending')]).isStale).toBe(false);
  });
});

describe('bets that a list does not have yet', () => {
  const statuses = new Map<number, BetStatus>([
    [12, 'pending'],
    [11, 'active'],
    [9, 'pending'],
    [5, 'pending'],
  ]);

  it('are those with its status, but not those of later pages', () => {
    expect(missingIds({ ids: [9], hasMore: false }, 'pending', statuses)).toEqual([12, 5]);
    expect(missingIds({ ids: [], hasMore: false }, 'active', statuses)).toEqual([11]);
    expect(missingIds({ ids: [10, 9], hasMore: true }, 'pending', statuses)).toEqual([12]);
  });
});
