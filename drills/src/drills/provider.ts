import { CardProvider } from '@copup/testkit/card-provider.ts';
import type { ProviderWebhook } from '@copup/testkit/provider-books.ts';
import { until } from '@copup/testkit/until.ts';
import { findRandomPort } from '../../../scripts/ports.ts';
import type { Drills } from '../drill.ts';
import { whileBlocked } from '../faults.ts';
import {
  approvePayouts,
  buy,
  CUSTOMERS,
  type Customer,
  endTransfers,
  expectExplained,
  letTimePass,
  type NairaInPlay,
  openNaira,
} from '../naira-in-play.ts';
import { deliver, shuffled } from '../provider-events.ts';
import type { World } from '../scene.ts';

const port = await findRandomPort();
const env = CardProvider.envAt(`http://127.0.0.1:${port}`);
const holds = 'W18 W19 I1 I2; every naira of the provider is one payment, one payout or an item of a queue';
const lockOf = (table: string) => `LOCK TABLE ${table} IN SHARE MODE`;
/** What arrives on the accounts of the players; no event of `lost`, and of the second transfer of `again`, ever comes. */
const arrivals = ['exact', 'lost', 'twice', 'again', 'less', 'stranger', 'dollars'] as const;
/** Purchases of one player, each of another package. */
const purchases = 3;
/** Payouts of whose ends no event comes. */
const lostEnds = 2;

export const providerDrills: Drills = {
  'provider-events': {
    fault:
      "the provider's events of transfers and payouts come in any order, several times, lying or never, to both servers",
    ...{ holds, env, auctionMs: 15_000 },
    inject: async (world) => {
      const { random, announce } = world;
      const naira = await openNaira(world, port);
      await approvePayouts(world, naira);
      const events = await payIn(world, naira);
      await untilSent(naira, CUSTOMERS);
      const early = [...naira.provider.transfers.values()].slice(lostEnds).map((transfer) => ({
        event: 'transfer.completed',
        data: { ...transfer, status: random.pick(['SUCCESSFUL', 'FAILED']) },
      }));
      await deliver(world, early);
      const ended = endTransfers(naira, () => random.pick(['SUCCESSFUL', 'FAILED']));
      events.push(...early, ...ended.slice(lostEnds));
      announce(`${events.length} events come up to three times, or never`);
      await deliver(
        world,
        events.flatMap((event) => Array.from({ length: random.int(0, 3) }, () => event)),
      );
      await expectExplained(world, naira);
      announce('every event comes once more');
      await deliver(world, [...naira.provider.webhooks, ...events]);
      await expectExplained(world, naira);
    },
  },
  'provider-answers-late': {
    fault: 'the provider sends payouts but answers after the time-out or never, and does not do one of them',
    holds: `${holds}; none can be decided by hand meanwhile`,
    ...{ env, auctionMs: 15_000 },
    inject: async (world) => {
      const { random, admin, db, announce, addViolation } = world;
      const naira = await openNaira(world, port);
      const late = Promise.withResolvers<void>();
      const faults = shuffled([late.promise, 'lost', 'unavailable'] as const, random);
      for (const fault of faults) naira.provider.failNext('/transfers', fault);
      announce('payouts are sent, whose outcome is unknown');
      await approvePayouts(world, naira);
      await untilSent(naira, faults.length);
      const idsOf = async (state: string) =>
        (await db.pool.query('SELECT payout_id AS id FROM payout_sendings WHERE state = $1', [state])).rows;
      const giveBack = (id: number) =>
        admin.call('POST', `/admin/payouts/${id}/return`, { reason: 'a drill' });
      for (const { id } of await idsOf('asked')) {
        const refusal = await giveBack(id).catch((error: unknown) => String(error));
        if (!String(refusal).includes('PAYOUT_SENDING')) addViolation(`payout ${id} was returned by hand`);
      }
      // These events come before the replies.
      const early = endTransfers(naira, () => 'SUCCESSFUL');
      await deliver(world, [...early, ...early]);
      await untilSent(naira, CUSTOMERS);
      late.resolve();
      const ended = endTransfers(naira, () => random.pick(['SUCCESSFUL', 'FAILED']));
      await deliver(world, ended.slice(0, 2));
      announce('the provider does not know a payout for more than 10 minutes');
      await letTimePass(world, 11);
      await expectExplained(world, naira);
      const unclear = await idsOf('unclear');
      if (unclear.length !== 1) addViolation(`${unclear.length} payouts were left to operators`);
      for (const { id } of unclear) await giveBack(id);
      await expectExplained(world, naira);
    },
  },
  'provider-server-killed': {
    fault:
      "a server is killed (-9) between the call of a transfer and its reply, and between the provider's events and their commits",
    ...{ holds, env, auctionMs: 20_000 },
    inject: async (world) => {
      const naira = await openNaira(world, port);
      const late = Promise.withResolvers<void>();
      naira.provider.failNext('/transfers', late.promise);
      let approved: Promise<void> | undefined;
      await killWhile(world, {
        lock: lockOf('payout_sendings'),
        text: 'insert into "payout_sendings"',
        what: 'killed between the call of a transfer and its reply',
        begin: () => (approved = approvePayouts(world, naira)),
        approach: async (release) => {
          await approved;
          await release();
          // The provider has done what it was asked for.
          await untilSent(naira, 1);
        },
      });
      const deliverOne = (event: ProviderWebhook) =>
        naira.provider.deliver(world.servers[world.random.int(0, 1)]?.url ?? '', event);
      const [customer] = naira.customers as [Customer];
      const { coins, pay } = await buy(naira, customer, 0);
      customer.bought += coins;
      const paid = pay();
      await killWhile(world, {
        lock: lockOf('payment_transfers'),
        text: 'insert into "payment_transfers"',
        what: 'killed before it commits a purchase',
        begin: () => deliverOne(paid),
      });
      await untilSent(naira, CUSTOMERS);
      const [ended, ...others] = endTransfers(naira, () => world.random.pick(['SUCCESSFUL', 'FAILED']));
      if (!ended) throw new Error('the provider sent nothing');
      await killWhile(world, {
        lock: lockOf('payout_sendings'),
        text: 'update "payout_sendings"',
        what: 'killed before it commits the end of a payout',
        begin: () => deliverOne(ended),
      });
      late.resolve();
      // The other events are lost.
      await deliver(world, [paid, ended, ...others.slice(0, 2)]);
      await expectExplained(world, naira);
      await deliver(world, naira.provider.webhooks);
      await expectExplained(world, naira);
    },
  },
};

