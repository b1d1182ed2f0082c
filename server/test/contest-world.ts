import { AdminContest, type NewContestBody } from '@copup/shared/contests.ts';
import { type SignedInClient, startApp, type TestApp, type TestAppOptions } from '@copup/testkit/app.ts';
import { type ApiClient, accepted } from '@copup/testkit/client.ts';
import { contestCalls } from '@copup/testkit/contest-player.ts';
import { createTestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { createMovableClock } from '@copup/testkit/movable-clock.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { defineContests } from '../src/features/contests/define-contests.ts';
import { closeSubjects } from '../src/subjects/due-subjects.ts';
import { untilBlocked } from './lock-waits.ts';
import { worldFacts } from './world-facts.ts';

export type ContestWorld = Awaited<ReturnType<typeof openContestWorld>>;

type Kind = NewContestBody['kind'];

/** Starts a server with its own database, a clock that a test moves, funded rewards and an operator. */
export async function openContestWorld(options: Pick<TestAppOptions, 'redis' | 'runsJobs'> = {}) {
  const database = await createTestDatabase();
  const clock = await createMovableClock(database);
  const redis = options.redis === undefined ? testRedis() : options.redis;
  const start = (over: TestAppOptions = {}): Promise<TestApp> =>
    startApp({ database, redis, overrides: { limitRules: noLimits, clock }, ...options, ...over });
  const server = await start();
  const { db } = server.deps;
  const operator = await server.signIn({ role: 1 });
  const { subject } = defineContests(server.deps);

  const facts = worldFacts(db);
  const { query, balancesOf } = facts;
  await facts.fundRewards(1_000_000);
  const iso = (fromNowMs: number) => new Date(clock.wallMs() + fromNowMs).toISOString();

  return {
    server,
    start,
    database,
    db,
    clock,
    operator,
    subject,
    ...facts,
    iso,
    /** Creates an active contest of one hour, by default with an entry fee of 10, a prize of 15 and a minimum of 1. */
    async create(kind: Kind, over: Partial<NewContestBody> = {}): Promise<AdminContest> {
      const body = {
        kind,
        title: `A ${kind} contest`,
        entry_fee: 10,
        prize: 15,
        minimum_users: 1,
        end_date: iso(3_600_000),
        ...over,
      };
      return AdminContest.parse(accepted(await operator.post('/admin/contests', body)));
    },
    join(client: ApiClient, { id, kind }: Pick<AdminContest, 'id' | 'kind'>, key?: string) {
      const { join, idField } = contestCalls[kind];
      return client.post(join, { [idField]: id }, { 'idempotency-key': key });
    },
    /** Creates a player with coins who has joined the contest. */
    async player(contest: Pick<AdminContest, 'id' | 'kind'>, coins = 100): Promise<SignedInClient> {
      const client = await server.signIn({ coins });
      accepted(await this.join(client, contest));
      return client;
    },
    untilBlocked: () => untilBlocked(db),
    /** Sets their end one second into the past. */
    passEnd: (...ids: number[]) =>
      query(
        `UPDATE contests SET starts_at = least(starts_at, clock_timestamp() - interval '1 hour'),
           end_date = clock_timestamp() - interval '1 second' WHERE id = ANY($1)`,
        [ids],
      ),
    async end(...ids: number[]): Promise<number[]> {
      await this.passEnd(...ids);
      return closeSubjects(server.deps, subject, ids);
    },
    read: async (id: number) => AdminContest.parse((await operator.get(`/admin/contests/${id}`)).body),
    wallet: ({ user }: SignedInClient) => balancesOf(user.id, 'available', 'bonus'),
    notices: ({ user }: SignedInClient) =>
      query<{ kind: string; subject_id: string; details: Record<string, unknown> }>(
        'SELECT kind, subject_id, details FROM notifications WHERE user_id = $1 ORDER BY id',
        [user.id],
      ),
    async close() {
      await server.close();
      await database.drop();
    },
  };
}
