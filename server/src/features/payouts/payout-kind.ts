import { payoutsAdminCalls } from '@copup/shared/calls/payouts.ts';
import type { PayoutStatus } from '@copup/shared/payouts.ts';
import { refuseAtRisk } from '../../accounts/refuse-at-risk.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { type DecidedKind, itemSubject, rulesOf } from '../../decisions/decided-kind.ts';
import { captureHolds, releaseHolds } from '../../ledger/holds.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { payoutNotFound, payoutOfLoadTest, wrongPayoutStatus } from './payouts.errors.ts';
import { findPayout, lockPayout, type PayoutRow } from './payouts.queries.ts';
import { payouts } from './payouts.tables.ts';
import { refuseWhileSending } from './sendings.queries.ts';

const logs = ({ bidPoints }: PayoutRow) => ({ bid_points: bidPoints });

/** Each key of a transfer can be used once, so a payout is captured, released and returned at most once. */
const transferOf = ({ id, realm }: PayoutRow) => ({
  subject: itemSubject(payoutKind, id),
  realm,
  key: `payout:${id}`,
});

const holdOf = (payout: PayoutRow, transferId: string) => {
  const { subject, realm, key } = transferOf(payout);
  return { subject, realm, holds: [{ userId: payout.userId, transferId, key }] };
};

/** Payouts (W3), also those that the provider pays or returns (W19). The two that move coins to the user or their bank may need a second operator (O3a). */
export const payoutKind: DecidedKind<PayoutRow, 'approve' | 'pay' | 'return' | 'reject'> = {
  name: 'payout',
  plural: 'payouts',
  rules: rulesOf(payoutsAdminCalls, {
    approve: {
      from: ['pending'],
      to: 'approved',
      logs,
      check: (tx, { userId }) => refuseAtRisk(tx, userId),
      async move(tx, { newId }, payout) {
        const id = newId();
        const to = { kind: 'payouts' } as const;
        await captureHolds(tx, { ...holdOf(payout, id), transferKind: 'payout_capture', to });
        return id;
      },
    },
    pay: {
      from: ['approved'],
      to: 'paid',
      logs,
      async check(tx, { id, realm, userId }) {
        if (realm !== 0) throw payoutOfLoadTest();
        await refuseWhileSending(tx, id, 'pay');
        await refuseAtRisk(tx, userId);
      },
    },
    return: {
      from: ['approved'],
      to: 'returned',
      logs,
      check: (tx, { id }) => refuseWhileSending(tx, id, 'return'),
      async move(tx, { newId }, payout) {
        const id = newId();
        const to = { kind: 'available', id: payout.userId } as const;
        const postings = [{ from: { kind: 'payouts' } as const, to, amount: payout.bidPoints }];
        await postTransfers(tx, [{ ...transferOf(payout), id, kind: 'payout_return', postings }]);
        return id;
      },
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      logs,
      async move(tx, { newId }, payout) {
        const id = newId();
        await releaseHolds(tx, { ...holdOf(payout, id), transferKind: 'payout_release' });
        return id;
      },
    },
  }),
  isRefusedToOwner: true,
  notFound: payoutNotFound,
  wrongStatus: wrongPayoutStatus,
  findOwner: async (tx, id) => (await findPayout(tx, id))?.userId,
  lock: lockPayout,
  async write(tx, { id, status: from }, { status, operatorId, reason, bankReference }) {
    const at = sql`clock_timestamp()`;
    const times = from === 'pending' ? { decidedAt: at, decidedBy: operatorId } : { endedAt: at };
    await tx.orm
      .update(payouts)
      .set({ ...times, status: status as PayoutStatus, reason, bankReference })
      .where(eq(payouts.id, id));
  },
  notice: ({ bidPoints }) => ({ kind: 'payout', details: { amount: bidPoints } }),
};
