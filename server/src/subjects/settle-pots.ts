import type { PaidFee } from '@copup/shared/prize-shares.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { invariant } from '../errors.ts';
import { ensureFund, lockFunds } from '../ledger/accounts.ts';
import { type NewTransfer, postTransfers } from '../ledger/post-transfers.ts';
import { rewardsOf } from '../ledger/rewards.ts';
import type { Subject } from '../subject.ts';
import { dividePot, type PotShares } from './pot-shares.ts';
import type { SubjectKind, SubjectRow } from './subject-kind.ts';

type PotDeps = Pick<Deps, 'newId'>;

interface Pot {
  realm: number;
  potId: string;
}

/** The pot of a subject at its end. */
export interface EndedPot extends Pot {
  subject: Subject;
  subsidy: number;
  /** The available coins among the fees in it (X7). */
  paidAvailable: number;
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

/** The shares of a pot that was won, and what its winner had paid into it. */
export type WonPot = PotShares & { own: PaidFee };
type Entries = SubjectKind<SubjectRow>['entries'];

/**
 * Pays each prize from its pot and divides the rest (X6, X7); returns the subsidy of a pot without a winner. Returns the
 * shares of the pots that were won, in order. `entries` is the table of the fees that these pots received.
 */
export async function payFromPots(
  tx: Transaction,
  entries: Entries,
  locked: LockedPots,
  pots: readonly EndedPot[],
  deps: PotDeps,
): Promise<(WonPot | undefined)[]> {
  const fees = await listWinnersFees(tx, entries, pots);
  const shares = pots.map((pot) => {
    if (!pot.won) return undefined;
    const own = fees.get(pot.subject.id);
    invariant(own, `the winner of ${pot.subject.kind} ${pot.subject.id} has no entry`);
    const { subsidy, paidAvailable, won } = pot;
    return {
      ...dividePot({ prize: won.prize, pot: locked.balanceOf(pot), subsidy, paidAvailable, own }),
      own,
    };
  });
  await postTransfers(
    tx,
    pots.flatMap((pot, nth) => transfersOf(pot, shares[nth], locked.rewardsOf(pot), deps)),
  );
  return shares;
}

/** Reads what each winner paid, by the id of the subject. */
async function listWinnersFees(
  tx: Transaction,
  { table, subjectId }: Entries,
  pots: readonly EndedPot[],
): Promise<Map<string, PaidFee>> {
  const won = pots.filter((pot) => pot.won);
  if (won.length === 0) return new Map();
  const { rows } = await tx.client.query<PaidFee & { id: string }>({
    name: `${table}-of-winners`,
    text: `SELECT e.${subjectId}::text AS id, e.paid_available AS available, e.paid_bonus AS bonus
      FROM unnest($1::int[], $2::uuid[]) AS w (id, user_id)
      JOIN ${table} e ON e.${subjectId} = w.id AND e.user_id = w.user_id`,
    values: [won.map(({ subject }) => Number(subject.id)), won.map((pot) => pot.won?.winnerId)],
  });
  return new Map(rows.map(({ id, ...fee }) => [id, fee]));
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
