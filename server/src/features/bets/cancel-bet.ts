import type { ApprovalPending } from '@copup/shared/admin.ts';
import type { BetCancelCause, BetReply } from '@copup/shared/bets.ts';
import { betsAdminCalls } from '@copup/shared/calls/bets.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import type { NewNotice } from '../../notifications/notices.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { checkCredits, noteCredits, refuseApproverCredits } from '../../operators/operator-credits.ts';
import { lockOperatorAndOwners } from '../../operators/operator-moves.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { betSubject, returnsOf } from './bet-accounts.ts';
import { stakesOf } from './bet-rules.ts';
import { findBetView } from './bet-views.queries.ts';
import { betNotFound, wrongBetStatus } from './bets.errors.ts';
import { announceBets, findBet, lockBet } from './bets.queries.ts';
import type { BetRow } from './bets.tables.ts';
import { shownTitle, toListedBet } from './bets.wire.ts';
import type { Player } from './create-bet.ts';

type CancelDeps = Pick<Deps, 'db' | 'newId' | 'notices'>;

/** Why bets are cancelled, and an operator's reason. */
export interface Cancellation {
  cause: BetCancelCause;
  reason?: string;
  /** Operators see these bets apart: there was no result in time (B2). */
  isFlagged?: boolean;
}

const causeTexts: Readonly<Record<BetCancelCause, string>> = {
  creator: 'You cancelled the bet.',
  operator: '',
  kickoff: 'No other player had joined at kickoff.',
  abandoned: 'The match is abandoned.',
  no_result: 'The match has no result.',
  load_test: 'The load test ended.',
};

/** Returns the stakes of open bets, whose rows are locked, and notifies the players. Announce them afterwards. */
export async function cancelLocked(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'notices'>,
  cancelled: readonly BetRow[],
  { cause, reason, isFlagged = false }: Cancellation,
): Promise<void> {
  if (cancelled.length === 0) return;
  const shares = cancelled.flatMap((bet) => stakesOf(bet).map((share) => ({ ...share, bet })));
  await lockWallets(tx, [...new Set(shares.map(({ userId }) => userId))]);
  await postTransfers(
    tx,
    cancelled.flatMap((bet) => returnsOf(deps, bet)),
  );
  await tx.client.query({
    name: 'bets-cancel',
    text: `UPDATE bets SET status = 'cancelled', status_at = clock_timestamp(), ended_at = clock_timestamp(),
        cancel_cause = $2, cancel_reason = $3, flagged_at = CASE WHEN $4 THEN clock_timestamp() END
      WHERE id = ANY($1::int[])`,
    values: [cancelled.map(({ id }) => id), cause, reason ?? null, isFlagged],
  });
  const notices = shares.map(({ bet, userId, amount }): NewNotice => {
    const details = { name: shownTitle(bet), bid_points: amount, cause, reason: reason ?? causeTexts[cause] };
    return { userId, kind: 'refunded', subject: betSubject(bet.id), details };
  });
  // The creator knows of an own cancellation.
  await deps.notices.write(tx, cause === 'creator' ? [] : notices);
}

export interface CancelOwnBet {
  betId: number;
  viewer: Player;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/** Cancels a pending bet of the caller and returns the stake (B3). */
export async function cancelOwnBet(
  deps: CancelDeps,
  { betId, viewer, key }: CancelOwnBet,
): Promise<BetReply> {
  const { userId } = viewer;
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, { userId, route: 'bet/cancel', subject: String(betId), key, input: {} }, async () => {
      const bet = await lockBet(tx, betId);
      // A bet of another player is as unknown as one that does not exist.
      if (bet?.creatorId !== userId) throw betNotFound();
      if (bet.status !== 'pending') throw wrongBetStatus(bet.status);
      await cancelLocked(tx, deps, [bet], { cause: 'creator' });
      await announceBets(tx, [bet]);
      const view = await findBetView(tx, betId);
      invariant(view, `bet ${betId} disappeared`);
      const message = 'The bet is cancelled. Your stake is back.';
      return { status: 200, reply: { message, bet: toListedBet(view, userId) } };
    }),
  );
  return reply;
}

const CANCEL = 'bet.cancel';

export interface CancelByOperator {
  betId: number;
  operatorId: string;
  reason: string;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Cancels an open bet and returns its stakes; the players read the reason. When the refunds need a second operator (O3a),
 * returns the request and leaves the bet as it is.
 */
export async function cancelByOperator(
  deps: CancelDeps & Pick<Deps, 'settings'>,
  { betId, operatorId, reason, key }: CancelByOperator,
): Promise<ApprovalPending | undefined> {
  const request = { userId: operatorId, route: 'admin/bets/cancel', subject: String(betId), key };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, { ...request, input: { reason } }, async () => ({
      status: 200,
      reply: (await cancelOrRequest(tx, deps, { betId, operatorId, reason })) ?? null,
    })),
  );
  return reply ?? undefined;
}

async function cancelOrRequest(
  tx: Transaction,
  deps: CancelDeps & Pick<Deps, 'settings'>,
  { betId, operatorId, reason }: Omit<CancelByOperator, 'key'>,
): Promise<ApprovalPending | undefined> {
  const subject = betSubject(betId);
  // Players are locked before the bet, as by an approval.
  const found = await findBet(tx, betId);
  await lockOperatorAndOwners(tx, operatorId, found ? stakesOf(found).map(({ userId }) => userId) : []);
  const bet = await lockOpen(tx, betId);
  const credits = stakesOf(bet);
  const amount = credits.reduce((sum, credit) => sum + credit.amount, 0);
  const details = { name: bet.title, bid_points: amount, reason };
  const move = { operatorId, realm: bet.realm, amount, credits };
  const pending = await checkCredits(tx, deps, move, { action: CANCEL, subject, details });
  if (pending) return pending;
  await cancelAnnounced(tx, deps, bet, reason);
  await noteCredits(tx, deps, move);
  await writeAudit(tx, { operatorId, action: CANCEL, subject, realm: bet.realm, details });
  return undefined;
}

/** Executes a cancellation that a second operator confirmed. */
export const cancelApproved = (deps: Pick<Deps, 'newId' | 'notices'>): ApprovedActions => ({
  [CANCEL]: {
    right: betsAdminCalls.calls['POST /admin/bets/:id/cancel'].right,
    async apply(tx, { id, subject, details }) {
      const bet = await lockOpen(tx, Number(subject.id));
      await refuseApproverCredits(tx, id, stakesOf(bet));
      await cancelAnnounced(tx, deps, bet, String(details.reason));
      return {};
    },
  },
});

/** Locks a bet. Throws unless it is pending or active. */
async function lockOpen(tx: Transaction, betId: number): Promise<BetRow> {
  const bet = await lockBet(tx, betId);
  if (!bet) throw betNotFound();
  if (bet.status !== 'pending' && bet.status !== 'active') throw wrongBetStatus(bet.status);
  return bet;
}

async function cancelAnnounced(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'notices'>,
  bet: BetRow,
  reason: string,
): Promise<void> {
  await cancelLocked(tx, deps, [bet], { cause: 'operator', reason });
  await announceBets(tx, [bet]);
}
