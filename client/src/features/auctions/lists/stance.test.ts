import { describe, expect, it } from 'vitest';
import { compareStances, type Stance, shareLeft, stanceOf } from './stance.ts';

describe('A9 how the user stands', () => {
  const of = (leader: string | null, joined: boolean, ownBid: number | null) =>
    stanceOf({ leader }, { joined, ownBid }, 'ada');

  it('is derived from the leader, the entry and the own bid', () => {
    expect([
      of('ada', true, 5),
      of('tunde', true, 5),
      of('tunde', true, null),
      of(null, false, null),
    ]).toEqual(['leading', 'outbid', 'entered', 'open']);
  });

  it('orders Outbid, Leading, entered, Join, then the soonest end', () => {
    const at = (stance: Stance, endDate: number, id: number) => ({ stance, endDate, id });
    const sorted = [
      at('open', 10, 1),
      at('leading', 30, 2),
      at('open', 5, 3),
      at('outbid', 90, 4),
      at('entered', 1, 5),
      at('open', 5, 6),
    ].sort(compareStances);
    expect(sorted.map(({ id }) => id)).toEqual([4, 2, 5, 3, 6, 1]);
  });
});

it('the share of a ring is of the whole time, and of the last minute within it', () => {
  const auction = { starts_at: new Date(0).toISOString() };
  expect(shareLeft(auction, 600_000, 300)).toBe(0.5);
  expect(shareLeft(auction, 600_000, 30)).toBe(0.5);
  expect(shareLeft(auction, 600_000, 900)).toBe(1);
});
