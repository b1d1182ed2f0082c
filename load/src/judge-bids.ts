import { createHash } from 'node:crypto';
import type { BidReceipt, BidsReply } from '@copup/shared/auctions.ts';
import { chainGenesisText, findChainBreak } from '@copup/shared/bid-chain.ts';
import { type Attempts, groupByKey, type HistoryEvent } from '@copup/testkit/history.ts';

const sha256 = (bytes: Uint8Array | string) => new Uint8Array(createHash('sha256').update(bytes).digest());
const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));

export interface BidsVerdict {
  acknowledged: number;
  lost: number;
  doubled: number;
  /** All violations, including the lost and doubled bids. */
  violations: string[];
}

/**
 * Compares the published history of auctions with the replies that their bidders received: every acknowledged bid exists
 * once and matches its receipt; no bidder has more bids than they sent; prices rise strictly; the chain verifies. Pure.
 */
export function judgeBids(
  published: ReadonlyMap<number, BidsReply>,
  history: readonly HistoryEvent[],
): BidsVerdict {
  const verdict: BidsVerdict = { acknowledged: 0, lost: 0, doubled: 0, violations: [] };
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
  let before = { seq: 0, price: 0, username: '' };
  for (const bid of bids) {
    if (bid.seq !== before.seq + 1) report(`bid ${bid.seq} follows bid ${before.seq}`);
    if (bid.price <= before.price) report(`bid ${bid.seq} at ${bid.price} does not raise ${before.price}`);
    if (bid.price_before !== before.price)
      report(`bid ${bid.seq} has ${bid.price_before} as the previous price`);
    // A maximum bids over its own price against a challenger who cannot pay more.
    if (bid.username === before.username && bid.reason === null) report(`bid ${bid.seq} is by the leader`);
    before = bid;
  }
  if (before.seq !== seq) report(`has seq ${seq} but publishes ${before.seq} bids`);
  const start = sha256(chainGenesisText(id));
  if (Buffer.from(start).toString('hex') !== genesis) report('the chain does not start at the genesis hash');
  const chained = bids.map((bid) => ({
    seq: bid.seq,
    price: bid.price,
    atMs: Date.parse(bid.at),
    bidder: hex(bid.bidder),
    hash: hex(bid.hash),
    reason: bid.reason,
  }));
  const broken = findChainBreak(start, chained, sha256);
  if (broken !== null) report(`the chain breaks at bid ${broken}`);
  if ((bids.at(-1)?.hash ?? genesis) !== chain_head) report('the chain does not end at its head');
}

function judgeAcknowledged(
  id: number,
  { bids }: BidsReply,
  attempts: readonly Attempts[],
  verdict: BidsVerdict,
): void {
  const bySeq = new Map(bids.map((bid) => [bid.seq, bid]));
  const claimed = new Map<number, string>();
  const mayHave = new Map<string, number>();
  for (const { intent, ends, verdict: end } of attempts) {
    if (end !== 'fail') mayHave.set(intent.process, (mayHave.get(intent.process) ?? 0) + 1);
    if (end !== 'ok') continue;
    verdict.acknowledged += 1;
    const receipt = ends.find(({ type }) => type === 'ok')?.reply as BidReceipt;
    const bid = bySeq.get(receipt.seq);
    const isPublished =
      bid?.hash === receipt.chain_head && bid.price === receipt.price && bid.username === intent.process;
    if (!isPublished) {
      verdict.lost += 1;
      verdict.violations.push(
        `auction ${id}: bid ${receipt.seq} of ${intent.process} is not in the history as acknowledged`,
      );
    }
    const other = claimed.get(receipt.seq);
    if (other !== undefined) {
      verdict.lost += 1;
      verdict.violations.push(
        `auction ${id}: bid ${receipt.seq} was acknowledged under two keys, ${other} and ${intent.key}`,
      );
    }
    claimed.set(receipt.seq, intent.key);
  }
  const ownBids = bids.filter(({ reason }) => reason === null);
  for (const [username, own] of Map.groupBy(ownBids, (bid) => bid.username)) {
    const excess = own.length - (mayHave.get(username) ?? 0);
    if (excess <= 0) continue;
    verdict.doubled += excess;
    verdict.violations.push(`auction ${id}: ${username} has ${excess} more bids than they sent`);
  }
}
