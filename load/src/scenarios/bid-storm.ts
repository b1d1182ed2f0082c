import { planBidding, planWatchers } from './bidding.ts';
import type { Scenario } from './scenario.ts';

const MOST_BIDS_PER_CLIENT = 3;

export const bidStorm: Scenario = {
  summary: 'all watchers of one auction bid on it',
  defaults: { clients: 100, rooms: 1, durationMs: 20_000 },
  needs: [
    ['--rooms 1; many-auctions uses more', ({ rooms }) => rooms === 1],
    ['--clients at least 2; a leader cannot outbid themself', ({ clients }) => clients >= 2],
    [
      `--rate at most ${MOST_BIDS_PER_CLIENT} times --clients; a user may bid 5 times a second`,
      ({ rate, clients }) => rate <= clients * MOST_BIDS_PER_CLIENT,
    ],
  ],
  plan(sizes, random) {
    const bidding = planBidding(sizes, random, { biddersPerAuction: sizes.clients });
    return { ...bidding, sockets: planWatchers(sizes, bidding.users) };
  },
};
