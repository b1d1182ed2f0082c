import { setTimeout as pause } from 'node:timers/promises';
import type { CoinPackage, PaymentHistoryItem, TransferAccount } from '@copup/shared/shop.ts';
import type { Profile } from '@copup/shared/users.ts';
import { CardProvider } from '@copup/testkit/card-provider.ts';
import { call, callOrThrow } from '@copup/testkit/players.ts';
import { registerPlayer } from '@copup/testkit/registered-player.ts';
import { findRandomPort } from '../../../scripts/ports.ts';
import type { Drills } from '../drill.ts';
import { killServer } from '../faults.ts';

const port = await findRandomPort();
const buyer = {
  username: 'transfer_buyer',
  email: 'transfer@drills.test',
  password: 'a long transfer phrase',
};
const sender = buyer.username.toUpperCase();
const copies = 4;
const retries = 100;

export const transferDrills: Drills = {
  'transfer-events': {
    fault:
      'events of bank transfers arrive several times, in any order and contradicting, while a server is killed (-9)',
    holds: 'I1 I2; each transfer is recorded once, and only the first exact one of an account is credited',
    env: {
      FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK_TEST-drill',
      FLUTTERWAVE_SECRET_HASH: CardProvider.secretHash,
      FLUTTERWAVE_SECRET_KEY: CardProvider.secretKey,
      FLUTTERWAVE_SCRIPT_URL: `http://127.0.0.1:${port}/v3.js`,
      FLUTTERWAVE_API_URL: `http://127.0.0.1:${port}`,
    },
    auctionMs: 15_000,
    inject: async (world) => {
      const { servers, random, announce, addViolation } = world;
      const provider = await CardProvider.start(port);
      const [first] = servers;
      const urls = servers.map(({ url }) => url);
      if (!first) throw new Error('there is no server');
      const { token } = await registerPlayer(first, buyer);
      const packs: CoinPackage[] = (await call(first.url, 'GET', '/bidShop/all', { token })).body;
      const accounts: TransferAccount[] = [];
      for (const { price, bid_points } of packs.slice(0, 3)) {
        const body = { price, bid_points };
        accounts.push(await callOrThrow(first.url, 'POST', '/manualPayment/account', { token, body }));
      }
      const due = sum(accounts.slice(0, 2).map(({ bid_points }) => bid_points));
      const [one = '', two = '', three = ''] = [...provider.accounts.keys()];
      const paid = [
        provider.payIn(one, { sender }),
        provider.payIn(two, { sender }),
        provider.payIn(two, { sender }),
        provider.payIn(three, { sender, amount: 1_000 }),
      ];
      // Some copies contradict what happened: the provider's API is asked.
      const deliveries = paid.flatMap((event) =>
        Array.from({ length: copies }, (_, nth) => ({
          ...{ event, at: random.next() },
          changed: nth % 2 ? { status: 'failed', amount: 1 } : {},
        })),
      );
      announce('events of four transfers arrive several times in any order');
      const delivered = Promise.all(
        deliveries.toSorted((a, b) => a.at - b.at).map(({ event, changed }) => deliver(event, changed)),
      );
      const killed = await killServer(world);
      await delivered;
      const alive = servers.find((server) => server !== killed) ?? first;
      const read = async <Body>(path: string) => (await call(alive.url, 'GET', path, { token })).body as Body;
      const { available_points: coins } = await read<Profile>('/user/profile');
      if (coins !== due) addViolation(`the buyer has ${coins} coins, not ${due}`);
      const payments = await read<PaymentHistoryItem[]>('/manualPayment/payment-history');
      const statuses = payments.map(({ status }) => status).toSorted();
      if (statuses.join() !== 'approved,approved,pending,underpaid')
        addViolation(`the payments are ${statuses.join(', ')}`);
      const recorded = payments.flatMap(({ transfers }) => transfers.map(({ amount }) => amount));
      const sent = [...provider.transactions.values()].map(({ amount }) => amount);
      if (sum(recorded) !== sum(sent)) addViolation(`₦${sum(recorded)} are recorded of ₦${sum(sent)}`);
      await provider.close();

      /** The provider delivers an event until a server accepts it. */
      async function deliver(event: (typeof paid)[number], changed: object): Promise<void> {
        for (let attempt = 0; attempt < retries; attempt += 1) {
          const url = urls[random.int(0, urls.length - 1)] ?? '';
          const reply = await provider.deliver(url, event, changed).catch(() => undefined);
          if (reply?.status === 200) return;
          await pause(50);
        }
        addViolation(`${event.event} was never accepted`);
      }
    },
  },
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
