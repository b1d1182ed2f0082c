import type { TestApp } from '@copup/testkit/app.ts';

/** Lets a user owe coins after a chargeback, or have an open dispute of a card payment; null ends both (W5a). */
export async function setRisk(
  { asOwner }: Pick<TestApp, 'asOwner'>,
  userId: string,
  risk: 'OWES_COINS' | 'OPEN_DISPUTE' | null,
): Promise<void> {
  if (risk === 'OWES_COINS')
    await asOwner(`INSERT INTO receivables (id, realm, user_id, subject_kind, subject_id, amount)
      VALUES ('${userId}', 0, '${userId}', 'user', '1', 900)`);
  if (risk === 'OPEN_DISPUTE')
    await asOwner(`WITH paid AS (
        INSERT INTO card_payments (tx_ref, user_id, package_id, bid_points, price_kobo)
        SELECT '${crypto.randomUUID()}', '${userId}', id, 1, 1 FROM coin_packages LIMIT 1 RETURNING id)
      INSERT INTO card_reversals (payment_id, user_id, kind, provider_id, transaction_id, amount_kobo, state)
      SELECT id, '${userId}', 'chargeback', '1', '1', 1, 'open' FROM paid`);
  if (risk !== null) return;
  await asOwner(`ALTER TABLE receivables DISABLE TRIGGER USER; DELETE FROM receivables WHERE id = '${userId}';
    ALTER TABLE receivables ENABLE TRIGGER USER; ALTER TABLE wallets DISABLE TRIGGER USER;
    UPDATE wallets SET owes = false WHERE user_id = '${userId}'; ALTER TABLE wallets ENABLE TRIGGER USER;
    UPDATE card_reversals SET state = 'void' WHERE user_id = '${userId}'`);
}
