import { NewReferralTaskBody, NewTaskBody } from '@copup/shared/tasks.ts';
import { and, eq } from 'drizzle-orm';
import { createUsers } from '../../accounts/create-users.ts';
import { findUserByEmail } from '../../accounts/users.queries.ts';
import { users } from '../../accounts/users.tables.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { demoOperator, demoPlayers } from '../../demo-accounts.ts';
import type { Deps } from '../../deps.ts';
import type { DemoContent } from '../../feature.ts';
import { fundDemoRewards } from '../../subjects/fund-demo-rewards.ts';
import { decideUpload } from './decide-uploads.ts';
import { demoHistory, demoQueue, demoReferralTasks, demoTasks, demoUploaders } from './demo-catalogue.ts';
import { drawScreenshot } from './demo-screenshot.ts';
import { referralTasks, tasks, taskUploads } from './tasks.tables.ts';
import { uploadScreenshot } from './upload-screenshot.ts';
import { createReferralTask } from './write-referral-task.ts';
import { createTask } from './write-task.ts';

/** Key of the advisory lock; must differ from the other advisory locks on this database. */
const LOCK = 7_301_043;
/** Bonus coins that players of the demo can convert to. */
const REWARDS = 2_000;

type Pool = Pick<Transaction['client'], 'query'>;

/** Social and referral tasks, decided uploads of the demo's first player, and pending ones for the operators' queue (X11). */
export const tasksDemo: DemoContent = {
  exists: async ({ pool }) => (await pool.query('SELECT FROM tasks LIMIT 1')).rowCount !== 0,
  async renew(deps) {
    if ((await missing(deps.db.pool)) === undefined) return;
    // The steps commit on their own; the lock lets one server at a time take them.
    await inTransaction(deps.db, async (tx) => {
      await tx.client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      const step = await missing(tx.client);
      if (step !== undefined) await steps[step](deps);
    });
  },
};

type Step = 'tasks' | 'referrals' | 'uploaders' | 'history' | 'queue';

/** Returns the first part of the demo that is missing; each run adds one. */
async function missing(source: Pool): Promise<Step | undefined> {
  const { rows } = await source.query<Record<Step, boolean>>({
    name: 'demo-tasks-missing',
    text: `SELECT
        (SELECT count(DISTINCT title) FROM tasks WHERE realm = 0 AND title = ANY($1::text[])) < cardinality($1::text[]) AS tasks,
        (SELECT count(DISTINCT required_referrals) FROM referral_tasks WHERE realm = 0
          AND required_referrals = ANY($2::int[])) < cardinality($2::int[]) AS referrals,
        (SELECT count(*) FROM users WHERE username = ANY($3::citext[])) < cardinality($3::text[]) AS uploaders,
        (SELECT count(*) FROM task_uploads u JOIN users p ON p.id = u.user_id WHERE p.email = $4 AND u.status <> 'pending')
          < 2 AS history,
        NOT EXISTS (SELECT FROM task_uploads u JOIN users p ON p.id = u.user_id
          WHERE p.username = ANY($3::citext[])) AS queue`,
    values: [
      demoTasks.map(({ title }) => title),
      demoReferralTasks.map(({ required_referrals }) => required_referrals),
      demoUploaders.map(({ username }) => username),
      demoPlayers[0].email,
    ],
  });
  const found = rows[0];
  return (['tasks', 'referrals', 'uploaders', 'history', 'queue'] as const).find((step) => found?.[step]);
}

const steps: Record<Step, (deps: Deps) => Promise<void>> = {
  async tasks(deps) {
    await fundDemoRewards(deps, REWARDS);
    for (const task of demoTasks) {
      if ((await findTaskId(deps, task.title)) === undefined)
        await createTask(deps, null, NewTaskBody.parse(task));
    }
  },

  async referrals(deps) {
    const rows = await deps.db.orm
      .select({ friends: referralTasks.requiredReferrals })
      .from(referralTasks)
      .where(eq(referralTasks.realm, 0));
    const known = new Set(rows.map(({ friends }) => friends));
    for (const task of demoReferralTasks) {
      if (!known.has(task.required_referrals))
        await createReferralTask(deps, null, NewReferralTaskBody.parse(task));
    }
  },

  async uploaders(deps) {
    await inTransaction(deps.db, (tx) => createUsers(tx, deps, demoUploaders));
  },

  async history(deps) {
    const player = await findUserByEmail(deps.db, demoPlayers[0].email);
    const operator = await findUserByEmail(deps.db, demoOperator.email);
    if (!player || !operator) return;
    const { approved, rejected, reason } = demoHistory;
    const first = await upload(deps, player.id, approved);
    if (first !== undefined) await decideUpload(deps, { id: first, operatorId: operator.id }, undefined);
    const second = await upload(deps, player.id, rejected);
    if (second !== undefined) {
      await decideUpload(deps, { id: second, operatorId: operator.id, reason }, undefined);
    }
  },

  async queue(deps) {
    for (const [nth, { username }] of demoUploaders.entries()) {
      const [player] = await deps.db.orm
        .select({ id: users.id })
        .from(users)
        .where(eq(users.username, username));
      const title = demoQueue[nth];
      if (player && title) await upload(deps, player.id, title);
    }
  },
};

async function findTaskId({ db }: Pick<Deps, 'db'>, title: string): Promise<number | undefined> {
  const [row] = await db.orm
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.realm, 0), eq(tasks.title, title)))
    .orderBy(tasks.id)
    .limit(1);
  return row?.id;
}

/**
 * Uploads a drawing by the same command as a player, unless the player has an upload of this task. Returns the number
 * of the upload if it is pending.
 */
async function upload(deps: Deps, userId: string, title: string): Promise<number | undefined> {
  const taskId = await findTaskId(deps, title);
  if (taskId === undefined) return undefined;
  const findOwn = () =>
    deps.db.orm
      .select({ id: taskUploads.id, status: taskUploads.status })
      .from(taskUploads)
      .where(and(eq(taskUploads.userId, userId), eq(taskUploads.taskId, taskId)));
  if ((await findOwn()).length === 0) {
    await uploadScreenshot(deps, {
      taskId,
      viewer: { userId, realm: 0 },
      screenshot: await deps.uploads.encodeProof(await drawScreenshot(deps)),
      key: undefined,
    });
  }
  return (await findOwn()).find(({ status }) => status === 'pending')?.id;
}
