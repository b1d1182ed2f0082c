import type { HistoryEvent } from '../history.ts';
import { ada, bola, endMs, hardEndMs, startMs } from './auction-world.fixture.ts';
import type { BidFact } from './facts.ts';
import type { WatcherRecord } from './judge-watchers.ts';

/** The commands of both auctions. */
export function auctionHistory(bids: readonly BidFact[]): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  const add = (
    who: string,
    command: 'bid' | 'pay-entry',
    key: string,
    args: HistoryEvent['args'],
    ...ends: Pick<HistoryEvent, 'type' | 'reply'>[]
  ) => {
    for (const end of ends) {
      events.push({ type: 'invoke', process: who, command, key, args, atMs: startMs });
      events.push({ ...end, process: who, command, key, args, atMs: startMs });
    }
  };
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
  add('ada', 'pay-entry', 'e1', { auctionId: 1001, userId: ada }, { type: 'ok' });
  add('bola', 'pay-entry', 'e2', { auctionId: 1001, userId: bola }, { type: 'ok' });
  add('ada', 'pay-entry', 'e3', { auctionId: 1002, userId: ada }, { type: 'ok' });
  add(
    'ada',
    'bid',
    'k1',
    { auctionId: 1001, userId: ada, maxBidPoints: 10 },
    { type: 'unknown' },
    { type: 'ok', reply: receipt(bids[0]) },
  );
  add('bola', 'bid', 'k2', { auctionId: 1001, userId: bola }, { type: 'unknown' });
  add(
    'ada',
    'bid',
    'k3',
    { auctionId: 1001, userId: ada },
    { type: 'fail', reply: { status: 409, code: 'AUCTION_ENDED' } },
  );
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
