import type { NewRecord } from '@copup/shared/calls/records.ts';
import type { AdminTaskUpload } from '@copup/shared/tasks.ts';
import { type SignedInClient, startApp } from '@copup/testkit/app.ts';
import { type ApiClient, type ApiReply, accepted } from '@copup/testkit/client.ts';
import { createTestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { newPicture } from './trade-world.ts';
import { worldFacts } from './world-facts.ts';

export type TaskWorld = Awaited<ReturnType<typeof openTaskWorld>>;

export const toDataUrl = (picture: Buffer, type = 'png'): string =>
  `data:image/${type};base64,${picture.toString('base64')}`;

let named = 0;
export const newTask = (): NewRecord<'task'> => {
  named += 1;
  return {
    title: `Task ${named}`,
    description: 'Follow our page and send a screenshot.',
    task_coin_reward: 100,
    urlLink: 'https://www.instagram.com/explore/tags/copup/',
  };
};

/** Opens two servers on one database, without rate limits, and the steps of tasks. */
export async function openTaskWorld(env: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const redis = testRedis();
  const start = () => startApp({ database, redis, env, overrides: { limitRules: noLimits } });
  const [app, other] = [await start(), await start()];
  const { db } = app.deps;
  const operator = await app.signIn({ role: 1 });
  const { query, balancesOf, fundRewards, audit } = worldFacts(db);
  const balance = async ({ user }: SignedInClient) =>
    (await balancesOf(user.id, 'task', 'bonus')) as { task: number; bonus: number };
  const task = async (fields: Partial<NewRecord<'task'>> = {}): Promise<number> =>
    (await operator.post('/admin/tasks', { ...newTask(), ...fields })).body.id;
  const upload = async (
    player: ApiClient,
    taskId: number,
    { screenshot, headers }: { screenshot?: string; headers?: Record<string, string> } = {},
  ): Promise<ApiReply> => {
    const body = { screenshot: screenshot ?? toDataUrl(await newPicture()) };
    return player.post(`/task/tasks/${taskId}/upload`, body, headers);
  };
  /** Uploads a screenshot and returns the number of the upload. */
  const uploaded = async (player: SignedInClient, taskId: number): Promise<number> => {
    accepted(await upload(player, taskId));
    const [row] = await query<{ id: number }>(
      `SELECT id FROM task_uploads WHERE user_id = $1 AND task_id = $2 AND status = 'pending'`,
      [player.user.id, taskId],
    );
    return (row as { id: number }).id;
  };
  const approve = (by: ApiClient, id: number, headers?: Record<string, string>) =>
    by.post(`/admin/task-uploads/${id}/approve`, {}, headers);
  const reject = (by: ApiClient, id: number, reason = 'The name cannot be read.') =>
    by.post(`/admin/task-uploads/${id}/reject`, { reason });

  return {
    app,
    other,
    operator,
    query,
    balance,
    task,
    upload,
    uploaded,
    approve,
    reject,
    /** The same account on the other server. */
    onOther: (client: ApiClient) => other.client.withToken(client.token),
    referralTask: async (fields: Partial<NewRecord<'referral-task'>> = {}): Promise<number> => {
      const body = { required_referrals: 2, task_coin_reward: 300, ...fields };
      return (await operator.post('/admin/referral-tasks', body)).body.id;
    },
    /** Creates this many users who registered with the player's code. */
    async befriend({ user }: SignedInClient, count: number): Promise<SignedInClient[]> {
      const friends = await Promise.all(Array.from({ length: count }, () => app.signIn()));
      const ids = friends.map((friend) => friend.user.id);
      await query('UPDATE users SET referred_by = $1 WHERE id = ANY($2::uuid[])', [user.id, ids]);
      await query(
        'INSERT INTO known_devices (user_id, token_hash) SELECT id, sha256(uuid_send(id)) FROM unnest($1::uuid[]) AS id',
        [ids],
      );
      return friends;
    },
    /** Pays the player task coins, by an approved upload. What one operator approves alone is limited (O3a). */
    async pay(player: SignedInClient, taskCoins: number): Promise<void> {
      const id = await uploaded(player, await task({ task_coin_reward: taskCoins }));
      await approve(await app.signIn({ role: 1 }), id);
    },
    fundRewards,
    /** Moves the time of an upload back. */
    makeOlder: (id: number, hours: number) =>
      app.asOwner(`ALTER TABLE task_uploads DISABLE TRIGGER task_uploads_guard;
        UPDATE task_uploads SET created_at = created_at - interval '${hours} hours' WHERE id = ${id};
        ALTER TABLE task_uploads ENABLE TRIGGER task_uploads_guard`),
    queue: async (filter = ''): Promise<AdminTaskUpload[]> =>
      (await operator.get(`/admin/task-uploads?perPage=100&${filter}`)).body,
    noticesOf: async (player: ApiClient) => (await player.get('/user/notifications')).body.items,
    async close() {
      const errors = await audit();
      await app.close();
      await other.close();
      await database.drop();
      return errors;
    },
  };
}
