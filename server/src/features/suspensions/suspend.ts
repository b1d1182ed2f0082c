import type { ApprovalPending } from '@copup/shared/admin.ts';
import { SuspendBody } from '@copup/shared/suspensions.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import type { UserRow } from '../../accounts/users.tables.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { requestApprovalOnce } from '../../operators/request-approval.ts';
import { writeAudit } from '../../operators/write-audit.ts';

type SuspendDeps = Pick<Deps, 'db' | 'sessions' | 'notices'>;
const ACTION = 'user.suspend';
const LASTS = "interval '14 days'";

interface Suspend extends SuspendBody {
  userId: string;
  operatorId: string;
}

/**
 * Suspends a player for 14 days (S10), on every server within a second. Renewing it, also up to 14 days after its end, needs
 * a second operator (O3a). Audited.
 */
export async function suspend(
  deps: SuspendDeps,
  { userId, operatorId, reason }: Suspend,
): Promise<ApprovalPending | undefined> {
  const pending = await inTransaction(deps.db, async (tx) => {
    assertPlayer(await lockOperatorAndOwner(tx, operatorId, userId));
    const subject = { kind: 'user', id: userId };
    if (await wasSuspended(tx, userId)) {
      const request = { action: ACTION, subject, beneficiaryId: userId, why: 'always' } as const;
      return requestApprovalOnce(tx, { ...request, details: { reason }, operatorId });
    }
    await writeAudit(tx, { operatorId, action: ACTION, subject, details: { reason } });
    await insertSuspension(tx, deps, { userId, operatorId, reason });
    return undefined;
  });
  await deps.sessions.readChanges();
  return pending;
}

/** Executes a renewal that a second operator approved: 14 days from the end of the current one, or from now. */
export const suspendApproved = (deps: Pick<SuspendDeps, 'sessions' | 'notices'>): ApprovedActions => ({
  [ACTION]: {
    right: 'players',
    async apply(tx, { subject, details, requestedBy }) {
      assertPlayer(await lockUser(tx, subject.id));
      const { reason } = SuspendBody.parse(details);
      await insertSuspension(tx, deps, { userId: subject.id, operatorId: requestedBy, reason });
      return { reason };
    },
    afterCommit: () => deps.sessions.readChanges(),
  },
});

/** Ends a suspension early. Throws NOT_SUSPENDED without one. Audited. */
export async function endSuspension(
  deps: SuspendDeps,
  { userId, operatorId, reason }: Suspend,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    assertPlayer(await lockOperatorAndOwner(tx, operatorId, userId));
    const { rowCount } = await tx.client.query({
      name: 'suspension-end',
      text: `UPDATE suspensions SET ends_at = statement_timestamp() WHERE user_id = $1 AND ends_at > statement_timestamp()`,
      values: [userId],
    });
    if (rowCount === 0) throw notSuspended();
    const subject = { kind: 'user', id: userId };
    await writeAudit(tx, { operatorId, action: 'user.end-suspension', subject, details: { reason } });
    await announce(tx, deps, userId, { event: 'suspension_ended' });
  });
  await deps.sessions.readChanges();
}

function assertPlayer(user: UserRow | undefined): void {
  if (!user || user.deletedAt) throw new Refusal('USER_NOT_FOUND', 'User not found.');
  if (user.role === 1)
    throw new Refusal('FORBIDDEN', 'Operators cannot be suspended. Make them players first.');
}

async function wasSuspended(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    name: 'suspension-recent',
    text: `SELECT FROM suspensions WHERE user_id = $1 AND ends_at > statement_timestamp() - ${LASTS} LIMIT 1`,
    values: [userId],
  });
  return rowCount === 1;
}

/** The wallet is locked, so that a decision on money out is before or after it (W5a, A10a). */
async function insertSuspension(
  tx: Transaction,
  deps: Pick<SuspendDeps, 'sessions' | 'notices'>,
  { userId, operatorId, reason }: Suspend,
): Promise<void> {
  await lockWallets(tx, [userId]);
  const { rows } = await tx.client.query<{ endsAt: Date }>({
    name: 'suspension-insert',
    text: `INSERT INTO suspensions (user_id, operator_id, reason, started_at, ends_at)
      SELECT $1, $2, $3, statement_timestamp(), greatest(statement_timestamp(), (SELECT max(ends_at) FROM suspensions WHERE user_id = $1)) + ${LASTS}
      RETURNING ends_at AS "endsAt"`,
    values: [userId, operatorId, reason],
  });
  await announce(tx, deps, userId, { event: 'suspended', until: rows[0]?.endsAt.toISOString(), reason });
}

/** Notifies the player, which also updates the pages that are open, and every server. */
async function announce(
  tx: Transaction,
  { sessions, notices }: Pick<SuspendDeps, 'sessions' | 'notices'>,
  userId: string,
  details: Record<string, unknown>,
): Promise<void> {
  await notices.write(tx, [{ userId, kind: 'security', subject: { kind: 'user', id: userId }, details }]);
  await sessions.publishUserChanges(tx, [userId]);
}

export const notSuspended = () => new Refusal('NOT_SUSPENDED', 'This account is not suspended.');
