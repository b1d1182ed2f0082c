import { setTimeout as pause } from 'node:timers/promises';
import type { PayoutReply } from '@copup/shared/payouts.ts';
import type { CoinPackage, TransferAccount } from '@copup/shared/shop.ts';
import { CardProvider, type PaidIn } from '@copup/testkit/card-provider.ts';
import { auditLedger, inTransaction } from '@copup/testkit/database.ts';
import { callOrThrow } from '@copup/testkit/players.ts';
import { registerPlayer } from '@copup/testkit/registered-player.ts';
import { setPin, testPin } from '@copup/testkit/wallet-player.ts';
import type { World } from './scene.ts';

export const CUSTOMERS = 6;
const GIVEN = 500;
const patienceMs = 120_000;

/** A player of the real realm, who buys coins and is paid out. */
export interface Customer {
  id: string;
  name: string;
  call<Body>(method: string, path: string, body?: object): Promise<Body>;
  /** Coins of transfers that must be credited by themselves. */
  bought: number;
}

/** Players and the provider, whose books say which naira moved. */
export interface NairaInPlay {
  provider: CardProvider;
  customers: readonly Customer[];
}

/** Starts the provider on this port, lets it send payouts, and registers players with coins and a PIN. */
export async function openNaira({ servers, db, admin, atEnd }: World, port: number): Promise<NairaInPlay> {
  const provider = await CardProvider.start(port);
  atEnd(() => provider.close());
  await db.pool.query(`INSERT INTO settings (key, value) VALUES ('payoutSending', 'true')`);
  // The servers read the provider's list only every 10 minutes.
  await db.pool.query(`UPDATE banks SET is_listed = true WHERE code = 'gtb'`);
  const customers: Customer[] = [];
  for (let nth = 0; nth < CUSTOMERS; nth += 1) {
    const url = servers[nth % servers.length]?.url ?? '';
    const name = `customer_${nth}`;
    const account = { username: name, email: `${name}@drills.test`, password: 'a long phrase of theirs' };
    const { token, user } = await registerPlayer({ url }, account);
    await setPin(url, { token });
    await admin.adjust(user.id, GIVEN, `given-${nth}`);
    const call: Customer['call'] = (method, path, body) => callOrThrow(url, method, path, { token, body });
    customers.push({ id: user.id, name, call, bought: 0 });
  }
  return { provider, customers };
}

/** Opens an account for a package. Returns its coins and price, and a function that transfers money to it. */
export async function buy({ provider }: NairaInPlay, { call, name }: Customer, nth: number) {
  const { price = 0, bid_points = 0 } = (await call<CoinPackage[]>('GET', '/bidShop/all'))[nth] ?? {};
  const account = await call<TransferAccount>('POST', '/manualPayment/account', { price, bid_points });
  const opened = [...provider.accounts.values()].find(
    (each) => each.account_number === account.account_number,
  );
  const pay = (paid: PaidIn = {}) =>
    provider.payIn(opened?.tx_ref ?? '', { sender: name.toUpperCase(), ...paid });
  return { coins: bid_points, price, pay };
}

/** Each player requests a payout, which the operator approves. */
export async function approvePayouts({ admin }: World, { customers }: NairaInPlay): Promise<void> {
  for (const { name, call } of customers) {
    const account = { account_name: name, account_number: '0123456789', bank_name: 'gtb' };
    const body = { bid_points: 100, ...account, pin: testPin };
    const { payout } = await call<PayoutReply>('POST', '/tradeConfirm/payout', body);
    await admin.call('POST', `/admin/payouts/${payout.id}/approve`);
  }
}

/** Ends the transfers that the provider has not ended yet, each as `how` says. Returns their events. */
export const endTransfers = ({ provider }: NairaInPlay, how: () => 'SUCCESSFUL' | 'FAILED') =>
  [...provider.transfers.values()]
    .filter(({ status }) => status === 'NEW')
    .map(({ reference }) => provider.endTransfer(reference, how()));

