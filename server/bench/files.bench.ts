import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { TAP } from '@copup/shared/room-names.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { printTable } from '@copup/testkit/report.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { readOptions } from './rounds.ts';

const REPEATS = 20;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * `npm run bench -- files`: counts the files of the server and of shared that run for one command: those with a function
 * that V8 counts in each of 20 repetitions, each of another user. `--names` lists them.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { names: isListed } = readOptions(args, { names: false });
  process.env.TEST_DATABASE_URL = process.env.DATABASE_URL;
  process.env.TEST_DATABASE_OWNER_URL = process.env.DATABASE_OWNER_URL;
  process.env.TEST_REDIS_URL = process.env.REDIS_URL;
  const files = await runCommands();
  printTable(
    ['command', 'files'],
    Object.entries(files).map(([command, names]) => [command, String(names.length)]),
  );
  if (isListed)
    for (const [command, names] of Object.entries(files)) console.log(`\n${command}\n${names.join('\n')}`);
  return true;
}

async function runCommands(): Promise<Record<string, string[]>> {
  const { openContestWorld } = await import('../test/contest-world.ts');
  const { openHeistWorld } = await import('../test/heist-world.ts');
  const { sender, send } = await import('../test/send-world.ts');
  const world = await openContestWorld();
  const heists = await openHeistWorld();
  const sockets: RoomClient[] = [];
  try {
    const { server, operator, iso } = world;
    const players = async (by: (nth: number) => Promise<SignedInClient>) => {
      const all: SignedInClient[] = [];
      for (let nth = 0; nth < REPEATS + 1; nth += 1) all.push(await by(nth));
      return all;
    };
    const bidders = await players(() => server.signIn({ coins: 10_000 }));
    const { body: auction } = await operator.post('/admin/auctions', {
      name: 'Radio',
      category: 'product',
      price: 1_000,
      entry_bid_points: 1,
      end_date: iso(3_600_000),
    });
    for (const bidder of bidders) await bidder.post(`/auction/pay-entry/${auction.id}`);
    const senders = await players(() => sender(server));
    const contest = await world.create('tap');
    const tappers = await players(() => world.player(contest));
    for (const { token } of tappers) {
      const socket = new RoomClient(server.url, token);
      sockets.push(socket);
      await socket.connected();
    }
    const heist = await heists.create({ capacity: 100 });
    const buyers = await players(() => heists.server.signIn({ coins: 100 }));
    return {
      bid: await filesOf((nth) => ok(bidders[nth]?.post(`/auction/bid/${auction.id}`))),
      ticket: await filesOf((nth) => ok(buyers[nth]?.post(`/hurt/heists/pay-entry/${heist.id}`))),
      send: await filesOf((nth) => ok(send(senders[nth] as SignedInClient, senders[0] as SignedInClient, 1))),
      tap: await filesOf(async (nth) => {
        const batch = { contest: contest.id, stream: 1, batch: 1, count: 1 };
        const ack = await sockets[nth]?.socket.timeout(10_000).emitWithAck(TAP, batch);
        if (!ack.ok) throw new Error(JSON.stringify(ack));
      }),
    };
  } finally {
    for (const socket of sockets) socket.close();
    await Promise.all([world.close(), heists.close()]);
  }
}

async function ok(reply: Promise<{ status: number; text: string }> | undefined): Promise<void> {
  const { status, text } = (await reply) as { status: number; text: string };
  if (status !== 200) throw new Error(`${status} ${text}`);
}

/** Runs the command of user 0 once, so that caches are filled, then that of each other user. */
async function filesOf(command: (nth: number) => Promise<void>): Promise<string[]> {
  await command(REPEATS);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  for (let nth = 1; nth < REPEATS; nth += 1) await command(nth);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter(({ functions }) =>
      functions.some(
        ({ functionName, ranges: [range] }) => functionName !== '' && (range?.count ?? 0) >= REPEATS - 1,
      ),
    )
    .map(({ url }) => url.replace('file://', '').replace(ROOT, ''))
    .filter((path) => /^(server|shared)\/src\//.test(path))
    .sort();
}
