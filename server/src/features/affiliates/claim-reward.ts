import type { ClaimReply } from '@copup/shared/affiliates.ts';
import { inCoins } from '@copup/shared/coins.ts';
import { and, eq } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { ensureFund, lockFunds } from '../../ledger/accounts.ts';
import { type NewTransfer, postTransfers } from '../../ledger/post-transfers.ts';
import { issueRewards, rewardsOf } from '../../ledger/rewards.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { affiliateClaims, affiliateUnfundedClaims } from '../../subjects/affiliates.tables.ts';
import {
  alreadyClaimed,
  noReward,
  notPromoted,
  notSettled,
  rewardUnfunded,
  targetNotReached,
} from './affiliates.errors.ts';
import { findOffer, type Offer } from './offers.queries.ts';
import type { Promoted } from './promoted.ts';

export type ClaimDeps = Pick<Deps, 'db' | 'newId' | 'notices'>;

export interface Claim {
  id: number;
  /** The route has checked that the viewer is not an operator (X13). */
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Pays the reward of a subject in bonus coins from `rewards`, once (T2, T5): the claims of a user run one after another
 * under the wallet's lock. A claim that `rewards` cannot pay is recorded for operators; it can be repeated.
 */
export async function claimReward(deps: ClaimDeps, promoted: Promoted, claim: Claim): Promise<ClaimReply> {
  const { id, viewer, key } = claim;
  const { userId } = viewer;
  const route = `${promoted.kind}/affiliate/check-target`;
  let unfunded = 0;
  try {
    const { reply } = await inTransaction(deps.db, (tx) =>
      withStoredReply(tx, { userId, route, subject: String(id), key, input: {} }, async () => {
        await lockWallets(tx, [userId]);
        const offer = await findOffer(tx, promoted, viewer, id);
        if (!offer) throw notPromoted(promoted.kind);
        assertClaimable(promoted, offer);
        unfunded = offer.rewardBidPoints;
        return { status: 200, reply: await payReward(tx, deps, promoted, viewer, offer) };
      }),
    );
    return reply;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'REWARD_UNFUNDED') {
      await recordUnfunded(deps, promoted, claim, unfunded);
    }
    throw error;
  }
}

function assertClaimable({ kind }: Promoted, offer: Offer): void {
  const { isClaimed, isUndecided, isCompleted, counted, total, targetUsers, rewardBidPoints } = offer;
  if (isClaimed) throw alreadyClaimed();
  if (isUndecided) throw counted < targetUsers ? targetNotReached(counted, targetUsers) : notSettled(kind);
  const isRefunded = total > 0 && counted === 0;
  if (!isCompleted || isRefunded || rewardBidPoints === 0) throw noReward(kind);
  if (counted < targetUsers) throw targetNotReached(counted, targetUsers);
}

/** Moves the coins, inserts the claim and notifies the referrer. The referrer's wallet is locked. */
async function payReward(
  tx: Transaction,
  { newId, notices }: ClaimDeps,
  { kind }: Promoted,
  { userId, realm }: Claim['viewer'],
  { id, name, counted, rewardBidPoints: amount }: Offer,
): Promise<ClaimReply> {
  const { id: fundId } = await ensureFund(tx, newId(), rewardsOf(realm));
  const balance = (await lockFunds(tx, [fundId])).get(fundId)?.balance;
  invariant(balance !== undefined, `realm ${realm} has no rewards`);
  const subject = { kind, id: String(id) };
  const key = `${kind}:${id}:${userId}`;
  const transferId = newId();
  const transfers: NewTransfer[] = [];
  if (amount > balance) {
    if (realm === 0) throw rewardUnfunded();
    // As for subsidies: a load test's realm issues the missing coins.
    transfers.push(issueRewards({ id: newId(), realm, key, input: {}, fundId, amount: amount - balance }));
  }
  const posting = {
    from: { kind: 'rewards' as const, id: fundId },
    to: { kind: 'bonus' as const, id: userId },
    amount,
  };
  transfers.push({ id: transferId, kind: 'affiliate_reward', realm, subject, key, postings: [posting] });
  await postTransfers(tx, transfers);
  const claimed = { subjectKind: kind, subjectId: id, referrerId: userId };
  await tx.orm.insert(affiliateClaims).values({ ...claimed, counted, amount, transferId });
  await tx.orm.delete(affiliateUnfundedClaims).where(isUnfunded(kind, id, userId));
  await notices.write(tx, [{ userId, kind: 'credited', subject, details: { name, bid_points: amount } }]);
  return {
    message: `Reward claimed: ${inCoins(amount)} ${amount === 1 ? 'was' : 'were'} added to your wallet.`,
    bid_points: amount,
  };
}

/** The wallet's lock is taken again, so that the row of a claim that was paid meanwhile does not remain. */
async function recordUnfunded(
  { db }: ClaimDeps,
  { kind }: Promoted,
  { id, viewer: { userId } }: Claim,
  amount: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockWallets(tx, [userId]);
    await tx.client.query({
      name: 'affiliate-claim-unfunded',
      text: `INSERT INTO affiliate_unfunded_claims (subject_kind, subject_id, referrer_id, amount)
        SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM affiliate_claims
          WHERE subject_kind = $1 AND subject_id = $2 AND referrer_id = $3) ON CONFLICT DO NOTHING`,
      values: [kind, id, userId, amount],
    });
  });
}

const isUnfunded = (kind: Promoted['kind'], id: number, userId: string) =>
  and(
    eq(affiliateUnfundedClaims.subjectKind, kind),
    eq(affiliateUnfundedClaims.subjectId, id),
    eq(affiliateUnfundedClaims.referrerId, userId),
  );
