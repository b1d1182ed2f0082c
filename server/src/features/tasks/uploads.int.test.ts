import { userRoom } from '@copup/shared/room-names.ts';
import { AdminTaskUpload, SocialTask, UploadReply } from '@copup/shared/tasks.ts';
import type { UserState } from '@copup/shared/users.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTaskWorld, type TaskWorld, toDataUrl } from '../../../test/task-world.ts';
import { newPicture } from '../../../test/trade-world.ts';

let world: TaskWorld;
beforeAll(async () => {
  world = await openTaskWorld();
});
afterAll(async () => expect(await world.close()).toEqual([]));

const signIn = () => world.app.signIn();

describe('T1 an upload', () => {
  it('is pending until an operator approves it, which pays its task coins with a notice', async () => {
    const player = await signIn();
    const taskId = await world.task({ title: 'Follow us', task_coin_reward: 250 });
    const open = SocialTask.parse((await player.get(`/task/tasks/${taskId}`)).body);
    expect(open).toMatchObject({ status: 'open', uploads_left: 4, reason: null, screenshot: null });
    const reply = UploadReply.parse((await world.upload(player, taskId)).body);
    expect(reply.task).toMatchObject({ id: taskId, status: 'pending', uploads_left: 0 });
    expect(await world.balance(player)).toEqual({ task: 0, bonus: 0 });

    const [waiting] = await world.queue(`task_id=${taskId}`);
    const upload = AdminTaskUpload.parse(waiting);
    expect(upload).toMatchObject({ status: 'pending', task: 'Follow us', attempt: 1, task_coin_reward: 250 });
    const version = (await player.get('/user/profile')).body.version;
    const approved = await world.approve(world.operator, upload.id);
    expect([approved.status, AdminTaskUpload.parse(approved.body).status]).toEqual([200, 'approved']);
    expect(approved.body.decided_by).toBe(world.operator.user.username);
    expect(await world.balance(player)).toEqual({ task: 250, bonus: 0 });
    const profile = (await player.get('/user/profile')).body;
    expect([profile.task_coin, profile.version > version]).toEqual([250, true]);
    const [notice] = await world.noticesOf(player);
    expect(notice).toMatchObject({
      kind: 'task',
      subject_kind: 'task-upload',
      details: { status: 'approved', name: 'Follow us', task_coin: 250 },
    });
    const [entry] = (await player.get('/user/timeline')).body.items;
    expect(entry).toMatchObject({ kind: 'task_reward' });
    expect((await player.get('/task/tasks')).body[0]).toMatchObject({ id: taskId, status: 'approved' });
  });

  it('is one for each task: a second is refused with the specification’s text, also after the approval', async () => {
    const player = await signIn();
    const taskId = await world.task();
    const id = await world.uploaded(player, taskId);
    const second = await world.upload(player, taskId);
    expect([second.status, second.body.code, second.body.message]).toEqual([
      409,
      'ALREADY_UPLOADED',
      'already uploaded wait for 48hrs for verification',
    ]);
    expect((await world.upload(player, await world.task())).status).toBe(200);
    expect((await world.upload(await signIn(), taskId)).status).toBe(200);
    await world.approve(world.operator, id);
    expect((await world.upload(player, taskId)).body.code).toBe('TASK_COMPLETED');
  });

  it('pays the reward of its time when the task was edited meanwhile', async () => {
    const player = await signIn();
    const taskId = await world.task({ task_coin_reward: 40 });
    const id = await world.uploaded(player, taskId);
    await world.operator.put(`/admin/tasks/${taskId}`, { task_coin_reward: 9_000, is_active: false });
    // A closed task stays listed while the own upload is pending.
    expect((await player.get('/task/tasks')).body[0]).toMatchObject({ id: taskId, task_coin_reward: 40 });
    await world.approve(world.operator, id);
    expect((await world.balance(player)).task).toBe(40);
    expect((await player.get('/task/tasks')).body.map((task: SocialTask) => task.id)).not.toContain(taskId);
  });

  it('is overdue after 48 hours without a decision, and the overview shows its age', async () => {
    const taskId = await world.task();
    const [early, late] = [
      await world.uploaded(await signIn(), taskId),
      await world.uploaded(await signIn(), taskId),
    ];
    await world.makeOlder(early, 47);
    await world.makeOlder(late, 49);
    const flags = new Map((await world.queue(`task_id=${taskId}`)).map((row) => [row.id, row.overdue]));
    expect([flags.get(early), flags.get(late)]).toEqual([false, true]);
    expect((await world.queue(`overdue=true&task_id=${taskId}`)).map(({ id }) => id)).toEqual([late]);
    const [row] = await world.queue(`q=${late}`);
    expect(Date.parse(row?.due_at ?? '') - Date.parse(row?.created_at ?? '')).toBe(48 * 3_600_000);
    const overview = (await world.operator.get('/admin/overview')).body;
    const queue = overview.queues.find((each: { queue: string }) => each.queue === 'task-uploads');
    expect(queue.waiting).toBeGreaterThanOrEqual(2);
    expect(Date.parse(queue.oldest_at)).toBeLessThan(Date.now() - 48 * 3_600_000);
    await world.approve(world.operator, late);
    expect((await world.queue(`q=${late}`))[0]).toMatchObject({ overdue: false, status: 'approved' });
  });
});

