import { TOO_FEW_PLAYERS } from '@copup/shared/heist-limits.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { lockFreeWallets, lockWallets } from '../../ledger/wallets.ts';
import { invalidateUserRooms, lockFreeInboxes, type NewNotice } from '../../notifications/notices.ts';
import { type EndedPot, lockPots, payFromPots, type WonPot } from '../../subjects/settle-pots.ts';
import type { Due, Outcome, SettleDeps } from '../../subjects/subject-kind.ts';
import { findWinners, type Winner } from './find-winners.ts';
import { type HeistRow, heistSubject, isVoid, NO_CORRECT_ANSWER, ticketTable } from './heists.queries.ts';

/** SQL types of the columns that `settleHeists` decides in addition to the status. */
export const outcomeColumns = {
  winner_id: 'uuid',
  winner_username: 'text',
  winner_profile: 'text',
  won_available: 'bigint',
  won_bonus: 'bigint',
  winner_paid_available: 'bigint',
  cancel_reason: 'text',
} as const;

/** Returns the heists whose winner's wallet and inbox no other transaction has locked, and locks them. */
export async function lockFreeWinners(
  tx: Transaction,
  rows: readonly HeistRow[],
  deps: Pick<Deps, 'config'>,
): Promise<HeistRow[]> {
  const winners = await findWinners(
    tx,
    deps,
    rows.filter((row) => !isVoid(row)),
  );
  const userIds = [...winners.values()].map(({ userId }) => userId);
  if (userIds.length === 0) return [...rows];
  const wallets = await lockFreeWallets(tx, userIds);
  const inboxes = await lockFreeInboxes(tx, userIds);
  return rows.filter(({ id }) => {
    const winner = winners.get(id);
    return !winner || (wallets.has(winner.userId) && inboxes.has(winner.userId));
  });
}

/** The end of a heist: void, without a winner, or won. */
interface Ended {
  row: HeistRow;
  winner: Winner | undefined;
  /** How its pot was divided; absent without a winner. */
  shares?: WonPot | undefined;
}

/**
 * Decides the winners, pays coins from the pots or puts prizes into carts, and divides the pots (H4, H9, X6, X7). A
 * heist with too few tickets is cancelled, one without a correct answer is completed; both return the subsidy, and their
 * tickets are refunded.
 */
export async function settleHeists(
  tx: Transaction,
  due: readonly Due<HeistRow>[],
  deps: SettleDeps,
): Promise<Outcome[]> {
  const rows = due.map(({ row }) => row);
  const winners = await findWinners(
    tx,
    deps,
    rows.filter((row) => !isVoid(row)),
  );
  await lockWallets(
    tx,
    [...winners.values()].map(({ userId }) => userId),
  );
  const pots = due.map((one) => potOf(one, winners.get(one.row.id)));
  const shares = await payFromPots(tx, ticketTable, await lockPots(tx, pots, deps), pots, deps);
  const ended = rows.map((row, nth): Ended => ({ row, winner: winners.get(row.id), shares: shares[nth] }));
  const won = ended.flatMap(({ winner, ...one }) => (winner ? [{ ...one, winner }] : []));
  await putIntoCarts(tx, won);
  await deps.notices.write(tx, won.map(toNotice));
  return ended.map(toOutcome);
}

const isCash = ({ category }: Pick<HeistRow, 'category'>): boolean => category === 'cash';

const potOf = ({ row, entries }: Due<HeistRow>, winner: Winner | undefined): EndedPot => ({
  realm: row.realm,
  potId: row.potId,
  subject: heistSubject(row.id),
  subsidy: row.subsidy,
  paidAvailable: entries.paidAvailable,
  feeKind: 'ticket',
  ...(winner && { won: { winnerId: winner.userId, prize: isCash(row) ? row.prize : 0 } }),
});

type Won = Ended & { winner: Winner };

/** A prize that is not coins goes to the winner's heist cart (H4); the unique heist admits it once. */
async function putIntoCarts(tx: Transaction, won: readonly Won[]): Promise<void> {
  const things = won.filter(({ row }) => !isCash(row));
  if (things.length === 0) return;
  await tx.client.query({
    name: 'heists-into-carts',
    text: 'INSERT INTO heist_cart_items (user_id, heist_id) SELECT * FROM unnest($1::uuid[], $2::int[])',
    values: [things.map(({ winner }) => winner.userId), things.map(({ row }) => row.id)],
  });
  // Also for a winner who receives no notice.
  await invalidateUserRooms(
    tx,
    things.map(({ winner }) => winner.userId),
  );
}

const toNotice = ({ row, winner, shares }: Won): NewNotice => ({
  userId: winner.userId,
  kind: 'won',
  subject: heistSubject(row.id),
  details: {
    name: row.name,
    category: row.category,
    prize_name: row.prizeName,
    ...(isCash(row) && { prize: row.prize, bonus: shares?.bonus ?? 0 }),
  },
});

function toOutcome({ row, winner, shares }: Ended): Outcome {
  if (!winner) {
    return isVoid(row)
      ? { status: 'cancelled', refundsEntries: true, columns: { cancel_reason: TOO_FEW_PLAYERS } }
      : { status: 'completed', refundsEntries: true, columns: { cancel_reason: NO_CORRECT_ANSWER } };
  }
  return {
    status: 'completed',
    refundsEntries: false,
    columns: {
      winner_id: winner.userId,
      winner_username: winner.username,
      winner_profile: winner.profile,
      won_available: isCash(row) ? (shares?.available ?? null) : null,
      won_bonus: isCash(row) ? (shares?.bonus ?? null) : null,
      winner_paid_available: isCash(row) ? (shares?.own.available ?? null) : null,
    },
  };
}
