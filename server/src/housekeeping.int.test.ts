import { randomUUID } from 'node:crypto';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../test/auction-world.ts';
import { recordQueries } from '../test/query-cost.ts';
import { systemClock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Deps } from './deps.ts';
import { signInJobs } from './features/sign-in/sign-in.jobs.ts';
import { defineHousekeeping } from './housekeeping.ts';
import type { Sweep } from './jobs/jobs.ts';
import { createSweeps } from './jobs/sweeps.ts';

withoutAudit();

const OLD = 5_000;
const YOUNG = 3;

let world: AuctionWorld;
let userId: string;
beforeAll(async () => {
  world = await openAuctionWorld({ genericPlans: true });
  userId = (await world.user()).id;
});
afterAll(() => world?.close());

function sweepsOf(db: Database): Sweep[] {
  const sweeps: Sweep[] = [];
  defineHousekeeping({
    clock: systemClock,
    db,
    jobs: { defineSweep: (sweep: Sweep) => sweeps.push(sweep) },
    mail: { sendDue: async () => {} },
    settings: { get: () => 7 },
  } as unknown as Deps);
  return [...sweeps, ...(signInJobs({ db }).sweeps ?? [])];
}

/** Returns a UUIDv7 of the time `at`, unique by `n`. */
const idOf = (at: string) =>
  `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n), 19, '0'))::uuid`;

/** For each purge: its table, how long rows are kept, and the insert of a row of the age `at` for user `u`. */
const purges: [name: string, table: string, kept: string, insert: string][] = [
  ['session-changes', 'session_changes', '1 hour', '(user_id, at) SELECT u, at'],
  [
    'sessions',
    'sessions',
    '30 days',
    `(id, user_id, expires_at, ended_at)
      SELECT gen_random_uuid(), u, CASE WHEN n % 2 = 0 THEN at ELSE now() END, CASE WHEN n % 2 = 1 THEN at END`,
  ],
  [
    'known-devices',
    'known_devices',
    '180 days',
    '(user_id, token_hash, last_used_at) SELECT u, sha256(gen_random_uuid()::text::bytea), at',
  ],
  [
    'codes',
    'one_time_codes',
    '1 day',
    `(id, purpose, email, salt, code_hash, created_at, expires_at)
      SELECT gen_random_uuid(), 'register', 'a@b.test', '', '', at, at`,
  ],
  ['mails', 'mail_outbox', '7 days', `(to_address, subject, body, sent_at) SELECT 'a@b.test', '', '', at`],
  [
    'notifications',
    'notifications',
    '180 days',
    `(id, user_id, kind, subject_kind, subject_id, created_at, read_at)
      SELECT ${idOf('at')}, u, 'credited', 'user', n::text, at, CASE WHEN n % 2 = 0 THEN at END`,
  ],
  [
    'replies',
    'stored_replies',
    '7 days',
    `(user_id, route, subject, key, input_hash, status, reply, created_at)
      SELECT u, 'r', 's', gen_random_uuid()::text, '', 200, '{}', at`,
  ],
  [
    'reserved-usernames',
    'reserved_usernames',
    '1 day',
    `(username, user_id, until) SELECT gen_random_uuid()::text, u, at + interval '1 day'`,
  ],
];

const ageOf: Record<string, string> = {
  session_changes: 'at',
  sessions: 'least(ended_at, expires_at)',
  known_devices: 'last_used_at',
  one_time_codes: 'created_at',
  mail_outbox: 'sent_at',
  notifications: 'created_at',
  stored_replies: 'created_at',
  reserved_usernames: "until - interval '1 day'",
};

const insert = (table: string, text: string, count: number, age: string) =>
  world.query(
    `INSERT INTO ${table} ${text} FROM generate_series(1, $1::int) AS n,
       LATERAL (SELECT now() - $2::interval - n * interval '1 ms' AS at, $3::uuid AS u) AS made`,
    [count, age, userId],
  );

