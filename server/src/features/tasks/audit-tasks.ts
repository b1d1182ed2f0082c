import { type AuditReferences, inRealm, type Relation, transfersOf } from '../../ledger/audit-references.ts';

/** The amount that a transfer with this key moved between accounts; `ends` are conditions on its postings. */
const movedBy = (kind: string, key: string, ends: string) =>
  `(SELECT sum(p.amount) FROM transfer_keys k JOIN postings p ON p.transfer_id = k.transfer_id
      WHERE k.kind = '${kind}' AND k.key = ${key} AND p.realm = page.realm AND ${ends})`;
const toTask = `p.unit = 'task' AND p.source = 'issuance' AND (p.destination, p.destination_id) = ('task', page.user_id)`;
const fromTask = `p.unit = 'task' AND (p.source, p.source_id) = ('task', page.user_id) AND p.destination = 'issuance'`;
const toBonus = `p.unit = 'coin' AND p.source = 'rewards' AND (p.destination, p.destination_id) = ('bonus', page.user_id)`;
/** The number in the id of the subject of a transfer. */
const subjectNo = `(CASE WHEN facts.subject_id ~ '^\\d{1,9}$' THEN facts.subject_id::int END)`;
const moved = (amount: string, column: string, unit: string) =>
  `'moved ' || coalesce(${amount}::text, 'no') || ' of its ' || ${column} || ' ${unit}'`;

const uploads: Relation = {
  name: 'task-uploads',
  check: 'tasks',
  table: 'task_uploads',
  order: { decided_at: 'timestamptz', id: 'int' },
  rows: 'task_uploads',
  where: inRealm,
  facts: `SELECT page.*, ${movedBy('task_reward', `'task-upload:' || page.id`, toTask)} AS amount,
      (SELECT t.realm FROM tasks t WHERE t.id = page.task_id) AS task_realm
    FROM page`,
  row: 'id',
  wrong: `WHEN realm IS DISTINCT FROM task_realm THEN 'is of another realm than its task'
    WHEN amount IS DISTINCT FROM CASE status WHEN 'approved' THEN task_coins END
      THEN 'is ' || status || ', which ' || ${moved('amount', 'task_coins', 'task coins')}`,
};

const rewards: Relation = {
  name: 'referral-rewards',
  check: 'tasks',
  table: 'referral_rewards',
  order: { rewarded_at: 'timestamptz', transfer_id: 'uuid' },
  rows: 'referral_rewards r JOIN referral_tasks t ON t.id = r.referral_task_id',
  where: inRealm,
  columns: 'r.*, t.realm',
  facts: `SELECT page.*,
      ${movedBy('task_reward', `'referral-task:' || page.referral_task_id || ':' || page.user_id`, `p.transfer_id = page.transfer_id AND ${toTask}`)} AS amount
    FROM page`,
  row: `referral_task_id || '/' || user_id`,
  wrong: `WHEN amount IS DISTINCT FROM task_coins THEN ${moved('amount', 'task_coins', 'task coins')}`,
};

const conversions: Relation = {
  name: 'task-conversions',
  check: 'tasks',
  table: 'task_conversions',
  order: { created_at: 'timestamptz', id: 'int' },
  rows: 'task_conversions',
  where: inRealm,
  facts: `SELECT page.*, ${movedBy('task_convert', `'task-conversion:' || page.id || ':task'`, fromTask)} AS given,
      ${movedBy('task_convert', `'task-conversion:' || page.id || ':coin'`, toBonus)} AS received
    FROM page`,
  row: 'id',
  wrong: `WHEN given IS DISTINCT FROM task_coins THEN ${moved('given', 'task_coins', 'task coins')}
    WHEN received IS DISTINCT FROM bid_points THEN ${moved('received', 'bid_points', 'bonus coins')}`,
};

/**
 * Approved uploads, rewards of referral tasks and conversions moved what their rows say, once, and each such transfer has
 * its row. These rows do not change.
 */
export const auditTasks: AuditReferences = {
  counts: 'tasks',
  checks: [
    uploads,
    rewards,
    conversions,
    transfersOf('task_reward', {
      name: 'task-rewards',
      check: 'tasks',
      wrong: `WHEN NOT EXISTS (
          SELECT FROM task_uploads u WHERE facts.subject_kind = 'task-upload' AND u.id = ${subjectNo} AND u.status = 'approved'
            AND facts.key = 'task-upload:' || u.id
          UNION ALL
          SELECT FROM referral_rewards r WHERE facts.subject_kind = 'referral-task' AND r.transfer_id = facts.id
        ) THEN 'pays ' || key || ', which was not earned'`,
    }),
    transfersOf('task_convert', {
      name: 'task-converts',
      check: 'tasks',
      wrong: `WHEN NOT EXISTS (
          SELECT FROM task_conversions c WHERE facts.subject_kind = 'task-conversion' AND c.id = ${subjectNo}
            AND facts.key IN ('task-conversion:' || c.id || ':task', 'task-conversion:' || c.id || ':coin')
        ) THEN 'moves ' || key || ', which is no conversion'`,
    }),
  ],
};
