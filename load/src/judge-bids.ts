import type { BidReceipt, BidsReply } from '@copup/shared/auctions.ts';
import { judgeBidOrder } from '@copup/testkit/checker/judge-bid-order.ts';
import { CommandsVerdict } from '@copup/testkit/checker/match-rows.ts';
import { type Attempts, groupByKey, type HistoryEvent, replyOf } from '@copup/testkit/history.ts';

/**
 * Compares the published history of auctions with the replies that their bidders received: every acknowledged bid exists
 * once and matches its receipt; no bidder has more bids than they sent; prices rise strictly; the chain verifies. Pure.
 */
export function judgeBids(
  published: ReadonlyMap<number, BidsReply>,
  history: readonly HistoryEvent[],
): CommandsVerdict {
  const verdict = new CommandsVerdict();
  const attempts = groupByKey(history).filter(({ intent }) => intent.command === 'bid');
  const byAuction = Map.groupBy(attempts, ({ intent }) => intent.args.auctionId ?? 0);
  for (const [id, reply] of published) {
    judgeChain(id, reply, verdict.violations);
    judgeAcknowledged(id, reply, byAuction.get(id) ?? [], verdict);
  }
  for (const id of byAuction.keys())
    if (!published.has(id)) verdict.violations.push(`auction ${id} publishes no bids`);
  return verdict;
}

function judgeChain(id: number, { genesis, chain_head, seq, bids }: BidsReply, violations: string[]): void {
  const report = (text: string) => violations.push(`auction ${id}: ${text}`);
  const hex = (text: string) => Buffer.from(text, 'hex');
  const ordered = bids.map((bid) => ({
    ...{
      seq: bid.seq,
      price: bid.price,
      priceBefore: bid.price_before,
      who: bid.username,
      reason: bid.reason,
    },
    ...{ atMs: Date.parse(bid.at), bidder: hex(bid.bidder), hash: hex(bid.hash) },
  }));
  const last = bids.at(-1);
  if ((last?.seq ?? 0) !== seq) report(`has seq ${seq} but publishes ${last?.seq ?? 0} bids`);
  if (judgeBidOrder(id, ordered, report).toString('hex') !== genesis)
    report('the chain does not start at the genesis hash');
  if ((last?.hash ?? genesis) !== chain_head) report('the chain does not end at its head');
}

function judgeAcknowledged(
  id: number,
  { bids }: BidsReply,
  attempts: readonly Attempts[],
  verdict: CommandsVerdict,
): void {
  const bySeq = new Map(bids.map((bid) => [bid.seq, bid]));
  const claimed = new Map<number, string>();
  const mayHave = new Map<string, number>();
  for (const attempt of attempts) {
    const { intent, verdict: end } = attempt;
    if (end !== 'fail') mayHave.set(intent.process, (mayHave.get(intent.process) ?? 0) + 1);
    if (end !== 'ok') continue;
    verdict.acknowledged += 1;
    const receipt = replyOf<BidReceipt>(attempt) as BidReceipt;
    const bid = bySeq.get(receipt.seq);
    const isPublished =
      bid?.hash === receipt.chain_head && bid.price === receipt.price && bid.username === intent.process;
    const name = `auction ${id}: bid ${receipt.seq}`;
    if (!isPublished) verdict.addLost(`${name} of ${intent.process} is not in the history as acknowledged`);
    const other = claimed.get(receipt.seq);
    if (other !== undefined)
      verdict.addLost(`${name} was acknowledged under two keys, ${other} and ${intent.key}`);
    claimed.set(receipt.seq, intent.key);
  }
  const ownBids = bids.filter(({ reason }) => reason === null);
  for (const [username, own] of Map.groupBy(ownBids, (bid) => bid.username)) {
    const excess = own.length - (mayHave.get(username) ?? 0);
    if (excess > 0)
      verdict.addDoubled(`auction ${id}: ${username} has ${excess} more bids than they sent`, excess);
  }
}
