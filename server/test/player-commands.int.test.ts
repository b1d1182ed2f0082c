import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { COMMAND_DEADLINE_MS } from '../src/deadline.ts';
import { overSocket, readSocketCalls, type SocketPlayer } from './over-socket.ts';
import { openPlayWorld, type PlayWorld } from './play-world.ts';
import { type Command, createPlayerCommands } from './player-commands.ts';

/** The writing calls of players and visitors that move no coins. Every other one is among `commands`. */
const still = `
  DELETE /api/auction/watchlist/{id} PUT /api/auction/watchlist/{id}
  POST /api/cardGameOne/pick-card POST /api/mathGame/pick-answer POST /api/tap/tap POST /api/hurt/submitAnswer/{id}
  POST /api/cart/checkout POST /api/hurt/checkout POST /api/hurt/heists/unlock POST /api/user/spin/unlock
  POST /api/task/tasks/{id}/upload POST /api/trade/{id}/dispute POST /api/tradeConfirm/account-name
  POST /api/manualPayment/account POST /api/manualPayment/manual-payment POST /api/manualPayment/reference POST /api/manualPayment/{id}/choice
  POST /api/pay/start POST /api/pay/webhook POST /api/receipts DELETE /api/receipts/{code}
  POST /api/user/first-steps/dismiss POST /api/user/self-exclusion POST /api/user/time-out PUT /api/user/limits
  POST /api/user/notifications/read POST /api/user/notifications/{id}/read PUT /api/user/notification-preferences
  PUT /api/user/push POST /api/user/push/devices DELETE /api/user/push/devices/{id} POST /api/user/push/devices/{id}/test
  POST /api/push/receipts POST /api/push/renewals PUT /api/fairness/client-seed PUT /api/user/profile POST /api/user/profile/confirm-email
  POST /api/user/set-pin POST /api/user/recover-pin POST /api/user/suspension/answer POST /api/content/notify-me
  POST /api/auth/check-otp POST /api/auth/confirm POST /api/auth/forget-password POST /api/auth/google POST /api/auth/login POST /api/auth/logout
  POST /api/auth/operator-link POST /api/auth/register POST /api/auth/renew POST /api/auth/reset-password
  POST /api/auth/second-step POST /api/auth/send-otp POST /api/auth/sessions/end DELETE /api/auth/sessions/{id}`.match(
  /[A-Z]+ \S+/g,
) as string[];

let world: PlayWorld;
let commands: Command[];
/** Those that may be sent over the socket, over it. */
let bySocket: Command[];
const sockets: SocketPlayer[] = [];
beforeAll(async () => {
  world = await openPlayWorld({ redis: null, env: { DATABASE_POOL_SIZE: '48' } });
  commands = await createPlayerCommands(world);
  const routes = await readSocketCalls(world.server);
  const player = async (coins?: number) => {
    const socket = await overSocket(await world.player(coins), routes);
    sockets.push(socket);
    return socket;
  };
  const all = await createPlayerCommands({ ...world, player });
  bySocket = all.filter(({ name }) =>
    routes.includes(name.replace('/api', '').replaceAll(/\{(\w+)\}/g, ':$1')),
  );
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await world?.close();
});

const countPostings = async () =>
  (await world.query<{ count: number }>('SELECT count(*) FROM postings'))[0]?.count ?? 0;

/** Runs work while another session holds these locks, and then waits until no transaction of the server is open. */
async function whileLocked<Result>(
  statements: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const sessions = await Promise.all(
    statements.map(async (statement) => {
      const session = new pg.Client({ connectionString: world.database.url });
      await session.connect();
      await session.query(`BEGIN; ${statement}`);
      return session;
    }),
  );
  const working = work();
  // All but the last lock are released in time, so a command waits for a lock twice.
  await pause(COMMAND_DEADLINE_MS * 0.6);
  for (const session of sessions.slice(0, -1)) await session.end();
  const result = await working;
  await sessions.at(-1)?.end();
  const { pool } = world.server.deps.db;
  await vi.waitUntil(() => pool.waitingCount === 0 && pool.idleCount === pool.totalCount, {
    timeout: 10_000,
  });
  return result;
}

it('A11, P6 the API document has every call that moves coins with the key and DEADLINE_PASSED', () => {
  const paths = Object.entries(world.server.app.swagger().paths ?? {});
  const writes = paths
    .flatMap(([path, methods]) =>
      Object.entries(methods ?? {}).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        JSON.stringify(operation),
      ]),
    )
    .filter(([name = '']) => !/^(GET|HEAD)|\/api\/admin\//.test(name));
  const moving = writes.filter(([name = '']) => !still.includes(name)).map(([name]) => name);
  expect(commands.map(({ name }) => name).toSorted()).toEqual(moving.toSorted());
  const without = (words: string) =>
    writes.flatMap(([name = '', text = '']) =>
      moving.includes(name) && !text.includes(words) ? [name] : [],
    );
  expect(bySocket).toHaveLength(9);
  expect(without('DEADLINE_PASSED')).toEqual([]);
  expect(without('idempotency-key')).toEqual(['DELETE /api/user/delete']);
});

it('A11, P6 each command waiting for locks is refused at its deadline, moves nothing, and is done once by its retries', async () => {
  const before = await countPostings();
  /** As late as this process is: its timers, its requests and those of the server share one loop. */
  const deadlineMs = async () => {
    const startedAt = performance.now();
    await fetch(`${world.server.url}/healthz`);
    await pause(COMMAND_DEADLINE_MS);
    await fetch(`${world.server.url}/healthz`);
    return performance.now() - startedAt;
  };
  const [replies, latestMs] = await whileLocked(
    [
      'LOCK TABLE stored_replies; SELECT FROM users FOR UPDATE',
      'SELECT FROM wallets FOR UPDATE; SELECT FROM funds FOR UPDATE',
    ],
    () =>
      Promise.all([
        Promise.all(
          [...commands, ...bySocket].map(async ({ name, send }) => {
            const sentAt = performance.now();
            const { status, body } = await send();
            return { name, status, code: body.code, ms: performance.now() - sentAt };
          }),
        ),
        deadlineMs(),
      ]),
  );
  const refusals = ['DEADLINE_PASSED', 'BUSY', 'OUTCOME_UNKNOWN'];
  expect(
    replies.filter(
      ({ status, code, ms }) => status !== 503 || !refusals.includes(code) || ms > latestMs + 1_000,
    ),
  ).toEqual([]);
  expect(await countPostings()).toBe(before);

  const wrong: unknown[] = [];
  for (const { name, send } of [...commands, ...bySocket]) {
    const earlier = await countPostings();
    const first = await send();
    const [after, again] = [await countPostings(), await send()];
    const isDone = first.status < 300 && (after > earlier || name.endsWith('/user/spin'));
    const isRepeated = again.text === first.text || name.endsWith('/user/delete');
    if (!isDone || !isRepeated || (await countPostings()) !== after)
      wrong.push([name, first.text, again.text]);
  }
  expect(wrong).toEqual([]);
});
