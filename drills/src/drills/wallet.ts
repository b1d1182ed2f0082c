import { setTimeout as pause } from 'node:timers/promises';
import type { AdminPayout } from '@copup/shared/payouts.ts';
import type { CardPaymentState, CoinPackage, PayStartReply } from '@copup/shared/shop.ts';
import type { Profile } from '@copup/shared/users.ts';
import { CardProvider } from '@copup/testkit/card-provider.ts';
import { call, Operator } from '@copup/testkit/players.ts';
import type { ProviderWebhook } from '@copup/testkit/provider-books.ts';
import { registerPlayer } from '@copup/testkit/registered-player.ts';
import { requestPayout, setPin } from '@copup/testkit/wallet-player.ts';
import { findRandomPort } from '../../../scripts/ports.ts';
import type { Drills } from '../drill.ts';
import { cutCommits, killServer } from '../faults.ts';
import { openMailSink } from '../mail-sink.ts';
import { deliver } from '../provider-events.ts';
import { operator } from '../scenario.ts';
import { judgeSent, playSends } from '../sends-in-play.ts';

const senders = 24;
const second = 'second@drills.test';
const askers = 12;
const amount = 100;
const buyer = { username: 'card_buyer', email: 'card@drills.test', password: 'a long card passphrase' };
const copies = 4;
const mailed = 'user@drills.test';
const mailPort = await findRandomPort();
/** The outbox waits 5 s before the first retry and twice as long before the next. */
const patienceMs = 40_000;

