import type { MatchResult } from '@copup/shared/bets.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import type { NewNotice } from '../../notifications/notices.ts';
import { betSubject, paymentsOf } from './bet-accounts.ts';
import { isReturning, paysTheSame, resultOfBet, sharesOf } from './bet-rules.ts';
import type { BetRow, FixtureRow } from './bets.tables.ts';
import { shownTitle } from './bets.wire.ts';
import { type ReversedBet, reverseBets } from './reverse-bets.ts';

type SettleDeps = Pick<Deps, 'newId' | 'notices'>;

/** A bet and the result that is applied to it, in the order of its teams. */
export interface DueBet {
  bet: BetRow;
  result: MatchResult;
}

/**
 * Applies the fixture's result to active bets, and a corrected result to settled ones, whose rows are locked (B4). What a
 * former result paid is taken back first. The transfers of a result have their own keys, so a repetition fails instead
 * of paying twice.
 */
export async function settleBets(
  tx: Transaction,
  deps: SettleDeps,
  fixture: FixtureRow,
  locked: readonly BetRow[],
): Promise<void> {
  const { result, resultNo } = fixture;
  invariant(result !== null, `fixture ${fixture.id} has a result`);
  const due = locked.map((bet): DueBet => ({ bet, result: resultOfBet({ ...fixture, result }, bet) }));
  const isPaidAlready = ({ bet, result: next }: DueBet) =>
    bet.result !== null && paysTheSame(bet.result, next);
  const paid = due.filter((one) => !isPaidAlready(one));
  await lockWallets(tx, [...new Set(paid.flatMap(({ bet }) => [bet.creatorId, bet.opponentId ?? '']))]);
  const reversed = await reverseBets(
    tx,
    deps,
    paid.filter(({ bet }) => bet.status === 'settled').map(({ bet }) => bet),
  );
  await postTransfers(
    tx,
    paid.flatMap(({ bet, result: next }) => paymentsOf(deps, bet, resultNo, sharesOf(bet, next))),
  );
  await writeResults(tx, due, paid, resultNo);
  await deps.notices.write(
    tx,
    paid.flatMap((one) => noticesOf(one, reversed.get(one.bet.id))),
  );
}

async function writeResults(
  tx: Transaction,
  due: readonly DueBet[],
  paid: readonly DueBet[],
  resultNo: number,
): Promise<void> {
  const paidIds = new Set(paid.map(({ bet }) => bet.id));
  await tx.client.query({
    name: 'bets-settle',
    text: `UPDATE bets b SET result = r.result, settled_no = $1, fee_points = r.fee, status = 'settled',
        paid_no = CASE WHEN r.is_paid THEN $1 ELSE b.paid_no END,
        status_at = CASE WHEN b.status = 'active' THEN clock_timestamp() ELSE b.status_at END,
        ended_at = coalesce(b.ended_at, clock_timestamp()),
        corrected_at = CASE WHEN b.result <> r.result THEN clock_timestamp() ELSE b.corrected_at END
      FROM unnest($2::int[], $3::text[], $4::bigint[], $5::boolean[]) AS r (id, result, fee, is_paid) WHERE b.id = r.id`,
    values: [
      resultNo,
      due.map(({ bet }) => bet.id),
      due.map(({ result }) => result),
      due.map(({ bet, result }) => sharesOf(bet, result).fee),
      due.map(({ bet }) => paidIds.has(bet.id)),
    ],
  });
}

/** Notifies both players: of the first result as won, lost or refunded, of a later one as corrected. */
function noticesOf({ bet, result }: DueBet, reversed: ReversedBet | undefined): NewNotice[] {
  const subject = betSubject(bet.id);
  const name = shownTitle(bet);
  const { shares } = sharesOf(bet, result);
  const players = [bet.creatorId, bet.opponentId].filter((id) => id !== null);
  return players
    .filter((userId) => !reversed?.closed.has(userId))
    .map((userId): NewNotice => {
      const received = shares.find((share) => share.userId === userId)?.amount ?? 0;
      if (reversed) {
        const { amount = 0, owed = 0 } = reversed.shares.find((share) => share.userId === userId) ?? {};
        const details = { event: 'corrected', name, taken: amount - owed, owed, received };
        return { userId, kind: 'bet', subject, details };
      }
      if (isReturning(result)) {
        const reason = result === 'draw' ? 'The match is a draw.' : 'The match is abandoned.';
        return { userId, kind: 'refunded', subject, details: { name, bid_points: received, reason } };
      }
      const isWinner = userId === (result === 'team_a' ? bet.creatorId : bet.opponentId);
      return isWinner
        ? { userId, kind: 'won', subject, details: { name, prize: received } }
        : { userId, kind: 'lost', subject, details: { name } };
    });
}
