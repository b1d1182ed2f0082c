import { isUndecided, type SendingState } from '@copup/shared/payout-sending.ts';
import type { Database } from '../../db/database.ts';
import { eq, sql } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { invariant } from '../../errors.ts';
import { payoutIsSending } from './payouts.errors.ts';
import { payoutSendings, type SendingRow } from './payouts.tables.ts';

/**
 * SQL condition: the provider is still to be asked to send the payout `v` to the bank `b` (W19). A payout that was approved
 * before the switch was turned on may have been paid by hand since, so it is never sent.
 */
export const awaitsSending = `(v.realm = 0 AND v.status = 'approved' AND b.is_listed
  AND EXISTS (SELECT FROM settings t WHERE t.key = 'payoutSending' AND t.value = 'true' AND t.updated_at <= v.decided_at)
  AND NOT EXISTS (SELECT FROM payout_sendings s WHERE s.payout_id = v.id))`;
/** SQL condition: no second operator is asked to return it. */
const isUncontested = `NOT EXISTS (SELECT FROM approvals a
  WHERE a.status = 'pending' AND a.subject_kind = 'payout' AND a.subject_id = v.id::text)`;

/** Lists ids of payouts that are to be sent, in the order of the requests. */
export async function listAwaiting(db: Database, after: number, limit: number): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>({
    name: 'payouts-awaiting',
    text: `SELECT v.id FROM payouts v JOIN banks b ON b.id = v.bank_id
      WHERE ${awaitsSending} AND ${isUncontested} AND v.id > $1 ORDER BY v.id LIMIT $2`,
    values: [after, limit],
  });
  return rows.map(({ id }) => id);
}

/** What decides whether a payout is sent now. */
interface SendingFacts {
  awaits: boolean;
  bankCode: string | null;
  /** Sendings without a reply of the provider. */
  withoutReply: number;
  /** Coins that were sent in the last hour and day. */
  hour: number;
  day: number;
}

export async function readSendingFacts(tx: Transaction, payoutId: number): Promise<SendingFacts> {
  const { rows } = await tx.client.query<SendingFacts>({
    name: 'payout-sending-facts',
    text: `SELECT ${awaitsSending} AND ${isUncontested} AS awaits, b.provider_code AS "bankCode",
        (SELECT count(*)::int FROM payout_sendings WHERE state = 'asked') AS "withoutReply", sent.hour, sent.day
      FROM payouts v JOIN banks b ON b.id = v.bank_id, (
        SELECT coalesce(sum(p.bid_points) FILTER (WHERE s.started_at > statement_timestamp() - interval '1 hour'), 0)::bigint AS hour,
          coalesce(sum(p.bid_points), 0)::bigint AS day
        FROM payout_sendings s JOIN payouts p ON p.id = s.payout_id
        WHERE s.started_at > statement_timestamp() - interval '24 hours' AND s.state <> 'refused') AS sent
      WHERE v.id = $1`,
    values: [payoutId],
  });
  invariant(rows[0], `payout ${payoutId} disappeared`);
  return rows[0];
}

/**
 * Throws PAYOUT_SENDING while the provider may send the payout, or may have (W19). One that is still to be sent can be
 * returned, not paid by hand. Lock the payout before.
 */
export async function refuseWhileSending(
  tx: Transaction,
  payoutId: number,
  action: 'pay' | 'return',
): Promise<void> {
  const { rows } = await tx.client.query<{ state: SendingState | null; awaits: boolean }>({
    name: 'payout-sending-state',
    text: `SELECT (SELECT s.state FROM payout_sendings s WHERE s.payout_id = v.id) AS state, ${awaitsSending} AS awaits
      FROM payouts v JOIN banks b ON b.id = v.bank_id WHERE v.id = $1`,
    values: [payoutId],
  });
  const { state = null, awaits = false } = rows[0] ?? {};
  if ((state && isUndecided(state)) || (awaits && action === 'pay')) throw payoutIsSending();
}

/** Locks what the provider was told about a payout; undefined when it was told nothing. */
export async function lockSending({ orm }: Transaction, payoutId: number): Promise<SendingRow | undefined> {
  const isIt = eq(payoutSendings.payoutId, payoutId);
  return (await orm.select().from(payoutSendings).where(isIt).for('no key update'))[0];
}

export async function findSending({ orm }: Database, reference: string): Promise<SendingRow | undefined> {
  return (await orm.select().from(payoutSendings).where(eq(payoutSendings.reference, reference)))[0];
}

export async function writeSending(
  { orm }: Transaction,
  payoutId: number,
  values: Partial<Pick<SendingRow, 'state' | 'providerId' | 'message' | 'contradiction'>>,
): Promise<void> {
  await orm
    .update(payoutSendings)
    .set({ ...values, changedAt: sql`clock_timestamp()` })
    .where(eq(payoutSendings.payoutId, payoutId));
}

/**
 * Takes sendings whose outcome is to be asked for now: after 30 seconds, and then less and less often, for 30 days. Each is
 * taken by one server.
 */
export async function takeToAsk(
  db: Database,
  limit: number,
): Promise<Pick<SendingRow, 'payoutId' | 'reference'>[]> {
  const { rows } = await db.pool.query<Pick<SendingRow, 'payoutId' | 'reference'>>({
    name: 'payout-sendings-ask',
    text: `UPDATE payout_sendings SET asked_at = statement_timestamp() WHERE payout_id IN (
        SELECT payout_id FROM payout_sendings
        WHERE state IN ('asked', 'accepted', 'unclear') AND started_at > statement_timestamp() - interval '30 days'
          AND asked_at + greatest(interval '30 seconds', least((asked_at - started_at) / 4, interval '30 minutes'))
            <= statement_timestamp()
        ORDER BY asked_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING payout_id AS "payoutId", reference`,
    values: [limit],
  });
  return rows;
}

/**
 * Leaves a transfer to operators that the provider does not know long after it was asked: it is never sent again. Returns
 * whether it did.
 */
export async function leaveUnknown(db: Database, payoutId: number): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    name: 'payout-sending-unclear',
    text: `UPDATE payout_sendings SET state = 'unclear', changed_at = clock_timestamp(),
        message = concat_ws(' ', message, 'The provider does not know this transfer.')
      WHERE payout_id = $1 AND state IN ('asked', 'accepted') AND started_at < statement_timestamp() - interval '10 minutes'`,
    values: [payoutId],
  });
  return rowCount === 1;
}
