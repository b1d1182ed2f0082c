import type { HistoryEvent, Outcome } from '../history.ts';
import { ada, bola, endMs, hardEndMs, recordEvents, startMs } from './auction-world.fixture.ts';
import type { BidFact } from './facts.ts';
import type { WatcherRecord } from './judge-watchers.ts';

/** The commands of both auctions. */
export function auctionHistory(bids: readonly BidFact[]): HistoryEvent[] {
  const { events, add } = recordEvents();
  const receipt = (bid: BidFact | undefined) =>
    bid && {
      id: bid.id,
      auction_id: 1001,
      seq: bid.seq,
      price_before: bid.priceBefore,
      price: bid.price,
      current_seq: bid.seq,
      currentBidAmount: bid.price,
      highestBidder: bid.username,
      endDate: new Date(bid.endDateAfterMs).toISOString(),
      chain_head: bid.hash.toString('hex'),
    };
  const entry = (key: string, auctionId: number, userId: string) =>
    add({ command: 'pay-entry', key, args: { auctionId, userId } }, { type: 'ok' });
  const bid = (key: string, args: HistoryEvent['args'], ...ends: Outcome[]) =>
    add({ command: 'bid', key, args: { auctionId: 1001, ...args } }, ...ends);
  entry('e1', 1001, ada);
  entry('e2', 1001, bola);
  entry('e3', 1002, ada);
  bid('k1', { userId: ada, maxBidPoints: 10 }, { type: 'unknown' }, { type: 'ok', reply: receipt(bids[0]) });
  bid('k2', { userId: bola }, { type: 'unknown' });
  bid('k3', { userId: ada }, { type: 'fail', reply: { status: 409, code: 'AUCTION_ENDED' } });
  events.push({
    type: 'ok',
    process: 'bank',
    command: 'read-balances',
    args: {},
    atMs: startMs,
    reply: { held: 200, issued: 200, smallest: 0 },
  });
  return events;
}

/** What watchers saw at the end. */
export function auctionWatchers(): WatcherRecord[] {
  const state = {
    status: 'completed',
    price: 20,
    leader: 'bola',
    endDate: endMs + 5_000,
    hardEnd: hardEndMs,
    seq: 2,
  };
  return [
    { watcher: 'w1', room: 'auction:1001', epoch: 3, version: 6, state },
    { watcher: 'w2', room: 'auction:1001@card', epoch: 3, version: 6, state },
    {
      watcher: 'w1',
      room: `user:${bola}`,
      epoch: 3,
      version: 5,
      state: { available: 75, held: 0, bonus: 0, task: 0, unread: 1 },
    },
    { watcher: 'w1', room: 'auctions:1', epoch: 3, version: 7, state: { changes: [] } },
  ];
}
