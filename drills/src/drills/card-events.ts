import { setTimeout as pause } from 'node:timers/promises';
import type { SignedIn } from '@copup/shared/auth.ts';
import type { CardPaymentState, CoinPackage, PayStartReply } from '@copup/shared/shop.ts';
import type { Profile } from '@copup/shared/users.ts';
import { CardProvider } from '@copup/testkit/card-provider.ts';
import { call } from '@copup/testkit/players.ts';
import type { Drill } from '../drill.ts';

const email = 'card@drills.test';
const password = 'a long card passphrase';
const copies = 4;
const retries = 50;

export const cardEvents: Drill = {
  name: 'card-events',
  fault: "the card provider's events arrive several times, out of order and on both servers at once",
  holds: 'I1 I2; a payment is credited once and charged back once',
  run: ({ play, random }) =>
    play({
      // The signature alone decides: the provider's API is not asked.
      env: {
        FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK_TEST-drill',
        FLUTTERWAVE_SECRET_HASH: CardProvider.secretHash,
        FLUTTERWAVE_SCRIPT_URL: 'http://127.0.0.1:1/v3.js',
        FLUTTERWAVE_API_URL: 'http://127.0.0.1:1',
      },
      auctionMs: 15_000,
      fault: async ({ servers, announce, addViolation }) => {
        const urls = servers.map(({ url }) => url);
        const [url = ''] = urls;
        const token = await register(url);
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
        await deliver(
          urls,
          [...Array.from({ length: copies }, () => charge), ...Array.from({ length: copies }, () => refund)],
          random,
        );
        const charged = await read<CardPaymentState>(`/pay/${both.tx_ref}`);
        if (charged.status !== 'charged_back') addViolation(`the refunded payment is ${charged.status}`);
        await expectCoins(0);

        const once = await start();
        announce('a charge arrives several times on both servers at once');
        await deliver(
          urls,
          Array.from({ length: 2 * copies }, () => chargeOf(once, 2)),
          random,
        );
        await expectCoins(coins);
        // A failed attempt of the same checkout that is reported late changes nothing.
        await deliver(
          urls,
          [{ ...chargeOf(once, 3), data: { ...chargeOf(once, 3).data, status: 'failed' } }],
          random,
        );
        await expectCoins(coins);
        await deliver(
          urls,
          Array.from({ length: copies }, () => refundOf(once, 2)),
          random,
        );
        await expectCoins(0);

        async function expectCoins(expected: number): Promise<void> {
          const { available_points: has } = await read<Profile>('/user/profile');
          if (has !== expected) addViolation(`the buyer has ${has} coins, not ${expected}`);
        }
      },
    }),
};

interface CardEvent {
  event: string;
  data: Record<string, unknown>;
}

const chargeOf = ({ tx_ref, amount, currency }: PayStartReply, id: number): CardEvent => ({
  event: 'charge.completed',
  data: { id, tx_ref, amount, currency, status: 'successful' },
});
const refundOf = ({ tx_ref, amount, currency }: PayStartReply, id: number): CardEvent => ({
  event: 'refund.completed',
  data: { id: id + 1_000, tx_id: id, tx_ref, amount_refunded: amount, currency, status: 'completed' },
});

/** Sends all events at once, in a random order, to random servers, as the provider does until it gets a 200. */
async function deliver(
  urls: readonly string[],
  events: readonly CardEvent[],
  random: { next(): number; int(from: number, to: number): number },
): Promise<void> {
  const shuffled = events
    .map((event) => ({ event, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ event }) => event);
  await Promise.all(
    shuffled.map(async (event) => {
      for (let attempt = 0; attempt < retries; attempt += 1) {
        const reply = await fetch(`${urls[random.int(0, urls.length - 1)]}/api/pay/webhook`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'verif-hash': CardProvider.secretHash },
          body: JSON.stringify(event),
        });
        if (reply.ok) return;
        await pause(50);
      }
      throw new Error(`${event.event} was never accepted`);
    }),
  );
}

/** Registers a real player with a mailed code; returns the token. */
async function register(url: string): Promise<string> {
  await call(url, 'POST', '/auth/send-otp', { body: { email } });
  for (let attempt = 0; attempt < retries; attempt += 1) {
    const inbox = (await (await fetch(`${url}/dev/mail`)).text()).replaceAll(/<[^>]*>/g, ' ');
    const otp = /\b(\d{6})\b/.exec(inbox.split(email)[1] ?? '')?.[1];
    if (otp !== undefined) {
      const names = { username: 'card_buyer', full_name: 'Card Buyer' };
      const { body } = await call(url, 'POST', '/auth/register', {
        body: { ...names, email, password, otp, referralCode: null, terms: true },
      });
      return (body as SignedIn).token;
    }
    await pause(100);
  }
  throw new Error('no code was mailed');
}
