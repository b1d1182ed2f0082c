import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { invariant, Refusal } from '../errors.ts';
import { ensureFund, lockFunds } from '../ledger/accounts.ts';
import { type NewTransfer, postTransfers } from '../ledger/post-transfers.ts';
import { rewardsOf } from '../ledger/rewards.ts';
import type { Subject } from '../subject.ts';

/** Returns the coins that `rewards` adds to a pot: what the fees of the minimum of users do not cover (L7). */
export const subsidyOf = (terms: { prize: number; entryFee: number; minimumUsers: number }): number =>
  Math.max(0, terms.prize - terms.entryFee * terms.minimumUsers);

interface Pot {
  subject: Subject;
  realm: number;
  potId: string;
}

/**
 * Moves coins from `rewards` to the pot of a subject, or back when `change` is below 0 (L7). `occasion` is part of the
 * transfer's key: each occasion moves coins once. Throws REWARDS_TOO_LOW; in a load test's realm the missing coins are
 * issued.
 */
export async function changeSubsidy(
  tx: Transaction,
  { newId }: Pick<Deps, 'newId'>,
  { subject, realm, potId }: Pot,
  change: number,
  occasion: string,
): Promise<void> {
  if (change === 0) return;
  const { id: rewardsId } = await ensureFund(tx, newId(), rewardsOf(realm));
  const funds = await lockFunds(tx, [rewardsId, potId]);
  const balance = funds.get(rewardsId)?.balance;
  invariant(balance !== undefined, `realm ${realm} has no rewards`);
  const rewards = { kind: 'rewards' as const, id: rewardsId };
  const pot = { kind: 'pot' as const, id: potId };
  const common = { realm, subject, key: `${subject.kind}:${subject.id}:${occasion}` };
  const transfers: NewTransfer[] = [];
  if (change > balance) {
    if (realm === 0) throw rewardsTooLow(change, balance);
    const issued = { from: { kind: 'issuance' as const }, to: rewards, amount: change - balance };
    transfers.push({ ...common, id: newId(), kind: 'fund', postings: [issued] });
  }
  transfers.push(
    change > 0
      ? { ...common, id: newId(), kind: 'subsidy', postings: [{ from: rewards, to: pot, amount: change }] }
      : {
          ...common,
          id: newId(),
          kind: 'subsidy_return',
          postings: [{ from: pot, to: rewards, amount: -change }],
        },
  );
  await postTransfers(tx, transfers);
}

const rewardsTooLow = (needed: number, balance: number) =>
  new Refusal(
    'REWARDS_TOO_LOW',
    `The prize needs ${inCoins(needed)} from rewards, which has ${formatNumber(balance)}. Fund rewards, or raise the fee or the minimum.`,
  );
