import { createHmac } from 'node:crypto';
import type { AuctionFact, BidFact, Facts } from './facts.ts';
import { judgeBidOrder } from './judge-bid-order.ts';
import { describeLateness, judgeEach } from './judge-pots.ts';

const settled = new Set(['completed', 'unsold', 'cancelled']);

const eachAuction = (
  { auctions }: Pick<Facts, 'auctions'>,
  judge: (auction: AuctionFact, report: (text: string) => void) => void,
) => judgeEach(auctions, ({ id, status }) => `auction ${id} (${status})`, judge);

/** Checks I3: each auction has one final row, one prize and one capture, or one purchase (A13), for its winner only. */
export const judgeSettlements = (facts: Facts): string[] =>
  eachAuction(facts, (auction, report) => {
    const cart = facts.cartItems.filter(({ auctionId }) => auctionId === auction.id);
    const notices = facts.wonNotices.filter(({ auctionId }) => auctionId === auction.id);
    const captured = facts.holds.filter(
      ({ auctionId, outcome }) => auctionId === auction.id && outcome === 'captured',
    );
    const isBought = auction.boughtAtMs !== null;
    const payments = facts.flows.filter(
      ({ auctionId, kind }) => auctionId === auction.id && (kind === 'bid_capture' || kind === 'buy_now'),
    );
    const captures = payments.filter(({ kind }) => kind === (isBought ? 'buy_now' : 'bid_capture'));
    const isSettled = settled.has(auction.status);
    if (isSettled !== (auction.settledAtMs !== null) && auction.status !== 'cancelling')
      report(isSettled ? 'has no time of settlement' : 'has a time of settlement');
    const winner = auction.status === 'completed' ? auction.leaderId : null;
    const prizes = winner === null ? 0 : 1;
    if (cart.length !== prizes) report(`${cart.length} cart items instead of ${prizes}`);
    const captureHolds = isBought ? 0 : prizes;
    if (captured.length !== captureHolds)
      report(`${captured.length} captured holds instead of ${captureHolds}`);
    if (captures.length !== payments.length) report('was paid both by a bid and by a purchase');
    if (captures.reduce((sum, { postings }) => sum + postings, 0) !== prizes)
      report('the number of posted captures is wrong');
    if (notices.length !== prizes) report(`${notices.length} notices to winners instead of ${prizes}`);
    if (auction.status === 'completed' && winner === null) report('sold without a winner');
    if (winner === null) return;
    for (const [what, rows] of Object.entries({
      'cart item': cart,
      'captured hold': captured,
      capture: captures,
      notice: notices,
    })) {
      for (const { userId } of rows) if (userId !== winner) report(`${what} of ${userId}, who did not win`);
    }
    for (const { amount } of [...captured, ...captures])
      if (amount !== auction.price) report(`${amount} captured at a price of ${auction.price}`);
    if (auction.price < auction.reserve || (!isBought && auction.entriesCount < auction.minimumEntries))
      report('sold below its reserve or its minimum of entries');
  });

/** Checks I5: prices rise strictly with seq, no bid is at or after the end, and the hash chain verifies. */
export function judgeBids(facts: Facts): string[] {
  const byAuction = Map.groupBy(facts.bids, ({ auctionId }) => auctionId);
  const violations = facts.auctions.flatMap((auction) =>
    judgeBidsOf(auction, byAuction.get(auction.id) ?? []),
  );
  const known = new Set(facts.auctions.map(({ id }) => id));
  for (const id of byAuction.keys())
    if (!known.has(id)) violations.push(`bids for auction ${id}, which does not exist`);
  return violations;
}

function judgeBidsOf(auction: AuctionFact, bids: readonly BidFact[]): string[] {
  const violations: string[] = [];
  const report = (text: string) => violations.push(`auction ${auction.id}: ${text}`);
  const genesis = judgeBidOrder(
    auction.id,
    bids.map((bid) => ({
      ...{ ...bid, who: bid.userId },
      bidder: createHmac('sha256', auction.chainSecret).update(bid.userId.toLowerCase()).digest(),
    })),
    report,
  );
  let before: BidFact | undefined;
  for (const bid of bids) {
    const name = `bid ${bid.seq}`;
    if (bid.maxBidPoints !== null && bid.price > bid.maxBidPoints)
      report(`${name} at ${bid.price} exceeds its guard of ${bid.maxBidPoints}`);
    if (bid.atMs < (before?.atMs ?? auction.startsAtMs)) report(`${name} is earlier than the bid before it`);
    // The end in force is the one after the previous bid; for the first bid it is at most the end after that bid.
    if (bid.atMs >= (before?.endDateAfterMs ?? bid.endDateAfterMs)) report(`${name} is at or after the end`);
    if (bid.endDateAfterMs < (before?.endDateAfterMs ?? 0)) report(`${name} moved the end back`);
    if (bid.endDateAfterMs > auction.hardEndMs) report(`${name} moved the end beyond the hard end`);
    before = bid;
  }
  if (auction.seq !== (before?.seq ?? 0))
    report(`its row counts ${auction.seq} bids instead of ${before?.seq ?? 0}`);
  if (auction.boughtAtMs !== null) {
    if (before) report('was bought although it has bids');
    if (auction.leaderId === null) report('was bought without a buyer');
  } else {
    if (auction.price !== (before?.price ?? 0))
      report(`its row has the price ${auction.price}, the last bid ${before?.price ?? 0}`);
    if (auction.leaderId !== (before?.userId ?? null)) report('its row has another leader than the last bid');
  }
  if (before && auction.endDateMs !== before.endDateAfterMs)
    report('its end is not the end after the last bid');

  if (!auction.chainHead.equals(before?.hash ?? genesis)) report('its chain head is not the last bid’s hash');
  return violations;
}

