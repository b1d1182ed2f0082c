import type { AdjustBody, AdjustReply } from '@copup/shared/admin.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { writeAudit } from '../../audit-log/write-audit.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { withStoredReply } from '../../replies/with-stored-reply.ts';
import { cannotTakeThatMany, userNotFound } from './users-admin.errors.ts';

type AdjustDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;

export const ADJUST_ACTION = 'user.adjust';

export interface AdjustCommand {
  userId: string;
  operatorId: string;
  body: AdjustBody;
  /** P6: the Idempotency-Key. */
  key: string | undefined;
}

/**
 * O4: gives coins out of issuance, or takes them back into it. Above the setting's amount nothing moves until a second
 * operator agrees (O3). Audited in the same transaction.
 */
export async function adjust(
  deps: AdjustDeps,
  { userId, operatorId, body, key }: AdjustCommand,
): Promise<{ status: number; reply: AdjustReply }> {
  return inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId: operatorId, route: 'admin/users/adjust', subject: userId, key, input: body },
      async () => {
        const needsSecond = Math.abs(body.bid_points) > deps.settings.get('secondOperatorAboveCoins');
        if (!needsSecond) {
          const moved = await moveCoins(tx, deps, { userId, body });
          await writeAudit(tx, {
            operatorId,
            action: ADJUST_ACTION,
            subject: { kind: 'user', id: userId },
            details: { ...body, transfer_id: moved.transferId },
          });
          return { status: 200, reply: done(moved) };
        }
        return { status: 202, reply: await askSecond(tx, { userId, operatorId, body }) };
      },
    ),
  );
}

export interface Moved {
  transferId: string;
  /** The user's balance afterwards. */
  available: number;
}

/** The coins themselves, once whoever must agree has agreed. */
export async function moveCoins(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'notices'>,
  { userId, body }: { userId: string; body: AdjustBody },
): Promise<Moved> {
  const user = await lockUser(tx, userId);
  if (!user || user.deletedAt) throw userNotFound();
  const wallet = (await lockWallets(tx, [userId])).get(userId);
  invariant(wallet, `user ${userId} has a wallet`);
  const amount = Math.abs(body.bid_points);
  const isGift = body.bid_points > 0;
  if (!isGift && wallet.available < amount) throw cannotTakeThatMany();
  const transferId = deps.newId();
  const issuance = { kind: 'issuance' } as const;
  const available = { kind: 'available', id: userId } as const;
  await postTransfers(tx, [
    {
      id: transferId,
      kind: 'adjust',
      realm: user.realm,
      subject: { kind: 'user', id: userId },
      key: transferId,
      input: body,
      postings: [
        isGift ? { from: issuance, to: available, amount } : { from: available, to: issuance, amount },
      ],
    },
  ]);
  if (isGift) {
    await deps.notices.write(tx, [
      { userId, kind: 'credited', subject: { kind: 'transfer', id: transferId }, details: { amount } },
    ]);
  }
  return { transferId, available: wallet.available + body.bid_points };
}

export function done({ transferId, available }: Moved): AdjustReply {
  return {
    message: 'The balance was adjusted',
    status: 'done',
    transfer_id: transferId,
    approval_id: null,
    available,
  };
}

async function askSecond(
  tx: Transaction,
  { userId, operatorId, body }: Omit<AdjustCommand, 'key'>,
): Promise<AdjustReply> {
  const user = await lockUser(tx, userId);
  if (!user || user.deletedAt) throw userNotFound();
  const { rows } = await tx.client.query<{ id: number }>(
    `INSERT INTO approvals (action, subject_kind, subject_id, details, requested_by) VALUES ($1, 'user', $2, $3, $4) RETURNING id`,
    [ADJUST_ACTION, userId, JSON.stringify(body), operatorId],
  );
  const approvalId = rows[0]?.id ?? null;
  await writeAudit(tx, {
    operatorId,
    action: `${ADJUST_ACTION}.request`,
    subject: { kind: 'user', id: userId },
    details: { ...body, approval_id: approvalId },
  });
  return {
    message: 'A second operator has to agree',
    status: 'pending',
    transfer_id: null,
    approval_id: approvalId,
    available: null,
  };
}
