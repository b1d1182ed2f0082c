import type { Transaction } from '../../db/in-transaction.ts';
import { invariant } from '../../errors.ts';
import { ensureFund, type Fund, lockFunds } from '../../ledger/funds.ts';
import { type NewTransfer, postTransfers } from '../../ledger/post-transfers.ts';
import { rewardsOf } from '../../ledger/rewards.ts';
import { lockFreeWallets, lockWallets } from '../../ledger/wallets.ts';
import { lockFreeInboxes } from '../../notifications/notices.ts';
import type { Due, Outcome, SettleDeps } from '../../subjects/subject-kind.ts';
import { type Settlement, settleContest } from './contest-rules.ts';
import { contestSubject } from './contest-subject.ts';
import type { ContestRow } from './contests.queries.ts';
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
  /** Undefined when the contest is void. */
  won: { settlement: Settlement; winner: Leader } | undefined;
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
  const { pots, rewards } = await lockAccounts(tx, due, deps);
  const decided = due.map(({ row, entries }): Decided => {
    const pot = pots.get(row.potId)?.balance;
    invariant(pot !== undefined, `contest ${row.id} has no pot`);
    const [winner] = row.top;
    const settlement = settleContest({
      ...row,
      players: entries.total,
      pot,
      bestScore: winner?.score ?? 0,
    });
    return { row, won: settlement && winner ? { settlement, winner } : undefined };
  });
  await postTransfers(
    tx,
    decided.flatMap((one) => transfersOf(one, rewards.get(one.row.realm) as string, deps)),
  );
  await deps.notices.write(
    tx,
    decided.flatMap(({ row, won }) =>
      won
        ? [
            {
              userId: won.winner.userId,
              kind: 'won' as const,
              subject: contestSubject(row.id),
              details: {
                name: row.title,
                contest: row.kind,
                prize: row.prize,
                bonus: won.settlement.bonus,
                score: won.winner.score,
              },
            },
          ]
        : [],
    ),
  );
  const states = await readWinnerStates(tx, decided);
  return decided.map(({ row, won }) => ({
    status: won ? 'ended' : 'void',
    refundsEntries: !won,
    columns: {
      winner_id: won?.winner.userId ?? null,
      won_available: won?.settlement.available ?? null,
      won_bonus: won?.settlement.bonus ?? null,
      is_flagged: won ? isSuspicious(row, states.get(row.id)) : false,
    },
  }));
}

/** SQL types of the columns that `settleContests` decides in addition to the status. */
export const outcomeColumns = {
  winner_id: 'uuid',
  won_available: 'bigint',
  won_bonus: 'bigint',
  is_flagged: 'boolean',
} as const;

/** Locks the pots by their ids, and returns the id of `rewards` by realm. */
async function lockAccounts(
  tx: Transaction,
  due: readonly Due<ContestRow>[],
  { newId }: Pick<SettleDeps, 'newId'>,
): Promise<{ pots: Map<string, Fund>; rewards: Map<number, string> }> {
  const rewards = new Map<number, string>();
  for (const realm of new Set(due.map(({ row }) => row.realm)))
    rewards.set(realm, (await ensureFund(tx, newId(), rewardsOf(realm))).id);
  const pots = await lockFunds(tx, [...due.map(({ row }) => row.potId), ...rewards.values()]);
  return { pots, rewards };
}

function transfersOf(
  { row, won }: Decided,
  rewardsId: string,
  { newId }: Pick<SettleDeps, 'newId'>,
): NewTransfer[] {
  const from = { kind: 'pot' as const, id: row.potId };
  const subject = contestSubject(row.id);
  const transfer = (
    kind: NewTransfer['kind'],
    key: string,
    postings: NewTransfer['postings'],
  ): NewTransfer[] => {
    const moving = postings.filter(({ amount }) => amount > 0);
    return moving.length === 0
      ? []
      : [{ id: newId(), kind, realm: row.realm, subject, key, postings: moving }];
  };
  const rewards = { kind: 'rewards' as const, id: rewardsId };
  const end = `contest:${row.id}:end`;
  if (!won) return transfer('subsidy_return', end, [{ from, to: rewards, amount: row.subsidy }]);
  const { settlement, winner } = won;
  return [
    ...transfer('prize', `contest:${row.id}`, [
      { from, to: { kind: 'available', id: winner.userId }, amount: settlement.available },
      { from, to: { kind: 'bonus', id: winner.userId }, amount: settlement.bonus },
    ]),
    ...transfer('subsidy_return', end, [{ from, to: rewards, amount: settlement.subsidyReturn }]),
    ...transfer('entry_fee', end, [{ from, to: { kind: 'revenue' }, amount: settlement.revenue }]),
  ];
}

async function readWinnerStates(tx: Transaction, decided: readonly Decided[]): Promise<Map<number, unknown>> {
  const won = decided.filter((one) => one.won !== undefined);
  if (won.length === 0) return new Map();
  const { rows } = await tx.client.query<{ id: number; state: unknown }>({
    name: 'contest-winner-states',
    text: `SELECT s.contest_id AS id, s.state FROM unnest($1::int[], $2::uuid[]) AS w (contest_id, user_id)
      JOIN contest_scores s USING (contest_id, user_id)`,
    values: [won.map(({ row }) => row.id), won.map((one) => one.won?.winner.userId)],
  });
  return new Map(rows.map(({ id, state }) => [id, state]));
}
