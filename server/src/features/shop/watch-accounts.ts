import { inTransaction } from '../../db/in-transaction.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import { listTransactionIds, providerOf } from '../../provider/provider-api.ts';
import { findByTxRef } from './accounts.queries.ts';
import { type ReceiveDeps, receiveTransaction } from './receive-transfer.ts';

const BATCH = 100;
/** Accounts that one server asks about in one run. */
const ASKED = 20;

/** Ends the time to pay of accounts (W18). Money that arrives later is recorded nevertheless. Several servers may try at once. */
export async function expireAccounts({ db }: Pick<ReceiveDeps, 'db'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.client.query<{ userId: string }>({
      name: 'payment-accounts-expire',
      text: `UPDATE manual_payments SET status = 'expired', changed_at = clock_timestamp()
        WHERE id IN (SELECT v.id FROM manual_payments v JOIN payment_accounts a ON a.payment_id = v.id
          WHERE v.status = 'reserved' AND a.expires_at <= statement_timestamp()
          ORDER BY v.id LIMIT $1 FOR NO KEY UPDATE OF v SKIP LOCKED)
        RETURNING user_id AS "userId"`,
      values: [BATCH],
    });
    await invalidateUserRooms(tx, [...new Set(rows.map(({ userId }) => userId))]);
  });
}

/**
 * Asks the provider what arrived, since an event may be lost: each minute about accounts without money while they can be paid,
 * each hour about others, to which a second transfer may go, and less and less often for a day after. Several servers may ask at
 * once, each about others.
 */
export async function askAboutAccounts(deps: ReceiveDeps): Promise<void> {
  const provider = providerOf(deps.config.cardPayments);
  if (!provider) return;
  const { rows } = await deps.db.pool.query<{ txRef: string }>({
    name: 'payment-accounts-ask',
    text: `UPDATE payment_accounts SET asked_at = clock_timestamp()
      WHERE payment_id IN (SELECT a.payment_id FROM payment_accounts a JOIN manual_payments v ON v.id = a.payment_id
          CROSS JOIN LATERAL (SELECT v.status IN ('reserved', 'expired') AS waits) AS w
        WHERE a.expires_at > statement_timestamp() - interval '1 day'
          AND a.asked_at < statement_timestamp() - greatest(CASE WHEN w.waits THEN interval '1 minute' ELSE interval '1 hour' END,
            (statement_timestamp() - a.expires_at) / 4)
        ORDER BY w.waits DESC, a.asked_at LIMIT $1 FOR NO KEY UPDATE OF a SKIP LOCKED)
      RETURNING tx_ref AS "txRef"`,
    values: [ASKED],
  });
  for (const { txRef } of rows) {
    const account = await findByTxRef(deps.db, txRef);
    if (!account) continue;
    try {
      for (const id of await listTransactionIds(provider, txRef)) await receiveTransaction(deps, account, id);
    } catch (error) {
      deps.log.warn({ error, txRef }, 'bank transfers: the provider did not say what arrived');
      return;
    }
  }
}