type Blocked = Parameters<typeof whileBlocked>[1] & {
  approach?(release: () => Promise<void>): Promise<void>;
};

/** Kills the server whose statement waits, after `approach`, and starts it again. */
const killWhile = (world: World, { approach, begin, ...blocked }: Blocked): Promise<void> =>
  whileBlocked(world, {
    ...blocked,
    // It fails while the server is started again.
    begin: async () => begin?.().catch(() => undefined),
    treat: async (server, release) => {
      await approach?.(release);
      await server.kill();
      await release();
      await world.startAgain(server);
    },
  });

/** Transfers of every kind reach three accounts of each player. Returns the events that may come, some of which lie. */
async function payIn({ random }: World, naira: NairaInPlay): Promise<ProviderWebhook[]> {
  const events: ProviderWebhook[] = [];
  const each = Array.from({ length: CUSTOMERS * purchases }, (_, nth) => arrivals[nth % arrivals.length]);
  for (const [nth, kind] of shuffled(each, random).entries()) {
    const customer = naira.customers[nth % CUSTOMERS] as Customer;
    const { coins, price, pay } = await buy(naira, customer, Math.floor(nth / CUSTOMERS));
    if (kind !== 'less' && kind !== 'stranger' && kind !== 'dollars') customer.bought += coins;
    const paid = pay({
      ...(kind === 'less' && { amount: price - 100 }),
      ...(kind === 'stranger' && { sender: 'Musa Bello' }),
      ...(kind === 'dollars' && { currency: 'USD' }),
    });
    if (kind === 'lost') continue;
    events.push(paid, { ...paid, data: { ...paid.data, amount: 1, status: 'failed' } });
    if (kind === 'twice') events.push(pay());
    if (kind === 'again') pay();
  }
  return events;
}

const untilSent = ({ provider: { requests } }: NairaInPlay, count: number): Promise<void> =>
  until(() => {
    const sent = requests.filter((url) => url === '/v3/transfers').length;
    if (sent < count) throw new Error(`${sent} of ${count} payouts were sent`);
  });