it('L9 W6 an upload, its approval and a conversion reach the user’s room on another server', async () => {
  await world.fundRewards(50);
  const player = await signIn();
  const room = userRoom(player.user.id);
  const socket = new RoomClient(world.other.url, player.token);
  try {
    await socket.connected();
    expect(await socket.join(room)).toMatchObject([{ ok: true }]);
    const taskId = await world.task({ task_coin_reward: 100 });
    const before = (await player.get('/user/profile')).body.version;
    const id = await world.uploaded(player, taskId);
    await socket.version(room, before + 1);
    await world.approve(world.operator, id);
    const paid = await socket.frame(({ state }) => (state as UserState).task === 100);
    expect(paid.state).toMatchObject({ task: 100, bonus: 0, unread: 1 });
    await player.post('/task/convert', { task_coin: 100 });
    const converted = await socket.frame(({ state }) => (state as UserState).bonus === 10);
    expect(converted.state).toMatchObject({ task: 0, bonus: 10 });
  } finally {
    socket.close();
  }
});

describe('T7 a rejected upload', () => {
  it('shows its reason and may be repeated three times', async () => {
    const player = await signIn();
    const taskId = await world.task();
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const id = await world.uploaded(player, taskId);
      const rejected = await world.reject(world.operator, id, `Not readable ${attempt}`);
      expect(rejected.body).toMatchObject({ status: 'rejected', attempt, reason: `Not readable ${attempt}` });
      expect((await player.get(`/task/tasks/${taskId}`)).body).toMatchObject({
        status: 'rejected',
        reason: `Not readable ${attempt}`,
        uploads_left: 4 - attempt,
      });
      const [notice] = await world.noticesOf(player);
      expect(notice.details).toMatchObject({ status: 'rejected', reason: `Not readable ${attempt}` });
      const { rows } = await world.app.deps.db.pool.query(
        'SELECT details FROM admin_audit WHERE subject_id = $1 ORDER BY id DESC LIMIT 1',
        [String(id)],
      );
      expect(rows).toEqual([{ details: { reason: `Not readable ${attempt}` } }]);
    }
    const fifth = await world.upload(player, taskId);
    expect([fifth.status, fifth.body.code]).toEqual([409, 'NO_UPLOADS_LEFT']);
    expect(await world.balance(player)).toEqual({ task: 0, bonus: 0 });
  });
});

describe('P6 an upload with a key', () => {
  it('T7 is resumed by the same key and picture, and refused with another picture, also after a rejected one', async () => {
    const player = await signIn();
    const taskId = await world.task();
    const screenshot = toDataUrl(await newPicture());
    const headers = { 'idempotency-key': 'intent-1' };
    // A refused upload keeps its key free.
    const earlier = await world.uploaded(player, taskId);
    expect((await world.upload(player, taskId, { screenshot, headers })).body.code).toBe('ALREADY_UPLOADED');
    await world.reject(world.operator, earlier);
    const first = await world.upload(player, taskId, { screenshot, headers });
    // The reply was lost; the client sends the intent again, here to the other server.
    const again = await world.upload(world.onOther(player), taskId, { screenshot, headers });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const changed = await world.upload(player, taskId, { headers });
    expect(changed.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const [upload, ...others] = await world.queue(`user_id=${player.user.id}&status=pending`);
    expect(others).toEqual([]);
    await world.approve(world.operator, upload?.id ?? 0);
    expect((await world.balance(player)).task).toBe(100);
    const counts = (await world.operator.get(`/admin/tasks/${taskId}`)).body;
    expect(counts).toMatchObject({ pending: 0, approved: 1, rejected: 1 });
  });
});

it('T1 the queue shows a person’s history and pictures that other uploads had before', async () => {
  const [player, copier] = [await signIn(), await signIn()];
  const taskId = await world.task();
  const screenshot = toDataUrl(await newPicture());
  await world.upload(player, taskId, { screenshot });
  await world.upload(copier, taskId, { screenshot });
  const [copied] = await world.queue(`user_id=${copier.user.id}`);
  const [original] = await world.queue(`user_id=${player.user.id}`);
  expect([original?.same_pictures, copied?.same_pictures]).toEqual([0, 1]);
  await world.reject(world.operator, copied?.id ?? 0);
  await world.uploaded(copier, taskId);
  const [repeated] = await world.queue(`q=${copier.user.username}&status=pending`);
  expect(repeated).toMatchObject({ attempt: 2, history: { approved: 0, rejected: 1 } });
});
