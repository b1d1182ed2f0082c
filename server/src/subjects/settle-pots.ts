import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { invariant } from '../errors.ts';
import { ensureFund, lockFunds } from '../ledger/funds.ts';
import { type NewTransfer, postTransfers } from '../ledger/post-transfers.ts';
import { rewardsOf } from '../ledger/rewards.ts';
import type { Subject } from '../subject.ts';
import { dividePot, type PotShares } from './pot-shares.ts';

type PotDeps = Pick<Deps, 'newId'>;

interface Pot {
  realm: number;
  potId: string;
}

/** The pot of a subject at its end. */
export interface EndedPot extends Pot {
  subject: Subject;
  subsidy: number;
  /** What the users paid into it: the kind of the transfer of the rest to revenue. */
  feeKind: 'entry_fee' | 'ticket';
  /** Absent when no user wins: only the subsidy is returned, and entries are refunded from the rest. */
  won?: {
    winnerId: string;
    /** What the pot pays in coins. */
    prize: number;
  };
}

/** Locks the pots, by their ids, and the rewards of their realms. Lock wallets before (L5). */
export async function lockPots(
  tx: Transaction,
  pots: readonly Pot[],
  { newId }: PotDeps,
): Promise<LockedPots> {
  const rewards = new Map<number, string>();
  for (const realm of new Set(pots.map((pot) => pot.realm)))
    rewards.set(realm, (await ensureFund(tx, newId(), rewardsOf(realm))).id);
  const funds = await lockFunds(tx, [...pots.map(({ potId }) => potId), ...rewards.values()]);
  return {
    balanceOf({ potId }) {
      const fund = funds.get(potId);
      invariant(fund, `pot ${potId} does not exist`);
      return fund.balance;
    },
    rewardsOf: ({ realm }) => rewards.get(realm) as string,
  };
}

export interface LockedPots {
  balanceOf(pot: Pot): number;
  /** The id of the rewards of the pot's realm. */
  rewardsOf(pot: Pot): string;
}

/**
 * Pays each prize from its pot and divides the rest (X6, X7); returns the subsidy of a pot without a winner. Returns the
 * shares of the pots that were won, in order.
 */
export async function payFromPots(
  tx: Transaction,
  locked: LockedPots,
  pots: readonly EndedPot[],
  deps: PotDeps,
): Promise<(PotShares | undefined)[]> {
  const shares = pots.map(
    (pot) => pot.won && dividePot({ prize: pot.won.prize, pot: locked.balanceOf(pot), subsidy: pot.subsidy }),
  );
  await postTransfers(
    tx,
    pots.flatMap((pot, nth) => transfersOf(pot, shares[nth], locked.rewardsOf(pot), deps)),
  );
  return shares;
}

function transfersOf(
  { realm, potId, subject, subsidy, feeKind, won }: EndedPot,
  shares: PotShares | undefined,
  rewardsId: string,
  { newId }: PotDeps,
): NewTransfer[] {
  const from = { kind: 'pot' as const, id: potId };
  const transfer = (
    kind: NewTransfer['kind'],
    key: string,
    postings: NewTransfer['postings'],
  ): NewTransfer[] => {
    const moving = postings.filter(({ amount }) => amount > 0);
    return moving.length === 0 ? [] : [{ id: newId(), kind, realm, subject, key, postings: moving }];
  };
  const rewards = { kind: 'rewards' as const, id: rewardsId };
  const own = `${subject.kind}:${subject.id}`;
  if (!won || !shares)
    return transfer('subsidy_return', `${own}:end`, [{ from, to: rewards, amount: subsidy }]);
  return [
    ...transfer('prize', own, [
      { from, to: { kind: 'available', id: won.winnerId }, amount: shares.available },
      { from, to: { kind: 'bonus', id: won.winnerId }, amount: shares.bonus },
    ]),
    ...transfer('subsidy_return', `${own}:end`, [{ from, to: rewards, amount: shares.subsidyReturn }]),
    ...transfer(feeKind, `${own}:end`, [{ from, to: { kind: 'revenue' }, amount: shares.revenue }]),
  ];
}
