import { expect, it } from 'vitest';
import { toAuctionState } from './auction-state.ts';

const facts = { status: 'active', current_bid_amount: 7, highest_bidder: 'ada', seq: 3 } as const;
const [end, hardEnd] = [new Date(1_000), new Date(2_000)];

it('A9 converts a row and a reply to the same state, with the picture of a leader who has one', () => {
  const state = toAuctionState({ ...facts, end_date: end, hard_end: hardEnd, profile: null });
  expect(state).toEqual({
    status: 'active',
    price: 7,
    leader: 'ada',
    endDate: 1_000,
    hardEnd: 2_000,
    seq: 3,
  });
  expect(toAuctionState({ ...facts, end_date: end.toISOString(), hard_end: hardEnd.toISOString() })).toEqual(
    state,
  );
  const pictured = toAuctionState({ ...facts, end_date: end, hard_end: hardEnd, profile: 'p.webp' });
  expect(pictured.profile).toBe('p.webp');
});
