import type { NewHeistBody } from '@copup/shared/heists.ts';
import { type SignedInClient, startApp, type TestApp, type TestAppOptions } from '@copup/testkit/app.ts';
import { type ApiClient, accepted } from '@copup/testkit/client.ts';
import { createTestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { createMovableClock } from '@copup/testkit/movable-clock.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import type { HeistRow } from '../src/features/heists/heists.queries.ts';
import { heistKind } from '../src/features/heists/heists.subject.ts';
import { createHeist } from '../src/features/heists/write-heist.ts';
import { closeOverdue, startOverdue } from '../src/subjects/due-subjects.ts';
import { notifySettled } from '../src/subjects/notify-settled.ts';
import { refundAll } from '../src/subjects/refund-entries.ts';
import { findSubject } from '../src/subjects/subject-rows.ts';
import { changeSetting } from './change-setting.ts';
import { worldFacts } from './world-facts.ts';

export type HeistWorld = Awaited<ReturnType<typeof openHeistWorld>>;

const HOUR_MS = 3_600_000;

/** Starts a server with its own database, a clock that a test moves, funded rewards and an operator. */
export async function openHeistWorld(options: Pick<TestAppOptions, 'redis' | 'runsJobs' | 'env'> = {}) {
  const database = await createTestDatabase();
  const clock = await createMovableClock(database);
  const redis = options.redis === undefined ? testRedis() : options.redis;
  const start = (over: TestAppOptions = {}): Promise<TestApp> =>
    startApp({ database, redis, overrides: { limitRules: noLimits, clock }, ...options, ...over });
  const server = await start();
  const { db } = server.deps;
  const operator = await server.signIn({ role: 1 });

  const facts = worldFacts(db);
  const { query, balancesOf } = facts;
  await facts.fundRewards(1_000_000);
  const iso = (fromNowMs: number) => new Date(clock.wallMs() + fromNowMs).toISOString();

  /** Fills the fields of a heist that is available for an hour, then takes answers for an hour. */
  const bodyOf = (over: Partial<NewHeistBody> = {}): NewHeistBody => ({
    name: 'The Lagos vault',
    story: 'A vault under the lagoon.',
    prize: 50,
    prize_name: '50 coins',
    ticket_price: 10,
    category: 'cash',
    question: 'What opens it?',
    answers: ['The golden key', 'Golden key'],
    capacity: 100,
    minimum_users: 2,
    starts_at: iso(HOUR_MS),
    end_date: iso(2 * HOUR_MS),
    ...over,
  });

  /** Performs all starts and ends that are due, and their refunds, as the sweeps do. */
  const sweep = async (of: TestApp = server) => {
    for (const one of heistKind.starts) await startOverdue(of.deps, heistKind, one);
    await closeOverdue(of.deps, heistKind);
    await refundAll(of.deps, heistKind);
  };
  /** Moves a time of the heist, and those before it, into the past. */
  const pass = (id: number, time: 'opens_at' | 'holds_at' | 'starts_at' | 'end_date') => {
    const times = ['opens_at', 'holds_at', 'starts_at', 'end_date'];
    const past = times.slice(0, times.indexOf(time) + 1).reverse();
    const set = past.map((name, nth) => `${name} = clock_timestamp() - interval '${nth + 1} seconds'`);
    return query(`UPDATE heists SET ${set.join(', ')} WHERE id = $1`, [id]);
  };
  const buy = (client: ApiClient, id: number, key?: string) =>
    client.post(`/hurt/heists/pay-entry/${id}`, undefined, { 'idempotency-key': key });

  const create = (over: Partial<NewHeistBody> = {}): Promise<HeistRow> =>
    createHeist(server.deps, bodyOf(over), operator.user.id);
  /** Creates a player with coins who has a ticket. */
  const player = async ({ id }: { id: number }, coins = 100): Promise<SignedInClient> => {
    const client = await server.signIn({ coins });
    accepted(await buy(client, id));
    return client;
  };

  return {
    server,
    start,
    database,
    db,
    clock,
    operator,
    ...facts,
    iso,
    bodyOf,
    create,
    player,
    /** Creates a started heist in which the players gave these answers, in order; null gives none. */
    async answered(typed: readonly (string | null)[], over: Partial<NewHeistBody> = {}) {
      const heist = await create({ minimum_users: 1, ...over });
      const players: SignedInClient[] = [];
      for (const _ of typed) players.push(await player(heist));
      await pass(heist.id, 'starts_at');
      await sweep();
      for (const [nth, player] of players.entries()) {
        const answer = typed[nth];
        if (answer !== null) accepted(await player.post(`/hurt/submitAnswer/${heist.id}`, { answer }));
      }
      return { id: heist.id, players };
    },
    read: async (id: number) => (await findSubject<HeistRow>(db, heistKind, id)) as HeistRow,
    buy,
    pass,
    sweep,
    async passAndSweep(id: number, time: 'opens_at' | 'holds_at' | 'starts_at' | 'end_date') {
      await pass(id, time);
      await sweep();
    },
    notify: () => notifySettled(server.deps, heistKind),
    wallet: ({ user }: SignedInClient) => balancesOf(user.id, 'available', 'bonus'),
    pot: async (id: number) =>
      (
        await query<{ balance: number }>(
          'SELECT f.balance FROM funds f JOIN heists h ON h.pot_id = f.id WHERE h.id = $1',
          [id],
        )
      )[0]?.balance,
    notices: ({ user }: SignedInClient) =>
      query<{ kind: string; details: Record<string, unknown> }>(
        'SELECT kind, details FROM notifications WHERE user_id = $1 ORDER BY id',
        [user.id],
      ),
    setUnlockCode: (code: string) => changeSetting(server.deps, 'heistUnlockCode', code),
    async close() {
      await server.close();
      await database.drop();
    },
  };
}
