import { auctionRoom } from '@copup/shared/room-names.ts';
import type { Deps } from '../../deps.ts';
import { tracedLane } from '../../traces/traced-lane.ts';
import type { BidLane } from './bid-lane.ts';
import { isMaximum, isPurchase } from './bid-rules.ts';

/** Records bids, maximums and purchases in the trace of their auction's room (O2). */
export const traceBids = ({ traces, clock }: Pick<Deps, 'traces' | 'clock'>, lane: BidLane): BidLane =>
  tracedLane(lane, {
    traces,
    clock,
    describe: (key, command) => ({
      room: auctionRoom(Number(key)),
      userId: command.viewer.userId,
      command: isMaximum(command) ? 'maximum' : isPurchase(command) ? 'buy-now' : 'bid',
    }),
    // The price that a maximum is set to is its player's secret: only made bids have a price.
    facts: (outcome) => {
      if (!('bid' in outcome)) return {};
      const { price, seq } = outcome.answer ?? outcome.bid;
      return { price, seq };
    },
  });
