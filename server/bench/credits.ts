import { ROOM_JOIN, userRoom } from '@copup/shared/room-names.ts';
import { TransferAccount } from '@copup/shared/shop.ts';
import type { TestUser } from '@copup/testkit/builders.ts';
import { CardProvider } from '@copup/testkit/card-provider.ts';
import { Child } from '@copup/testkit/child.ts';
import { type BenchDatabase, createManyUsers } from './bench-database.ts';
import { openLeanSocket } from './lean-socket.ts';
import { evenly } from './push/push.bench.ts';
import type { ServerCalls } from './server.child.ts';

const PER_SECOND = 10;
const PACK = { price: 9_900, bid_points: 100 };

/**
 * Measures the time from the provider's event to the new coins in the buyer's room, in ms, of purchases at a steady rate (W18), in
 * rounds. The server asks the provider's API in between; all sweeps run.
 */
export async function measureCredits(
  bench: BenchDatabase,
  { rounds, purchases }: { rounds: number; purchases: number },
): Promise<number[][]> {
  const provider = await CardProvider.start();
  const env = { BENCH_DATABASE_URL: bench.url, ...provider.env({ confirms: true }) };
  const server = await Child.start<ServerCalls>(new URL('./server.child.ts', import.meta.url), env);
  try {
    await server.call('startJobs');
    const url = `http://127.0.0.1:${await server.call('port')}`;
    const measured: number[][] = [];
    while (measured.length < rounds) {
      const users = await createManyUsers(bench, purchases);
      const tokens = await server.call(
        'createTokens',
        users.map(({ id }) => id),
      );
      const purchase = async (nth: number) =>
        openPurchase(url, provider, users[nth] as TestUser, tokens[nth] ?? '');
      const isOver = (nth: number) => nth >= purchases;
      const opened = await evenly(PER_SECOND, isOver, purchase);
      measured.push(await evenly(PER_SECOND, isOver, (nth) => opened[nth]?.() ?? Promise.reject(nth)));
    }
    return measured;
  } finally {
    await server.end();
    await provider.close();
  }
}

/** Opens an account and the buyer's screen. Returns a function that pays, and resolves with how long the coins took. */
async function openPurchase(url: string, provider: CardProvider, { id, username }: TestUser, token: string) {
  const reply = await fetch(`${url}/api/manualPayment/account`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(PACK),
  });
  const { account_number } = TransferAccount.parse(await reply.json());
  const account = [...provider.accounts.values()].find((each) => each.account_number === account_number);
  const joined = Promise.withResolvers<void>();
  const credited = Promise.withResolvers<number>();
  const { tcp, send } = await openLeanSocket(new URL(url), token, (text) => {
    if (text.startsWith('430') && text.includes('"ok":true')) joined.resolve();
    if (text.includes(`"available":${PACK.bid_points}`)) credited.resolve(performance.now());
  });
  tcp.on('close', () => joined.reject(new Error('a socket was closed')));
  send(`420${JSON.stringify([ROOM_JOIN, { rooms: [userRoom(id)] }])}`);
  await joined.promise;
  return async () => {
    const event = provider.payIn(account?.tx_ref ?? '', { sender: `Test ${username}` });
    const startMs = performance.now();
    const { body } = await provider.deliver(url, event);
    if (body.message !== 'credited') throw new Error(`a transfer was ${JSON.stringify(body)}`);
    const tookMs = (await credited.promise) - startMs;
    tcp.destroy();
    return tookMs;
  };
}
