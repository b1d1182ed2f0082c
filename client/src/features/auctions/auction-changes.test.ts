import type { Auction } from '@copup/shared/auctions.ts';
import { describe, expect, it } from 'vitest';
import { applyChanges } from './auction-changes.ts';

const listed = (id: number, status: Auction['status']) =>
  ({ id, status, server_time: '1970-01-01T00:00:10.000Z' }) as Auction;
const change = (id: number, status: Auction['status'], at: number) => ({ id, status, at });

describe('A9 room auctions', () => {
  const list = [listed(1, 'active'), listed(2, 'pending')];

  it('keeps the list if it was read after all changes, and applies the latest status of each auction', () => {
    const changes = [change(2, 'pending', 9_000), change(7, 'active', 8_000)];
    expect(applyChanges(list, changes, null)).toEqual({ auctions: list, needsRead: false });
    expect(applyChanges(list, changes, null).auctions).toBe(list);
    const before = [change(9, 'completed', 1_000)];
    const later = [change(1, 'completed', 12_000), change(2, 'active', 11_000), ...before];
    const { auctions, needsRead } = applyChanges(list, later, before);
    expect(auctions.map((auction) => auction.status)).toEqual(['completed', 'active']);
    expect(needsRead).toBe(false);
    const back = [change(1, 'cancelled', 13_000), change(1, 'cancelling', 12_500), ...before];
    expect(applyChanges(list, back, before).auctions[0]?.status).toBe('cancelled');
  });

  it('reloads for a new auction or missed changes, but not for the end of an unknown one or, X1, one of a later page', () => {
    const before = [change(9, 'completed', 1_000)];
    expect(applyChanges(list, [change(3, 'pending', 12_000), ...before], before).needsRead).toBe(true);
    expect(applyChanges(list, [change(3, 'completed', 12_000), ...before], before).needsRead).toBe(false);
    expect(applyChanges([], [change(3, 'active', 12_000)], null).needsRead).toBe(true);
    const known = [change(9, 'completed', 1_000)];
    const read = (id: number) =>
      applyChanges(list, [change(id, 'active', 12_000), ...before], known, 1).needsRead;
    expect([read(0), read(3)]).toEqual([false, true]);
    const missed = [change(9, 'completed', 1_000)];
    expect(applyChanges(list, [change(8, 'completed', 12_000)], missed).needsRead).toBe(true);
  });
});
