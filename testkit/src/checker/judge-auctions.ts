import { createHash, createHmac } from 'node:crypto';
import { chainGenesisText, findChainBreak } from '@copup/shared/bid-chain.ts';
import type { AuctionFact, BidFact, Facts } from './facts.ts';

const closeGraceMs = 5_000;
const settled = new Set(['completed', 'unsold', 'cancelled']);
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** I3: one final row, one prize and one capture for each auction, and only for its winner. */
export function judgeSettlements(facts: Facts): string[] {
  const faults: string[] = [];
  for (const auction of facts.auctions) {
    const say = (text: string) => faults.push(`auction ${auction.id} (${auction.status}): ${text}`);
    const cart = facts.cartItems.filter(({ auctionId }) => auctionId === auction.id);
    const notices = facts.wonNotices.filter(({ auctionId }) => auctionId === auction.id);
    const captured = facts.holds.filter(
      ({ auctionId, outcome }) => auctionId === auction.id && outcome === 'captured',
    );
    const captures = facts.flows.filter(
      ({ auctionId, kind }) => auctionId === auction.id && kind === 'bid_capture',
    );
    const isSettled = settled.has(auction.status);
    if (isSettled !== (auction.settledAtMs !== null) && auction.status !== 'cancelling')
      say(isSettled ? 'has no time of settlement' : 'has a time of settlement');
    const winner = auction.status === 'completed' ? auction.leaderId : null;
    const prizes = winner === null ? 0 : 1;
    if (cart.length !== prizes) say(`${cart.length} cart items instead of ${prizes}`);
    if (captured.length !== prizes) say(`${captured.length} captured holds instead of ${prizes}`);
    if (captures.reduce((sum, { postings }) => sum + postings, 0) !== prizes)
      say('the capture was posted another number of times');
    if (notices.length !== prizes) say(`${notices.length} winners were told instead of ${prizes}`);
    if (auction.status === 'completed' && winner === null) say('sold to nobody');
    if (winner === null) continue;
    for (const [what, rows] of Object.entries({
      'cart item': cart,
      'captured hold': captured,
      capture: captures,
      notice: notices,
    })) {
      for (const { userId } of rows) if (userId !== winner) say(`${what} of ${userId}, who did not win`);
    }
    for (const { amount } of [...captured, ...captures])
      if (amount !== auction.price) say(`${amount} captured at a price of ${auction.price}`);
    if (auction.price < auction.reserve || auction.entriesCount < auction.minimumEntries)
      say('sold below its reserve or its entries');
  }
  return faults;
}

/** I5: prices rise strictly with seq, no bid is at or after the end, and the hash chain verifies. */
export function judgeBids(facts: Facts): string[] {
  const byAuction = Map.groupBy(facts.bids, ({ auctionId }) => auctionId);
  const faults = facts.auctions.flatMap((auction) => judgeBidsOf(auction, byAuction.get(auction.id) ?? []));
  const known = new Set(facts.auctions.map(({ id }) => id));
  for (const id of byAuction.keys())
    if (!known.has(id)) faults.push(`bids for auction ${id}, which does not exist`);
  return faults;
}

function judgeBidsOf(auction: AuctionFact, bids: readonly BidFact[]): string[] {
  const faults: string[] = [];
  const say = (text: string) => faults.push(`auction ${auction.id}: ${text}`);
  let before: BidFact | undefined;
  for (const bid of bids) {
    const name = `bid ${bid.seq}`;
    if (bid.seq !== (before?.seq ?? 0) + 1) say(`${name} follows bid ${before?.seq ?? 0}`);
    if (bid.price <= (before?.price ?? 0))
      say(`${name} at ${bid.price} does not raise ${before?.price ?? 0}`);
    if (bid.priceBefore !== (before?.price ?? 0)) say(`${name} says the price before was ${bid.priceBefore}`);
    if (before && bid.userId === before.userId) say(`${name} is the leader's own`);
    if (bid.maxBidPoints !== null && bid.price > bid.maxBidPoints)
      say(`${name} at ${bid.price} passes its guard of ${bid.maxBidPoints}`);
    if (bid.atMs < (before?.atMs ?? auction.startsAtMs)) say(`${name} is earlier than what came before`);
    // The end that was in force is the one the bid before left; the first bid may only have moved it on.
    if (bid.atMs >= (before?.endDateAfterMs ?? bid.endDateAfterMs)) say(`${name} came at or after the end`);
    if (bid.endDateAfterMs < (before?.endDateAfterMs ?? 0)) say(`${name} moved the end back`);
    if (bid.endDateAfterMs > auction.hardEndMs) say(`${name} moved the end beyond the hard end`);
    before = bid;
  }
  if (auction.seq !== (before?.seq ?? 0))
    say(`its row counts ${auction.seq} bids, there are ${before?.seq ?? 0}`);
  if (auction.price !== (before?.price ?? 0))
    say(`its row says ${auction.price}, the last bid ${before?.price ?? 0}`);
  if (auction.leaderId !== (before?.userId ?? null)) say('its row names another leader than the last bid');
  if (before && auction.endDateMs !== before.endDateAfterMs) say('its end is not the one the last bid left');

  const genesis = sha256(chainGenesisText(auction.id));
  const chained = bids.map((bid) => ({
    seq: bid.seq,
    price: bid.price,
    atMs: bid.atMs,
    hash: bid.hash,
    bidder: createHmac('sha256', auction.chainSecret).update(bid.userId.toLowerCase()).digest(),
  }));
  const broken = findChainBreak(genesis, chained, sha256);
  if (broken !== null) say(`the chain breaks at bid ${broken}`);
  if (!auction.chainHead.equals(before?.hash ?? genesis)) say('its chain head is not the last bid’s hash');
  return faults;
}

