import type { Database } from '../../db/database.ts';
import { FIRST_ID } from '../../db/first-id.ts';
import { invariant } from '../../errors.ts';
import { type AuditPage, auditPages } from '../../ledger/audit-pages.ts';
import { type AuditReferences, firstIdAt } from '../../ledger/audit-references.ts';

/** Rows of one statement. */
const ROWS = 1_000;

type Page = AuditPage<string[]>;

/** The amount that a transfer with this key moved between accounts; `ends` are conditions on its postings. */
const movedBy = (kind: string, key: string, ends: string) =>
  `(SELECT sum(p.amount) FROM transfer_keys k JOIN postings p ON p.transfer_id = k.transfer_id
      WHERE k.kind = '${kind}' AND k.key = ${key} AND p.realm = page.realm AND ${ends})`;
const toTask = `p.unit = 'task' AND p.source = 'issuance' AND (p.destination, p.destination_id) = ('task', page.user_id)`;
const fromTask = `p.unit = 'task' AND (p.source, p.source_id) = ('task', page.user_id) AND p.destination = 'issuance'`;
const toBonus = `p.unit = 'coin' AND p.source = 'rewards' AND (p.destination, p.destination_id) = ('bonus', page.user_id)`;
/** The number in the id of the subject of a transfer. */
const subjectNo = `(CASE WHEN page.subject_id ~ '^\\d{1,9}$' THEN page.subject_id::int END)`;

/** The end of every text: `page` has the columns of the order, `found` has `row` and `message` in this order. */
const summary = (first: string, second: string) => `
  SELECT (SELECT count(*)::int FROM page) AS count,
    (SELECT ARRAY[${first}::text, ${second}::text] FROM page ORDER BY ${first} DESC, ${second} DESC LIMIT 1) AS last,
    (SELECT row FROM found WHERE message IS NOT NULL LIMIT 1) AS row,
    (SELECT message FROM found WHERE message IS NOT NULL LIMIT 1) AS message`;

