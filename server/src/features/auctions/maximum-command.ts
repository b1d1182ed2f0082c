import type { MaximumReply } from '@copup/shared/auctions.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import type { Database } from '../../db/database.ts';
import { invariant, Refusal } from '../../errors.ts';
import { refuseInBreak } from '../../responsible-play/restrictions.ts';
import type { AuctionRow } from './auctions.tables.ts';
import type { BiddingDeps } from './bid-lane.ts';
import {
  type BidderMeans,
  type BidRound,
  type BidRules,
  type BidState,
  extendedEnd,
  heldOf,
  keyReused,
  type Leader,
  priceMoved,
  refuseAmount,
  refuseClosed,
  type Waiting,
  type WithFacts,
} from './bid-round.ts';
import type { BidRow } from './bids.queries.ts';
import type { Answer } from './decide-bids.ts';
import { listMaximums, type MaximumRow } from './maximums.queries.ts';

/** Sets or withdraws the caller's own maximum (A13). */
export interface MaximumCommand extends Waiting {
  readonly kind: 'maximum';
  /** Null withdraws. */
  readonly maximum: number | null;
}

export type MaximumChange = WithFacts<MaximumCommand, MaximumRow>;

/** An accepted change of a maximum before it is written. */
export type AcceptedMaximum = Omit<MaximumRow, 'endDateAfter' | 'hashAfter'>;

export type ChangedMaximum = MaximumRow & { kind: 'maximum' };

/** Resolves once the change is committed; the same key returns the first reply again. Rejects as `placeBid` does. */
export async function setMaximum(
  { newId, bids }: BiddingDeps,
  auctionId: number,
  { viewer, key, maximum }: Omit<MaximumCommand, 'id' | 'kind'>,
  receivedAtMs: number,
): Promise<MaximumReply> {
  const command = { kind: 'maximum' as const, id: newId(), viewer, key, maximum };
  const outcome = await bids.submit(String(auctionId), command, receivedAtMs);
  invariant(outcome.kind === 'maximum', 'a maximum was answered as another command');
  return toReply(outcome);
}

/** Builds the reply from values that never change, so that it can be returned again (P6). */
function toReply(row: MaximumRow): MaximumReply {
  // A maximum that was passed at once holds nothing; `ended` may be newer than the reply.
  const maximum = row.heldAfter === 0 ? null : row.maximum;
  return {
    message: messageOf(row),
    id: row.id,
    auction_id: row.auctionId,
    maxBidPoints: maximum,
    held: row.heldAfter,
    bid_seq: row.bidSeq,
    seq: row.seqAfter,
    currentBidAmount: row.priceAfter,
    highestBidder: row.leaderUsername,
    currentBidder: row.leaderUsername,
    endDate: row.endDateAfter.toISOString(),
    serverTime: row.at.toISOString(),
    chain_head: row.hashAfter.toString('hex'),
  };
}

function messageOf({ maximum, heldAfter, priceAfter }: MaximumRow): string {
  if (maximum === null) return 'Your maximum is withdrawn.';
  if (heldAfter === 0) {
    return `Another player’s maximum is higher. The price is ${formatNumber(priceAfter)}.`;
  }
  return `Bidding up to ${formatNumber(maximum)} for you.`;
}

export function decideMaximum(round: BidRound, change: MaximumChange): Answer | Refusal {
  const { id, viewer, key = null, maximum } = change;
  const isAgain = (row: AcceptedMaximum) => key !== null && isChangeOf(row, change);
  const before = change.earlier ?? round.maximums.find(isAgain);
  if (before) {
    return before.maximum === maximum ? { kind: 'maximum', made: before } : keyReused('maximum');
  }
  const afterSeq = round.seq;
  const bidSeq =
    round.state.leaderId === viewer.userId ? changeLeaders(round, change) : bidUpTo(round, change);
  if (bidSeq instanceof Refusal) return bidSeq;
  const { state, seq, leader } = round;
  const leads = state.leaderId === viewer.userId;
  const isLive = leads && maximum !== null;
  const made: AcceptedMaximum = {
    id,
    auctionId: round.auction.id,
    userId: viewer.userId,
    maximum,
    afterSeq,
    untilSeq: isLive ? null : (bidSeq ?? afterSeq),
    ended: isLive ? null : maximum === null ? 'withdrawn' : 'passed',
    at: new Date(round.nowMs),
    key,
    bidSeq,
    seqAfter: seq,
    priceAfter: state.price,
    heldAfter: leads ? heldOf(state) : 0,
    leaderUsername: (leader as Leader).username,
  };
  round.addMaximum(made);
  return { kind: 'maximum', made };
}