/** I6: every fee and hold is spent or returned. */
export function judgeFeesAndHolds(facts: Facts): string[] {
  const faults: string[] = [];
  for (const auction of facts.auctions) {
    const say = (text: string) => faults.push(`auction ${auction.id} (${auction.status}): ${text}`);
    const holds = facts.holds.filter(({ auctionId }) => auctionId === auction.id);
    const open = holds.filter(({ outcome }) => outcome === null);
    if (settled.has(auction.status) && open.length > 0) say(`${open.length} holds are still open`);
    if (auction.status === 'active') {
      const isLeaders =
        open.length === 1 && open[0]?.userId === auction.leaderId && open[0]?.amount === auction.price;
      if (auction.leaderId === null ? open.length > 0 : !isLeaders)
        say('the open hold is not the leader’s price');
    }
    const moved = (kind: string) =>
      facts.flows
        .filter((flow) => flow.auctionId === auction.id && flow.kind === kind)
        .reduce((sum, flow) => sum + flow.amount, 0);
    const reserved = holds.reduce((sum, { amount }) => sum + amount, 0);
    const openAmount = open.reduce((sum, { amount }) => sum + amount, 0);
    if (moved('bid_hold') !== reserved) say(`${moved('bid_hold')} went into holds of ${reserved}`);
    if (moved('bid_release') + moved('bid_capture') + openAmount !== reserved)
      say(
        `of ${reserved} held, ${moved('bid_release')} came back, ${moved('bid_capture')} were spent, ${openAmount} are open`,
      );

    const entries = facts.entries.filter(({ auctionId }) => auctionId === auction.id);
    // The row's count is written when no more can come.
    const isOver = auction.status !== 'pending' && auction.status !== 'active';
    if (isOver && entries.length !== auction.entriesCount)
      say(`its row counts ${auction.entriesCount} entries, there are ${entries.length}`);
    const mustRefund = auction.status === 'unsold' || auction.status === 'cancelled';
    for (const entry of entries) {
      const who = `the entry of ${entry.userId}`;
      if (entry.paidAvailable + entry.paidBonus !== auction.entryFee)
        say(`${who} cost ${entry.paidAvailable + entry.paidBonus}, not ${auction.entryFee}`);
      if (
        entry.feeAvailable !== entry.paidAvailable ||
        entry.feeBonus !== entry.paidBonus ||
        entry.feeElsewhere !== 0
      )
        say(
          `${who} says ${entry.paidAvailable} + ${entry.paidBonus} bonus, its postings say ${entry.feeAvailable} + ${entry.feeBonus}`,
        );
      const paidNothing = entry.paidAvailable + entry.paidBonus === 0;
      if (mustRefund && !entry.isRefunded && !paidNothing) say(`${who} was not refunded`);
      if (auction.status === 'completed' && entry.isRefunded)
        say(`${who} was refunded although the auction was won`);
      if (!entry.isRefunded || paidNothing) continue;
      if (
        entry.refundAvailable !== entry.paidAvailable ||
        entry.refundBonus !== entry.paidBonus ||
        entry.refundElsewhere !== 0
      )
        say(
          `${who} got back ${entry.refundAvailable} + ${entry.refundBonus} bonus of ${entry.paidAvailable} + ${entry.paidBonus}`,
        );
    }
  }
  return faults;
}

/**
 * I9: nothing stays open more than 5 s past its end. Where a fault lasted longer than that, the 5 s count from the
 * fault's end. Times are the database's.
 */
export function judgeLateness(facts: Facts, faultEndedAtMs = 0): string[] {
  const faults: string[] = [];
  for (const auction of facts.auctions) {
    if (auction.status === 'cancelled') continue;
    const dueMs = Math.max(auction.endDateMs, faultEndedAtMs) + closeGraceMs;
    const endedMs = auction.settledAtMs ?? facts.nowMs;
    if (endedMs > dueMs)
      faults.push(
        `auction ${auction.id} (${auction.status}) ${auction.settledAtMs === null ? 'is still open' : 'was settled'} ${endedMs - auction.endDateMs} ms past its end`,
      );
  }
  return faults;
}