export const walletDrills: Drills = {
  'send-server-killed': {
    fault:
      'a server is killed (-9) while players send coins, between the debit and the receipt of some sends',
    holds: 'I1 I2 I4 I7 I8',
    spares: senders,
    auctionMs: 12_000,
    inject: async (world) => {
      const sends = await playSends(world);
      await sends.moreSends(world.random.int(5, 25));
      await killServer(world);
      await sends.done;
    },
    judge: judgeSent,
  },
  'send-commit-cut': {
    fault: 'connections are cut at the COMMIT of sends: before it reaches PostgreSQL, or before the reply',
    holds: 'I1 I4 I8',
    isBehindProxy: true,
    // No other commands, so that the cut COMMITs are those of sends.
    bidPauseMs: 2_000,
    spares: senders,
    auctionMs: 15_000,
    inject: async (world) => cutCommits(world, (await playSends(world)).done),
    judge: judgeSent,
  },
  'two-deciders': {
    fault:
      'two operators approve and reject the same payouts at the same time, each on a server of their own',
    holds: 'I1 I2 I4 I8; one decision takes effect, the other operator is refused',
    env: { ADMIN_EMAIL: `${operator.email},${second}` },
    spares: askers,
    auctionMs: 9_000,
    inject: async ({ admin, servers, spares, realm, random, announce, addViolation }) => {
      const [one, two] = servers;
      if (!one || !two) throw new Error('a server is missing');
      const other = await Operator.signIn(two.url, second, operator.password);
      for (const spare of spares) {
        await setPin(one.url, spare);
        await requestPayout(spare, amount);
      }
      const listed = () => admin.call<AdminPayout[]>('GET', `/admin/payouts?realm=${realm}&perPage=100`);
      const payouts = await listed();
      announce(`two operators decide ${payouts.length} payouts`);
      for (const { id } of payouts) {
        // Keeps the operators below the limit of their calls.
        await pause(150);
        const approve = () => admin.call<AdminPayout>('POST', `/admin/payouts/${id}/approve`);
        const reject = () =>
          other.call<AdminPayout>('POST', `/admin/payouts/${id}/reject`, { reason: 'a drill' });
        const orders = random.next() < 0.5 ? [approve(), reject()] : [reject(), approve()];
        const settled = await Promise.allSettled(orders);
        const done = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value.status : []));
        const refused = settled.flatMap((each) => (each.status === 'rejected' ? String(each.reason) : []));
        if (done.length !== 1)
          addViolation(`payout ${id} was decided ${done.length} times: ${refused.join('; ')}`);
        if (refused.some((text) => !text.includes('WRONG_STATUS')))
          addViolation(`payout ${id} was refused with ${refused.join('; ')}`);
        const now = (await listed()).find((payout) => payout.id === id)?.status;
        if (now !== done[0]) addViolation(`payout ${id} is ${now}, the decision was ${done[0]}`);
      }
      if (payouts.length !== askers) addViolation(`${payouts.length} of ${askers} payouts were requested`);
    },
  },
  'card-events': {
    fault: "the card provider's events arrive several times, out of order and on both servers at once",
    holds: 'I1 I2; a payment is credited once and charged back once',
    // The signature alone decides: the provider's API is not asked.
    env: {
      FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK_TEST-drill',
      FLUTTERWAVE_SECRET_HASH: CardProvider.secretHash,
      FLUTTERWAVE_SCRIPT_URL: 'http://127.0.0.1:1/v3.js',
      FLUTTERWAVE_API_URL: 'http://127.0.0.1:1',
    },
    auctionMs: 15_000,
    inject: async (world) => {
      const { servers, announce, addViolation } = world;
      const { url = '' } = servers[0] ?? {};
      const { token } = await registerPlayer({ url }, buyer);
      const read = async <Body>(path: string) => (await call(url, 'GET', path, { token })).body as Body;
      const [bought] = await read<CoinPackage[]>('/bidShop/all');
      if (!bought) throw new Error('there is no package');
      const coins = bought.bid_points;
      const start = async () =>
        (await call(url, 'POST', '/pay/start', { token, body: { packageId: bought.id } }))
          .body as PayStartReply;

      const both = await start();
      announce('a charge and its refund arrive several times in any order');
      const charge = chargeOf(both, 1);
      const refund = refundOf(both, 1);
      await deliver(world, [
        ...Array.from({ length: copies }, () => charge),
        ...Array.from({ length: copies }, () => refund),
      ]);
      const charged = await read<CardPaymentState>(`/pay/${both.tx_ref}`);
      if (charged.status !== 'charged_back') addViolation(`the refunded payment is ${charged.status}`);
      await expectCoins(0);

      const once = await start();
      announce('a charge arrives several times on both servers at once');
      await deliver(
        world,
        Array.from({ length: 2 * copies }, () => chargeOf(once, 2)),
      );
      await expectCoins(coins);
      // A failed attempt of the same checkout that is reported late changes nothing.
      await deliver(world, [{ ...chargeOf(once, 3), data: { ...chargeOf(once, 3).data, status: 'failed' } }]);
      await expectCoins(coins);
      await deliver(
        world,
        Array.from({ length: copies }, () => refundOf(once, 2)),
      );
      await expectCoins(0);

      async function expectCoins(expected: number): Promise<void> {
        const { available_points: has } = await read<Profile>('/user/profile');
        if (has !== expected) addViolation(`the buyer has ${has} coins, not ${expected}`);
      }
    },
  },
  'mail-away': {
    fault: 'the mail server is unreachable',
    holds: 'registration succeeds; the mail arrives later',
    env: { SMTP_URL: `smtp://127.0.0.1:${mailPort}` },
    inject: async ({ servers, db, announce, addViolation }) => {
      announce('the mail server is down');
      const startMs = Date.now();
      const reply = await call(servers[0]?.url ?? '', 'POST', '/auth/send-otp', { body: { email: mailed } });
      if (reply.status !== 200) addViolation(`the request of a code was answered with ${reply.status}`);
      if (Date.now() - startMs > 2_000) addViolation(`the request of a code took ${Date.now() - startMs} ms`);
      while ((await attempts()) === 0 && Date.now() < startMs + patienceMs) await pause(100);
      const sink = await openMailSink(mailPort);
      announce('the mail server is up again');
      while (!sink.recipients.includes(mailed) && Date.now() < startMs + patienceMs) await pause(100);
      await sink.close();
      const count = sink.recipients.filter((each) => each === mailed).length;
      if (count !== 1) addViolation(`the mail arrived ${count} times`);

      async function attempts(): Promise<number> {
        const { rows } = await db.pool.query<{ count: number }>(
          'SELECT coalesce(max(attempts), 0)::int AS count FROM mail_outbox WHERE last_error IS NOT NULL',
        );
        return rows[0]?.count ?? 0;
      }
    },
  },
};

const chargeOf = ({ tx_ref, amount, currency }: PayStartReply, id: number): ProviderWebhook => ({
  event: 'charge.completed',
  data: { id, tx_ref, amount, currency, status: 'successful' },
});
const refundOf = ({ tx_ref, amount, currency }: PayStartReply, id: number): ProviderWebhook => ({
  event: 'refund.completed',
  data: { id: id + 1_000, tx_id: id, tx_ref, amount_refunded: amount, currency, status: 'completed' },
});