/** Lets sweeps ask the provider now, as if so many minutes had passed since payouts were sent. */
export const letTimePass = ({ db }: World, minutes: number): Promise<void> =>
  inTransaction(db, async ({ client }) => {
    // Triggers keep the times as they were.
    await client.query("SET LOCAL session_replication_role = 'replica'");
    await client.query("UPDATE payment_accounts SET asked_at = asked_at - interval '1 day'");
    await client.query(
      `UPDATE payout_sendings SET started_at = started_at - $1 * interval '1 minute', asked_at = asked_at - interval '1 day'`,
      [minutes],
    );
  });

/** Lets time pass until all is explained. Adds a violation for everything that is not, and that the audit finds. */
export async function expectExplained(world: World, naira: NairaInPlay): Promise<void> {
  world.announce('every naira of the provider is looked for');
  for (const giveUpAtMs = Date.now() + patienceMs; ; await pause(500)) {
    const violations = await findViolations(world, naira);
    const isLast = Date.now() > giveUpAtMs;
    if (isLast) for (const violation of violations) world.addViolation(violation);
    if (isLast || violations.length === 0) break;
    await letTimePass(world, 0);
  }
  const { errors } = await auditLedger(world.db, { mode: 'full' });
  for (const error of errors) world.addViolation(`the audit found ${JSON.stringify(error)}`);
}

// Money that is no payment, is in no queue although it was not credited, or was recorded with another amount.
const unexplainedArrivals = `
  SELECT format('transfer %s of %s %s is payment %s, %s, with %s kobo: %s', t.id, t.amount, t.currency, v.id, v.status, r.kobo, v.finding) AS text
  FROM jsonb_to_recordset($1) AS t (id text, amount numeric, currency text, meta jsonb)
    LEFT JOIN bank_references b ON b.reference = t.id AND b.subject_kind = 'payment'
    LEFT JOIN manual_payments v ON v.id::text = b.subject_id
    CROSS JOIN LATERAL (SELECT coalesce(sum(amount_kobo), 0) AS kobo FROM payment_transfers
      WHERE payment_id = v.id AND bank_reference = t.meta->>'sessionid') AS r
  WHERE v.id IS NULL OR v.status NOT IN ('approved', 'pending', 'underpaid', 'returning')
    OR (v.status = 'approved') = (v.finding IS NOT NULL)
    OR r.kobo <> CASE t.currency WHEN 'NGN' THEN t.amount * 100 ELSE 0 END`;
// Payouts with another end than their transfers. What the provider does not know is left to operators.
const unexplainedTransfers = `
  SELECT format('payout %s is %s and %s, its transfer %s of %s', p.id, p.status, s.state, t.status, t.amount) AS text
  FROM payout_sendings s JOIN payouts p ON p.id = s.payout_id
    FULL JOIN jsonb_to_recordset($1) AS t (reference text, amount numeric, status text) ON t.reference = s.reference
  WHERE p.id IS NULL OR t.amount * 100 <> p.bid_points * p.rate_kobo
    OR CASE t.status WHEN 'SUCCESSFUL' THEN (p.status, s.state) <> ('paid', 'paid')
      WHEN 'FAILED' THEN (p.status, s.state) <> ('returned', 'failed') WHEN 'NEW' THEN true ELSE s.state <> 'unclear' END`;
const wrongBalances = `
  SELECT format('player %s has %s coins and bought %s', c.id, w.available, c.bought) AS text
  FROM jsonb_to_recordset($1) AS c (id uuid, bought int) JOIN wallets w ON w.user_id = c.id
  WHERE w.available <> ${GIVEN} + c.bought
    - (SELECT coalesce(sum(bid_points), 0) FROM payouts p WHERE p.user_id = c.id AND p.status <> 'returned')`;

async function findViolations({ db }: World, { provider, customers }: NairaInPlay): Promise<string[]> {
  const arrived = [...provider.transactions.values()].filter(({ status }) => status === 'successful');
  const find = async (query: string, facts: readonly object[]) =>
    (await db.pool.query<{ text: string }>(query, [JSON.stringify(facts)])).rows.map(({ text }) => text);
  const sent = provider.requests.filter((url) => url === '/v3/transfers').length;
  return [
    ...(sent > customers.length
      ? [`the provider was asked ${sent} times to send ${customers.length} payouts`]
      : []),
    ...(await find(unexplainedArrivals, arrived)),
    ...(await find(unexplainedTransfers, [...provider.transfers.values()])),
    ...(await find(wrongBalances, customers)),
  ];
}