// The upper bounds make a generic plan, which does not know how recent $1 is, use the index.
const texts = {
  task_uploads: `WITH page AS MATERIALIZED (
    SELECT * FROM task_uploads WHERE decided_at >= $1::timestamptz AND decided_at < 'infinity'
      AND (decided_at, id) > ($1::timestamptz, $2::int) AND ($3::int IS NULL OR realm = $3)
    ORDER BY decided_at, id LIMIT ${ROWS}
  ), moved AS (
    SELECT page.*, ${movedBy('task_reward', `'task-upload:' || page.id`, toTask)} AS amount,
      (SELECT t.realm FROM tasks t WHERE t.id = page.task_id) AS task_realm
    FROM page
  ), found AS (
    SELECT id::text AS row, CASE
      WHEN realm IS DISTINCT FROM task_realm THEN 'is of another realm than its task'
      WHEN amount IS DISTINCT FROM CASE status WHEN 'approved' THEN task_coins END
        THEN 'is ' || status || ', which moved ' || coalesce(amount::text, 'no') || ' of its ' || task_coins || ' task coins'
    END AS message FROM moved ORDER BY decided_at, id
  )${summary('decided_at', 'id')}`,
  referral_rewards: `WITH page AS MATERIALIZED (
    SELECT r.*, t.realm, t.required_referrals FROM referral_rewards r JOIN referral_tasks t ON t.id = r.referral_task_id
    WHERE r.rewarded_at >= $1::timestamptz AND r.rewarded_at < 'infinity'
      AND (r.rewarded_at, r.transfer_id) > ($1::timestamptz, $2::uuid) AND ($3::int IS NULL OR t.realm = $3)
    ORDER BY r.rewarded_at, r.transfer_id LIMIT ${ROWS}
  ), moved AS (
    SELECT page.*,
      ${movedBy('task_reward', `'referral-task:' || page.referral_task_id || ':' || page.user_id`, `p.transfer_id = page.transfer_id AND ${toTask}`)} AS amount
    FROM page
  ), found AS (
    SELECT referral_task_id || '/' || user_id AS row, CASE
      WHEN amount IS DISTINCT FROM task_coins
        THEN 'moved ' || coalesce(amount::text, 'no') || ' of its ' || task_coins || ' task coins'
    END AS message FROM moved ORDER BY rewarded_at, transfer_id
  )${summary('rewarded_at', 'transfer_id')}`,
  task_conversions: `WITH page AS MATERIALIZED (
    SELECT * FROM task_conversions WHERE created_at >= $1::timestamptz AND created_at < 'infinity'
      AND (created_at, id) > ($1::timestamptz, $2::int) AND ($3::int IS NULL OR realm = $3)
    ORDER BY created_at, id LIMIT ${ROWS}
  ), moved AS (
    SELECT page.*, ${movedBy('task_convert', `'task-conversion:' || page.id || ':task'`, fromTask)} AS given,
      ${movedBy('task_convert', `'task-conversion:' || page.id || ':coin'`, toBonus)} AS received
    FROM page
  ), found AS (
    SELECT id::text AS row, CASE
      WHEN given IS DISTINCT FROM task_coins
        THEN 'moved ' || coalesce(given::text, 'no') || ' of its ' || task_coins || ' task coins'
      WHEN received IS DISTINCT FROM bid_points
        THEN 'moved ' || coalesce(received::text, 'no') || ' of its ' || bid_points || ' bonus coins'
    END AS message FROM moved ORDER BY created_at, id
  )${summary('created_at', 'id')}`,
  task_reward: `WITH page AS MATERIALIZED (
    SELECT t.id, t.realm, t.subject_kind, t.subject_id, t.key FROM transfers t WHERE t.kind = 'task_reward' AND t.id > $1::uuid
      AND ($2::int IS NULL OR t.realm = $2) ORDER BY t.id LIMIT ${ROWS}
  ), found AS (
    SELECT id::text AS row, CASE WHEN NOT EXISTS (
        SELECT FROM task_uploads u WHERE page.subject_kind = 'task-upload' AND u.id = ${subjectNo} AND u.status = 'approved'
          AND page.key = 'task-upload:' || u.id
        UNION ALL
        SELECT FROM referral_rewards r WHERE page.subject_kind = 'referral-task' AND r.transfer_id = page.id
      ) THEN 'pays ' || key || ', which was not earned' END AS message FROM page ORDER BY id
  )${summary('id', 'id')}`,
  task_convert: `WITH page AS MATERIALIZED (
    SELECT t.id, t.realm, t.subject_kind, t.subject_id, t.key FROM transfers t WHERE t.kind = 'task_convert' AND t.id > $1::uuid
      AND ($2::int IS NULL OR t.realm = $2) ORDER BY t.id LIMIT ${ROWS}
  ), found AS (
    SELECT id::text AS row, CASE WHEN NOT EXISTS (
        SELECT FROM task_conversions c WHERE page.subject_kind = 'task-conversion' AND c.id = ${subjectNo}
          AND page.key IN ('task-conversion:' || c.id || ':task', 'task-conversion:' || c.id || ':coin')
      ) THEN 'moves ' || key || ', which is no conversion' END AS message FROM page ORDER BY id
  )${summary('id', 'id')}`,
} as const;
type Part = keyof typeof texts;

/**
 * Checks that approved uploads, rewards of referral tasks and conversions moved what their rows say, once, and that
 * each such transfer has its row. Each statement reads one snapshot. These rows do not change: unless all are read, only
 * those since the last audit are checked.
 */
export const auditTasks: AuditReferences = {
  counts: 'tasks',
  async audit(db, { realm = null, since, errors }, onChunk) {
    const time = since ?? '-infinity';
    const from = since === null ? FIRST_ID : await firstIdAt(db, since);
    const parts: [Part, number, readonly (string | number)[]][] = [
      ['task_uploads', 2, [time, 0]],
      ['referral_rewards', 2, [time, FIRST_ID]],
      ['task_conversions', 2, [time, 0]],
      ['task_reward', 1, [from]],
      ['task_convert', 1, [from]],
    ];
    for (const [part, columns, first] of parts) {
      const table = part === 'task_reward' || part === 'task_convert' ? 'transfers' : part;
      const read = (after: readonly (string | number)[]) =>
        readPage(db, part, [...after.slice(0, columns), realm]);
      await auditPages({ check: 'tasks', table, size: ROWS, first, errors, read, onChunk });
    }
  },
};

async function readPage(db: Database, part: Part, values: readonly unknown[]): Promise<Page> {
  const { rows } = await db.pool.query<Page>({
    name: `audit-tasks-${part}`,
    text: texts[part],
    values: [...values],
  });
  invariant(rows[0], 'the query of a page returned no row');
  return rows[0];
}
