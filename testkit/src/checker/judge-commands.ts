import type { BidReceipt } from '@copup/shared/auctions.ts';
import { type Attempts, groupByKey, type HistoryEvent, repliesOf } from '../history.ts';
import type { BidFact, Facts } from './facts.ts';
import { judgeCounts } from './judge-attempts.ts';

const isOnAuction = ({ intent: { command } }: Attempts) => command === 'bid' || command === 'pay-entry';

/** The effects of one intent: the bids with its key, or the entries of its user. */
type Effects = { count: number; bids: readonly BidFact[] };

/**
 * Checks I4: an acknowledged command has exactly one effect in PostgreSQL, one that timed out at most one, a refused one
 * none; and every effect in PostgreSQL belongs to a command.
 */
export function judgeAcknowledgements(facts: Facts, history: readonly HistoryEvent[]): string[] {
  const find = effectsOf(facts);
  const attempts = groupByKey(history).filter(isOnAuction);
  // A user has one entry, whichever command paid it.
  const isEntry = ({ intent }: Attempts) => intent.command === 'pay-entry';
  const violations = judgeCounts(attempts, (attempt) => find(attempt).count, isEntry);
  const requested = new Set(
    attempts.map(({ intent: { command, key, args } }) => nameOf(command, args.auctionId, args.userId, key)),
  );
  const recordedAuctions = new Set(attempts.map(({ intent }) => intent.args.auctionId));
  for (const bid of facts.bids) {
    if (
      recordedAuctions.has(bid.auctionId) &&
      !requested.has(nameOf('bid', bid.auctionId, bid.userId, bid.key))
    )
      violations.push(`bid ${bid.seq} of auction ${bid.auctionId} belongs to no request`);
  }
  return violations;
}

/** Checks I8: each key has one effect, its reply matches the row, and different keys share no effect. */
export function judgeKeys(facts: Facts, history: readonly HistoryEvent[]): string[] {
  const violations: string[] = [];
  const find = effectsOf(facts);
  const receipts = new Map<string, string>();
  for (const attempt of groupByKey(history).filter(isOnAuction)) {
    const { command, key } = attempt.intent;
    const name = `${command} ${key}`;
    const effects = find(attempt);
    if (effects.count > 1) violations.push(`${name} had ${effects.count} effects`);
    if (command !== 'bid') continue;
    const [bid] = effects.bids;
    for (const reply of repliesOf<BidReceipt>(attempt)) {
      const first = receipts.get(reply.id) ?? name;
      if (first !== name) violations.push(`${name} and ${first} have one receipt, ${reply.id}`);
      receipts.set(reply.id, name);
      if (bid)
        for (const field of differences(reply, bid, leadingAfter(facts, reply, bid)))
          violations.push(`${name}: the receipt's ${field} differs from the row's`);
    }
  }
  return violations;
}

/** Returns the bid that the receipt calls the leading one: another player's maximum may have answered (A13). */
function leadingAfter(facts: Facts, { current_seq }: BidReceipt, bid: BidFact): BidFact | undefined {
  if (current_seq === bid.seq) return bid;
  return facts.bids.find(
    ({ auctionId, seq, reason, userId }) =>
      auctionId === bid.auctionId &&
      seq === current_seq &&
      seq === bid.seq + 1 &&
      reason === 'own_maximum' &&
      userId !== bid.userId,
  );
}

function differences(receipt: BidReceipt, bid: BidFact, leading: BidFact | undefined): string[] {
  const pairs = {
    id: [receipt.id, bid.id],
    auction: [receipt.auction_id, bid.auctionId],
    seq: [receipt.seq, bid.seq],
    price: [receipt.price, bid.price],
    'price before': [receipt.price_before, bid.priceBefore],
    leader: [receipt.highestBidder, leading?.username],
    'leading price': [receipt.currentBidAmount, leading?.price],
    end: [Date.parse(receipt.endDate), bid.endDateAfterMs],
    'chain head': [receipt.chain_head, bid.hash.toString('hex')],
  };
  return Object.entries(pairs)
    .filter(([, [actual, expected]]) => actual !== expected)
    .map(([field]) => field);
}

function effectsOf(facts: Facts): (attempt: Attempts) => Effects {
  const bids = Map.groupBy(facts.bids, (bid) => nameOf('bid', bid.auctionId, bid.userId, bid.key));
  const entries = Map.groupBy(facts.entries, (entry) => `${entry.auctionId} ${entry.userId}`);
  return ({ intent: { command, key, args } }) => {
    if (command === 'bid') {
      const found = bids.get(nameOf('bid', args.auctionId, args.userId, key)) ?? [];
      return { count: found.length, bids: found };
    }
    return { count: entries.get(`${args.auctionId} ${args.userId}`)?.length ?? 0, bids: [] };
  };
}

function nameOf(
  command: string,
  auctionId: number | undefined,
  userId: string | undefined,
  key: string | null,
): string {
  return [command, auctionId, userId, key].join(' ');
}
