import type { Client } from 'pg';
import { idOf, type WorldSql } from './world-shape.ts';

/** One in this many users brings another task. */
const USERS_PER_TASK = 10;
const FIRST_TASK = 101;
const REFERRAL_TASKS = 30;
/** Uploads that wait for operators, at every size: operators decide as many as arrive. */
const PENDING = 50;

/** Loads tasks with two uploads of each user, which moved no coins: all but the last were rejected. */
export async function loadTasks(client: Client, { users }: WorldSql, operatorId: string): Promise<void> {
  const tasks = Math.ceil(users / USERS_PER_TASK);
  await client.query(
    `INSERT INTO tasks (title, description, task_coin_reward, url_link, is_active)
     SELECT (ARRAY['Follow', 'Repost', 'Review', 'Join'])[1 + t % 4] || ' page ' || lpad(t::text, 7, '0'), 'Send a screenshot.',
       100, 'https://www.instagram.com/explore/tags/copup/', t % 2 = 0 FROM generate_series(0, ${tasks - 1}) AS t`,
  );
  const isPending = `(nth = 1 AND u < ${PENDING})`;
  await client.query(
    `INSERT INTO task_uploads (task_id, user_id, attempt, task_coins, status, screenshot_hash, created_at, decided_at, decided_by,
       reason)
     SELECT ${FIRST_TASK} + (u + nth) % ${tasks}, ${idOf('user', 'u')}, 1, 100,
       CASE WHEN ${isPending} THEN 'pending' ELSE 'rejected' END, sha256(convert_to(u || ':' || nth, 'UTF8')),
       now() - interval '3 days', CASE WHEN NOT ${isPending} THEN now() - interval '2 days' END,
       CASE WHEN NOT ${isPending} THEN ${operatorId} END, CASE WHEN NOT ${isPending} THEN 'The name cannot be read.' END
     FROM generate_series(0, 1) AS nth, generate_series(0, ${users - 1}) AS u ORDER BY nth DESC, u DESC`,
  );
  await client.query(
    `INSERT INTO task_screenshots (upload_id, picture) SELECT id, '\\x00' FROM task_uploads`,
  );
  await client.query(
    `UPDATE tasks t SET pending = n.pending, rejected = n.rejected FROM (
       SELECT task_id, count(*) FILTER (WHERE status = 'pending') AS pending,
         count(*) FILTER (WHERE status = 'rejected') AS rejected FROM task_uploads GROUP BY task_id) AS n
     WHERE n.task_id = t.id`,
  );
  await client.query(
    `INSERT INTO referral_tasks (required_referrals, task_coin_reward)
     SELECT n, 100 FROM generate_series(1, ${REFERRAL_TASKS}) AS n`,
  );
}