/** Changes the leader's maximum, without a bid. */
function changeLeaders(round: BidRound, change: MaximumChange): null | Refusal {
  const { viewer, maximum } = change;
  const next = judgeLeadersMaximum(round.state, change, maximum, round.meansOf(viewer.userId), round.nowMs);
  if (next instanceof Refusal) return next;
  if (round.state.maximum !== null) round.endMaximum(maximum === null ? 'withdrawn' : 'changed', round.seq);
  round.state = next;
  return null;
}

/** Bids for a player who does not lead. Returns the number of the bid. */
function bidUpTo(round: BidRound, change: MaximumChange): number | Refusal {
  const { viewer, maximum } = change;
  if (maximum === null) return noMaximum();
  const means = round.meansOf(viewer.userId);
  const made = round.challenge(viewer, maximum, undefined, (state) =>
    judgeMaximum(state, change, maximum, means, round.nowMs, round.rules),
  );
  if (made instanceof Refusal) return made;
  if (round.state.leaderId === viewer.userId) round.state = { ...round.state, maximum };
  return made.seq;
}

type Judged = Pick<MaximumChange, 'viewer' | 'hasJoined' | 'receivedAtMs'>;

/**
 * Decides a maximum of a player who does not lead: returns the state in which it bids the next price, or the refusal.
 * The whole maximum must be affordable, since it is held.
 */
export function judgeMaximum(
  state: BidState,
  { viewer, hasJoined, receivedAtMs }: Judged,
  maximum: number,
  means: BidderMeans,
  nowMs: number,
  rules: BidRules,
): BidState | Refusal {
  const closed = refuseClosed(state, receivedAtMs, nowMs) ?? refuseInBreak(means.restrictions);
  if (closed) return closed;
  if (!hasJoined) return new Refusal('NOT_JOINED', 'Pay the entry fee to bid.');
  const price = state.price + state.increment;
  if (maximum < price) return priceMoved(state, price);
  const endMs = extendedEnd(state, nowMs, rules);
  return refuseAmount(means, maximum) ?? { ...state, price, leaderId: viewer.userId, maximum, endMs };
}

/**
 * Decides a change of the leader's maximum, which makes no bid: returns the state, or the refusal. During a break it may
 * only be lowered or withdrawn (G2).
 */
export function judgeLeadersMaximum(
  state: BidState,
  { receivedAtMs }: Pick<Judged, 'receivedAtMs'>,
  maximum: number | null,
  means: BidderMeans,
  nowMs: number,
): BidState | Refusal {
  const closed = refuseClosed(state, receivedAtMs, nowMs);
  if (closed) return closed;
  if (maximum === null) {
    return state.maximum === null ? noMaximum() : { ...state, maximum: null };
  }
  // A first maximum at the price would never bid.
  const lowest = state.maximum === null ? state.price + 1 : state.price;
  if (maximum < lowest) return priceMoved(state, lowest);
  const next = { ...state, maximum };
  const raises = heldOf(next) > heldOf(state);
  const refusal = raises ? (refuseInBreak(means.restrictions) ?? refuseAmount(means, maximum)) : undefined;
  return refusal ?? next;
}

const noMaximum = () => new Refusal('NO_MAXIMUM', 'You have no maximum in this auction.');

/** Returns whether this command's key made the change. A key is unique within its call, and a withdrawal is another call. */
export const isChangeOf = (row: AcceptedMaximum, { viewer, key, maximum }: MaximumCommand): boolean =>
  row.userId === viewer.userId && row.key === key && (row.maximum === null) === (maximum === null);

/** Adds the values of the replies that are known once the bids are linked. */
export function linkMaximums(
  auction: AuctionRow,
  maximums: readonly AcceptedMaximum[],
  endMs: number,
  bids: readonly BidRow[],
): MaximumRow[] {
  const endDateAfter = new Date(endMs);
  return maximums.map((row) => ({
    ...row,
    endDateAfter,
    hashAfter: bids[row.seqAfter - auction.seq - 1]?.hash ?? auction.chainHead,
  }));
}

/** Reads these changes after a COMMIT without a reply (A12). The returned function finds one of them. */
export async function recoverMaximums(db: Database, changed: readonly ChangedMaximum[]) {
  const rows =
    changed.length > 0
      ? await listMaximums(
          db,
          changed.map(({ id }) => id),
        )
      : [];
  return (change: ChangedMaximum): ChangedMaximum | undefined => {
    const row = rows.find(({ id }) => id === change.id);
    return row && { ...row, kind: 'maximum' };
  };
}
