import type { AuctionState } from '@copup/shared/auctions.ts';
import { describe, expect, it } from 'vitest';
import { TickCounter } from './tick-counter.ts';

const state = (seq: number) => ({ seq }) as AuctionState;

describe('updates of watchers between two ticks', () => {
  it('are counted by the bids that a frame delivers', () => {
    const counter = new TickCounter();
    counter.updated('auction:7', state(5), state(2), 10.2, 0);
    counter.updated('auction:7', state(5), state(2), 10.9, 0);
    counter.updated('auction:7', state(5), state(4), 11, 0);
    counter.updated('auction:7', state(6), undefined, 12, 0);
    // A frame without a new bid, and a frame of a card room.
    counter.updated('auction:7', state(6), state(6), 13, 0);
    counter.updated('auction:7@card', state(7), state(6), 14, 0);
    expect(counter.take(0, []).arrivals).toEqual([
      { server: 0, auctionId: 7, afterSeq: 2, seq: 5, at: [[10, 2]] },
      { server: 0, auctionId: 7, afterSeq: 4, seq: 5, at: [[11, 1]] },
      { server: 0, auctionId: 7, afterSeq: 5, seq: 6, at: [[12, 1]] },
    ]);
    expect(counter.take(0, []).arrivals).toEqual([]);
  });
});

it('counts steps that began more than 250 ms late as dropped, beside those that never began', () => {
  const counter = new TickCounter();
  for (const lateMs of [0, 250, 251, 4_000]) counter.late(lateMs);
  counter.dropped(3);
  expect(counter.take(0, [])).toMatchObject({ dropped: 5, lateMs: 4_000 });
  expect(counter.take(0, [])).toMatchObject({ dropped: 0 });
});