/** Checks I6: every fee and hold is spent or returned. */
export const judgeFeesAndHolds = (facts: Facts): string[] =>
  eachAuction(facts, (auction, report) => {
    const holds = facts.holds.filter(({ auctionId }) => auctionId === auction.id);
    const open = holds.filter(({ outcome }) => outcome === null);
    if (settled.has(auction.status) && open.length > 0) report(`${open.length} holds are still open`);
    if (auction.status === 'active') {
      const isLeaders =
        open.length === 1 &&
        open[0]?.userId === auction.leaderId &&
        open[0]?.amount === Math.max(auction.price, auction.leaderMax ?? 0);
      if (auction.leaderId === null ? open.length > 0 : !isLeaders)
        report('the open hold is not the leader’s price or maximum');
    }
    const moved = (kind: string) =>
      facts.flows
        .filter((flow) => flow.auctionId === auction.id && flow.kind === kind)
        .reduce((sum, flow) => sum + flow.amount, 0);
    const reserved = holds.reduce((sum, { amount }) => sum + amount, 0);
    const openAmount = open.reduce((sum, { amount }) => sum + amount, 0);
    if (moved('bid_hold') !== reserved) report(`${moved('bid_hold')} were posted into holds of ${reserved}`);
    if (moved('bid_release') + moved('bid_capture') + openAmount !== reserved)
      report(
        `of ${reserved} held, ${moved('bid_release')} were released, ${moved('bid_capture')} were captured, ${openAmount} are open`,
      );

    const entries = facts.entries.filter(({ auctionId }) => auctionId === auction.id);
    // The row's count is written when no more entries are possible.
    const isOver = auction.status !== 'pending' && auction.status !== 'active';
    if (isOver && entries.length !== auction.entriesCount)
      report(`its row counts ${auction.entriesCount} entries instead of ${entries.length}`);
    const mustRefund = auction.status === 'unsold' || auction.status === 'cancelled';
    for (const entry of entries) {
      const who = `the entry of ${entry.userId}`;
      if (entry.paidAvailable + entry.paidBonus !== auction.entryFee)
        report(`${who} cost ${entry.paidAvailable + entry.paidBonus}, not ${auction.entryFee}`);
      if (
        entry.feeAvailable !== entry.paidAvailable ||
        entry.feeBonus !== entry.paidBonus ||
        entry.feeElsewhere !== 0
      )
        report(
          `${who} has ${entry.paidAvailable} + ${entry.paidBonus} bonus, its postings ${entry.feeAvailable} + ${entry.feeBonus}`,
        );
      const paidNothing = entry.paidAvailable + entry.paidBonus === 0;
      if (mustRefund && !entry.isRefunded && !paidNothing) report(`${who} was not refunded`);
      if (auction.status === 'completed' && entry.isRefunded)
        report(`${who} was refunded although the auction was won`);
      if (!entry.isRefunded || paidNothing) continue;
      if (
        entry.refundAvailable !== entry.paidAvailable ||
        entry.refundBonus !== entry.paidBonus ||
        entry.refundElsewhere !== 0
      )
        report(
          `${who} was refunded ${entry.refundAvailable} + ${entry.refundBonus} bonus of ${entry.paidAvailable} + ${entry.paidBonus}`,
        );
    }
  });

/**
 * Checks I9: no auction stays open more than 5 s after its end, or after the end of an injected fault that lasted longer.
 * Times are the database's.
 */
export const judgeLateness = (facts: Facts, faultEndedAtMs = 0): string[] =>
  facts.auctions.flatMap((auction) => {
    const late = describeLateness(auction, facts.nowMs, faultEndedAtMs);
    const isDue = auction.status !== 'cancelled' && late !== undefined;
    return isDue ? [`auction ${auction.id} (${auction.status}) ${late}`] : [];
  });
