import type { Transaction } from '../../db/in-transaction.ts';
import { lockFreeWallets, lockWallets } from '../../ledger/wallets.ts';
import { lockFreeInboxes, type NewNotice } from '../../notifications/notices.ts';
import { type EndedPot, lockPots, payFromPots, type WonPot } from '../../subjects/settle-pots.ts';
import type { Due, Outcome, SettleDeps } from '../../subjects/subject-kind.ts';
import { type ContestRow, contestEntryTable, contestSubject, isVoid } from './contests.queries.ts';
import type { Leader } from './leaderboard.ts';

/** Returns from the winner's state whether an operator should review the play (C6). */
export type IsSuspicious = (contest: ContestRow, state: unknown) => boolean;

/** Returns the contests whose possible winner's wallet and inbox no other transaction has locked, and locks them. */
export async function lockFreeWinners(tx: Transaction, rows: readonly ContestRow[]): Promise<ContestRow[]> {
  const winners = rows.flatMap(({ top }) => top[0]?.userId ?? []);
  if (winners.length === 0) return [...rows];
  const wallets = await lockFreeWallets(tx, winners);
  const inboxes = await lockFreeInboxes(tx, winners);
  return rows.filter(({ top: [best] }) => !best || (wallets.has(best.userId) && inboxes.has(best.userId)));
}

interface Decided {
  row: ContestRow;
  /** Absent when the contest is void. */
  winner?: Leader;
  /** How the pot was divided; absent when the contest is void. */
  shares?: WonPot | undefined;
}

/** Pays the best player from the pot and divides the rest (X6, X7), or returns the subsidy of a void contest (C8). */
export async function settleContests(
  tx: Transaction,
  due: readonly Due<ContestRow>[],
  deps: SettleDeps,
  isSuspicious: IsSuspicious,
): Promise<Outcome[]> {
  await lockWallets(
    tx,
    due.flatMap(({ row }) => row.top[0]?.userId ?? []),
  );
  const pots = due.map(potOf);
  const shares = await payFromPots(tx, contestEntryTable, await lockPots(tx, pots, deps), pots, deps);
  const decided = due.map(({ row }, nth): Decided => {
    const [best] = row.top;
    return pots[nth]?.won && best ? { row, winner: best, shares: shares[nth] } : { row };
  });
  await deps.notices.write(tx, decided.flatMap(noticesOf));
  const states = await readWinnerStates(tx, decided);
  return decided.map(({ row, winner, shares }) => ({
    status: winner ? 'ended' : 'void',
    refundsEntries: !winner,
    columns: {
      winner_id: winner?.userId ?? null,
      won_available: shares?.available ?? null,
      won_bonus: shares?.bonus ?? null,
      winner_paid_available: shares?.own.available ?? null,
      is_flagged: winner ? isSuspicious(row, states.get(row.id)) : false,
    },
  }));
}

/** SQL types of the columns that `settleContests` decides in addition to the status. */
export const outcomeColumns = {
  winner_id: 'uuid',
  won_available: 'bigint',
  won_bonus: 'bigint',
  winner_paid_available: 'bigint',
  is_flagged: 'boolean',
} as const;

function potOf({ row, entries }: Due<ContestRow>): EndedPot {
  const { id, realm, potId, subsidy, prize, minimumUsers } = row;
  const { paidAvailable } = entries;
  const pot = {
    ...{ subject: contestSubject(id), realm, potId, subsidy, paidAvailable },
    feeKind: 'entry_fee',
  } as const;
  const [best] = row.top;
  if (!best || isVoid({ minimumUsers, players: entries.total, bestScore: best.score })) return pot;
  return { ...pot, won: { winnerId: best.userId, prize } };
}

function noticesOf({ row, winner, shares }: Decided): NewNotice[] {
  if (!winner) return [];
  const details = {
    name: row.title,
    contest: row.kind,
    prize: row.prize,
    bonus: shares?.bonus,
    score: winner.score,
  };
  return [{ userId: winner.userId, kind: 'won', subject: contestSubject(row.id), details }];
}

async function readWinnerStates(tx: Transaction, decided: readonly Decided[]): Promise<Map<number, unknown>> {
  const won = decided.filter((one) => one.winner !== undefined);
  if (won.length === 0) return new Map();
  const { rows } = await tx.client.query<{ id: number; state: unknown }>({
    name: 'contest-winner-states',
    text: `SELECT s.contest_id AS id, s.state FROM unnest($1::int[], $2::uuid[]) AS w (contest_id, user_id)
      JOIN contest_scores s USING (contest_id, user_id)`,
    values: [won.map(({ row }) => row.id), won.map(({ winner }) => winner?.userId)],
  });
  return new Map(rows.map(({ id, state }) => [id, state]));
}