describe('housekeeping', () => {
  it.each(purges)(
    'purges %s in chunks, by an index, and keeps recent rows',
    async (name, table, kept, text) => {
      await world.asOwner(`DELETE FROM ${table}`);
      await insert(table, text, OLD, `${kept} 1 minute`);
      await insert(table, text, YOUNG, '0 minutes');
      await world.asOwner(`VACUUM ANALYZE ${table}`);
      const run = sweepsOf(world.db).find((sweep) => sweep.name === `purge-${name}`)?.run;
      const all = await recordQueries(world.db).during(async () => run?.());
      // A trigger notes the changed inboxes, and the end of a session ends its push subscriptions, by their index.
      const ofRows = /^(INSERT INTO room_changes|DELETE FROM ONLY "public"."push_subscriptions")/;
      const done = all.filter((query) => !ofRows.test(query.text));
      expect(done).toHaveLength(6);
      expect(done.flatMap(({ sequentialScans }) => sequentialScans)).toEqual([]);
      expect(await world.query(`SELECT count(*)::int AS n FROM ${table}`)).toEqual([{ n: YOUNG }]);
    },
  );

  it('subtracts purged unread notices from the count of the inbox', async () => {
    const ada = await world.user();
    const notice = (at: string, n: number, readAt: string) =>
      world.query(
        `INSERT INTO notifications (id, user_id, kind, subject_kind, subject_id, created_at, read_at)
         SELECT ${idOf(at)}, $1::uuid, 'credited', 'user', n::text, ${at}, ${readAt} FROM (SELECT ${n} AS n) AS one`,
        [ada.id],
      );
    await notice("now() - interval '200 days'", 1, 'NULL');
    await notice("now() - interval '200 days'", 2, 'now()');
    await notice('now()', 3, 'NULL');
    await world.query('UPDATE inboxes SET unread = 2 WHERE user_id = $1', [ada.id]);
    await sweepsOf(world.db)
      .find(({ name }) => name === 'purge-notifications')
      ?.run();
    expect(await world.query('SELECT unread, version FROM inboxes WHERE user_id = $1', [ada.id])).toEqual([
      { unread: 1, version: 1 },
    ]);
    expect(await world.query('SELECT 1 FROM notifications WHERE user_id = $1', [ada.id])).toHaveLength(1);
  });

  it('continues when one purge fails, and logs that purge by name, once', async () => {
    const broken = Object.create(world.db, {
      pool: {
        value: Object.create(world.db.pool, {
          query: {
            value: (config: { name?: string }) =>
              config.name === 'purge-session_changes'
                ? Promise.reject(new Error('out of disk'))
                : world.db.pool.query(config as never),
          },
        }),
      },
    }) as Database;
    for (const [, table, kept, text] of purges) await insert(table, text, 1, `${kept} 1 minute`);
    const log = { error: vi.fn() };
    const sweeps = createSweeps(log);
    for (const sweep of sweepsOf(broken)) sweeps.define({ ...sweep, everyMs: 5 });
    sweeps.start();
    const old = async () => {
      const counts = purges.map(([, table, kept]) =>
        world.query(`SELECT 1 FROM ${table} WHERE ${ageOf[table]} < now() - interval '${kept}'`),
      );
      return (await Promise.all(counts)).map((rows) => rows.length);
    };
    try {
      await vi.waitFor(async () => expect(await old()).toEqual(purges.map((_, nth) => (nth === 0 ? 1 : 0))), {
        timeout: 10_000,
      });
      const failures = () =>
        sweeps.stats().find(({ name }) => name === 'purge-session-changes')?.failures ?? 0;
      await vi.waitUntil(() => failures() > 2);
    } finally {
      await sweeps.close();
    }
    expect(log.error.mock.calls.map(([about]) => about)).toMatchObject([{ sweep: 'purge-session-changes' }]);
  });
});

describe('L3 closed holds', () => {
  const hold = (closedAgo: string | null) => {
    const at = `now() - interval '${closedAgo ?? '100 days'}'`;
    const id = uuidv7({ msecs: Date.now() - 100 * 86_400_000 });
    return world
      .asOwner(
        `INSERT INTO holds (id, subject_kind, subject_id, user_id, amount, opened_by, opened_at)
           VALUES ('${id}', 'auction', '${randomUUID()}', '${userId}', 5, gen_random_uuid(), now() - interval '100 days');
         ${closedAgo === null ? '' : `UPDATE holds SET outcome = 'released', closed_by = gen_random_uuid(), closed_at = ${at} WHERE id = '${id}'`}`,
      )
      .then(() => id);
  };
  const archive = () =>
    sweepsOf(world.db)
      .find(({ name }) => name === 'purge-holds')
      ?.run();

  it('are archived unchanged after 30 days; open and more recent ones stay', async () => {
    const [old, young, open] = [await hold('31 days'), await hold('29 days'), await hold(null)];
    const [before] = await world.query('SELECT * FROM holds WHERE id = $1', [old]);
    await Promise.all([archive(), archive()]);
    const left = await world.query('SELECT id FROM holds WHERE id = ANY($1) ORDER BY id', [
      [old, young, open],
    ]);
    expect(left).toEqual([{ id: young }, { id: open }]);
    expect(await world.query('SELECT * FROM holds_archive WHERE id = $1', [old])).toEqual([before]);
  });

  it('leave their table in no other way, and never leave the archive', async () => {
    await hold('31 days');
    await archive();
    const old = await hold('31 days');
    await expect(world.query('DELETE FROM holds WHERE id = $1', [old])).rejects.toThrow('permission denied');
    await expect(world.asOwner(`DELETE FROM holds WHERE id = '${old}'`)).rejects.toThrow('append-only');
    await expect(world.query('INSERT INTO holds_archive SELECT * FROM holds')).rejects.toThrow(
      'permission denied',
    );
    await expect(world.asOwner('DELETE FROM holds_archive')).rejects.toThrow('append-only');
    await expect(world.asOwner('UPDATE holds_archive SET amount = 6')).rejects.toThrow('append-only');
  });

  it('are moved in chunks, and the audit finds no error', async () => {
    const player = await world.user({ coins: 100 });
    const { id } = await world.create({ entry_bid_points: 0 });
    await world.enter(id, player);
    await world.bid(id, player);
    await world.asOwner(
      `INSERT INTO holds (id, subject_kind, subject_id, user_id, amount, opened_by, opened_at)
         SELECT ${idOf("now() - interval '100 days'")}, 'auction', 'x' || n, '${player.id}', 5, gen_random_uuid(), now() - interval '100 days'
         FROM generate_series(1, ${OLD}) AS n;
       UPDATE holds SET outcome = 'released', closed_by = gen_random_uuid(), closed_at = now() - interval '40 days' WHERE subject_id LIKE 'x%'`,
    );
    const queries = recordQueries(world.db);
    const done = await queries.during(async () => archive());
    expect(done.filter(({ text }) => text.includes('SELECT moved, last'))).toHaveLength(6);
    expect(Math.max(...done.map(({ rows }) => rows))).toBeLessThanOrEqual(1_000);
    expect(done.flatMap(({ sequentialScans }) => sequentialScans)).not.toContain('holds');
    expect(await world.query(`SELECT 1 FROM holds_archive WHERE subject_id LIKE 'x%'`)).toHaveLength(OLD);
    const errors = await world.audit();
    expect(errors.filter(({ row }) => row !== userId)).toEqual([]);
  });
});
