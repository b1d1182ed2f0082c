import { users } from '../../accounts/users.tables.ts';
import { and, eq } from '../../db/drizzle.ts';
import { demoPlayers } from '../../demo-accounts.ts';
import { demoInSteps, demoUsersStep, findDemoPeople, fundDemoRewards } from '../../demo-content.ts';
import type { Deps } from '../../deps.ts';
import { createRecord } from '../../records/write-record.ts';
import { decideUpload } from './decide-uploads.ts';
import { demoHistory, demoQueue, demoReferralTasks, demoTasks, demoUploaders } from './demo-catalogue.ts';
import { drawScreenshot } from './demo-screenshot.ts';
import { referralTaskRecord } from './referral-tasks.record.ts';
import { taskRecord } from './tasks.record.ts';
import { referralTasks, tasks, taskUploads } from './tasks.tables.ts';
import { uploadScreenshot } from './upload-screenshot.ts';

/** Bonus coins that players of the demo can convert to. */
const REWARDS = 2_000;

const values = () => [
  demoTasks.map(({ title }) => title),
  demoReferralTasks.map(({ required_referrals }) => required_referrals),
  demoUploaders.map(({ username }) => username),
  demoPlayers[0].email,
];
const uploadsOf = (who: string) => `FROM task_uploads u JOIN users p ON p.id = u.user_id WHERE ${who}`;

/** Social and referral tasks, decided uploads of the demo's first player, and pending ones for the operators' queue (X11). */
export const tasksDemo = demoInSteps('tasks', values, {
  tasks: {
    isMissing: `(SELECT count(DISTINCT title) FROM tasks WHERE realm = 0 AND title = ANY($1::text[])) < cardinality($1::text[])`,
    async create(deps) {
      await fundDemoRewards(deps, REWARDS);
      for (const task of demoTasks) {
        if ((await findTaskId(deps, task.title)) === undefined)
          await createRecord(deps, taskRecord, null, { realm: 0, ...task });
      }
    },
  },
  referrals: {
    isMissing: `(SELECT count(DISTINCT required_referrals) FROM referral_tasks WHERE realm = 0
      AND required_referrals = ANY($2::int[])) < cardinality($2::int[])`,
    async create(deps) {
      const rows = await deps.db.orm
        .select({ friends: referralTasks.requiredReferrals })
        .from(referralTasks)
        .where(eq(referralTasks.realm, 0));
      const known = new Set(rows.map(({ friends }) => friends));
      for (const task of demoReferralTasks) {
        if (!known.has(task.required_referrals))
          await createRecord(deps, referralTaskRecord, null, { realm: 0, ...task });
      }
    },
  },
  uploaders: demoUsersStep(3, demoUploaders),
  history: {
    isMissing: `(SELECT count(*) ${uploadsOf('p.email = $4')} AND u.status <> 'pending') < 2`,
    async create(deps) {
      const { operator, players } = await findDemoPeople(deps);
      const [player] = players;
      if (!player || !operator) return;
      const { approved, rejected, reason } = demoHistory;
      for (const [title, why] of [[approved], [rejected, reason]] as const) {
        const id = await upload(deps, player.id, title);
        if (id !== undefined)
          await decideUpload(deps, { id, operatorId: operator.id, ...(why && { reason: why }) });
      }
    },
  },
  queue: {
    isMissing: `NOT EXISTS (SELECT ${uploadsOf('p.username = ANY($3::citext[])')})`,
    async create(deps) {
      for (const [nth, { username }] of demoUploaders.entries()) {
        const [player] = await deps.db.orm
          .select({ id: users.id })
          .from(users)
          .where(eq(users.username, username));
        const title = demoQueue[nth];
        if (player && title) await upload(deps, player.id, title);
      }
    },
  },
});

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
