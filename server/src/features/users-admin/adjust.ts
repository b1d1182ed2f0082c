import { AdjustBody, type AdjustReply } from '@copup/shared/admin.ts';
import { usersAdminCalls } from '@copup/shared/calls/users-admin.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { lockWallets, readWallets } from '../../ledger/wallets.ts';
import { assertFacts } from '../../operators/consequences.ts';
import { moveOrRequest } from '../../operators/move-or-request.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { adjustOutlook } from './adjust-outlook.queries.ts';
import { cannotTakeThatMany, userNotFound } from './users-admin.errors.ts';

type AdjustDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;

const ACTION = 'user.adjust';

export interface AdjustCommand {
  userId: string;
  operatorId: string;
  body: AdjustBody;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
  /** Of the consequences that the operator saw; FACTS_CHANGED is thrown when they are others. */
  guard?: string | undefined;
}

/**
 * Moves coins from issuance to a user, or back (O4). When it needs a second operator (O3a), nothing moves until one
 * approves. Audited in the same transaction.
 */
export async function adjust(
  deps: AdjustDeps,
  { userId, operatorId, body, key, guard }: AdjustCommand,
): Promise<{ status: number; reply: AdjustReply }> {
  return inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId: operatorId, route: 'admin/users/adjust', subject: userId, key, input: body },
      async () => {
        const user = await lockOperatorAndOwner(tx, operatorId, userId);
        if (!user || user.deletedAt) throw userNotFound();
        if (guard !== undefined) await lockWallets(tx, [userId]);
        await assertFacts(tx, adjustOutlook, userId, guard);
        const isCredit = body.bid_points > 0;
        const move = { operatorId, user, amount: Math.abs(body.bid_points), isCredit, isRepeatable: true };
        const subject = { kind: 'user', id: userId };
        let moved = null as Moved | null;
        const waiting = await moveOrRequest(
          tx,
          deps,
          { ...move, action: ACTION, subject, details: body },
          async () => {
            moved = await moveCoins(tx, deps, { userId, body });
            return moved.transferId;
          },
        );
        if (waiting) return { status: 202, reply: pending(waiting) };
        invariant(moved, 'an adjustment moves coins or waits');
        return { status: 200, reply: done(moved) };
      },
    ),
  );
}

/** Executes an adjustment that a second operator approved. */
export const adjustApproved = (deps: Pick<Deps, 'newId' | 'notices'>) => ({
  [ACTION]: {
    right: usersAdminCalls.calls['POST /:id/adjust'].right,
    async apply(tx: Transaction, { subject, details }: { subject: { id: string }; details: unknown }) {
      const body = AdjustBody.parse(details);
      const { transferId } = await moveCoins(tx, deps, { userId: subject.id, body });
      return { transfer_id: transferId };
    },
  },
});

interface Moved {
  transferId: string;
  /** The user's balance afterwards. */
  available: number;
}

async function moveCoins(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'notices'>,
  { userId, body }: { userId: string; body: AdjustBody },
): Promise<Moved> {
  const user = await lockUser(tx, userId);
  if (!user || user.deletedAt) throw userNotFound();
  const wallet = (await lockWallets(tx, [userId])).get(userId);
  invariant(wallet, `user ${userId} has no wallet`);
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
  const after = (await readWallets(tx, [userId])).get(userId);
  invariant(after, `user ${userId} has no wallet`);
  return { transferId, available: after.available };
}

const done = ({ transferId, available }: Moved): AdjustReply => ({
  message: 'The balance was adjusted',
  status: 'done',
  transfer_id: transferId,
  approval_id: null,
  available,
});

const pending = (reply: { message: string; approval_id: number }): AdjustReply => ({
  ...reply,
  status: 'pending',
  transfer_id: null,
  available: null,
});
