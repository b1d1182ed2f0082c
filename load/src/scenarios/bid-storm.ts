import { BadOptions } from '../bad-options.ts';
import { planBidding, planWatchers } from './bidding.ts';
import type { Scenario } from './scenario.ts';

const MOST_BIDS_PER_CLIENT = 3;

export const bidStorm: Scenario = {
  summary: 'all watchers of one auction bid on it',
  defaults: { clients: 100, rooms: 1, durationMs: 20_000 },
  plan(sizes, random) {
    if (sizes.rooms !== 1) throw new BadOptions('bid-storm: --rooms must be 1; many-auctions uses more.');
    if (sizes.clients < 2)
      throw new BadOptions('bid-storm: --clients must be at least 2; a leader cannot outbid themself.');
    if (sizes.rate > sizes.clients * MOST_BIDS_PER_CLIENT)
      throw new BadOptions(
        `bid-storm: --rate must be at most ${MOST_BIDS_PER_CLIENT} times --clients; a user may bid 5 times a second.`,
      );
    const bidding = planBidding(sizes, random, { biddersPerAuction: sizes.clients });
    return { ...bidding, sockets: planWatchers(sizes, bidding.users) };
  },
};
