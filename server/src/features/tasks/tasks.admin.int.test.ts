import { DecidedSeveral } from '@copup/shared/decided-several.ts';
import { AdminReferralTask, AdminTask } from '@copup/shared/tasks.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTask, openTaskWorld, type TaskWorld } from '../../../test/task-world.ts';

let world: TaskWorld;
beforeAll(async () => {
  world = await openTaskWorld();
});
afterAll(async () => expect(await world.close()).toEqual([]));

const logOf = async (kind: string, id: number) =>
  (
    await world.query<{ action: string }>(
      'SELECT action FROM admin_audit WHERE subject_kind = $1 AND subject_id = $2 ORDER BY at, id',
      [kind, String(id)],
    )
  ).map(({ action }) => action);

describe('O3 tasks', () => {
  it('are created and edited, audited, and found by title, number and state', async () => {
    const created = await world.operator.post('/admin/tasks', { ...newTask(), title: 'Follow Zuma Rock' });
    const { id } = AdminTask.parse(created.body);
    expect([created.status, created.body.realm]).toEqual([201, 0]);
    const edited = await world.operator.put(`/admin/tasks/${id}`, { is_active: false, title: 'Zuma Rock 2' });
    expect(edited.body).toMatchObject({ id, title: 'Zuma Rock 2', is_active: false, task_coin_reward: 100 });
    expect(await logOf('task', id)).toEqual(['task.create', 'task.edit']);
    const found = async (query: string) =>
      (await world.operator.get(`/admin/tasks?${query}`)).body.map((task: AdminTask) => task.id);
    for (const query of [
      'q=zuma',
      `q=${id}`,
      'q=zuma&is_active=false',
      'q=zuma&realm=0',
      'q=zuma&sort=title',
    ]) {
      expect([query, await found(query)]).toEqual([query, [id]]);
    }
    expect(await found('q=zuma&is_active=true')).toEqual([]);
  });

  it('refuse addresses that are not public ones over HTTPS, other rewards and unknown realms', async () => {
    for (const [field, value] of [
      ['urlLink', 'http://example.com/'],
      ['urlLink', 'javascript:alert(1)'],
      ['urlLink', 'https://user:secret@example.com/'],
      ['urlLink', 'https://localhost/'],
      ['task_coin_reward', 100_001],
      ['realm', 77],
    ] as const) {
      const { status, body } = await world.operator.post('/admin/tasks', { ...newTask(), [field]: value });
      expect([status, body.code, body.issues[0].path]).toEqual([400, 'VALIDATION_FAILED', field]);
    }
  });

  it('for referrals are created, edited and found', async () => {
    const id = await world.referralTask({ required_referrals: 4_321, task_coin_reward: 10 });
    const { body } = await world.operator.put(`/admin/referral-tasks/${id}`, { task_coin_reward: 20 });
    expect(AdminReferralTask.parse(body)).toMatchObject({ required_referrals: 4_321, task_coin_reward: 20 });
    const list = await world.operator.get('/admin/referral-tasks?q=4321&sort=required_referrals');
    expect(list.body.map((task: AdminReferralTask) => task.id)).toEqual([id]);
    expect(await logOf('referral-task', id)).toEqual(['referral-task.create', 'referral-task.edit']);
  });
});

describe('O1 uploads decided in bulk', () => {
  it('are all decided but those that cannot be, which are returned with the reason', async () => {
    const taskId = await world.task({ task_coin_reward: 5 });
    const players = [await world.app.signIn(), await world.app.signIn(), await world.app.signIn()];
    const ids: number[] = [];
    for (const player of players) ids.push(await world.uploaded(player, taskId));
    const [first = 0, second = 0, third = 0] = ids;
    await world.reject(world.operator, third);
    const decide = () =>
      world.operator.post(
        '/admin/task-uploads/approve',
        { ids: [...ids, 999_999, first] },
        { 'idempotency-key': 'bulk-1' },
      );
    const reply = await decide();
    const { decided, refused } = DecidedSeveral.parse(reply.body);
    expect(decided.sort()).toEqual([first, second].sort());
    expect(refused.map(({ id, code }) => [id, code]).sort()).toEqual([
      [third, 'WRONG_STATUS'],
      [999_999, 'UPLOAD_NOT_FOUND'],
    ]);
    for (const [nth, coins] of [5, 5, 0].entries()) {
      const player = players[nth];
      expect(player && (await world.balance(player)).task).toBe(coins);
    }
    expect((await decide()).body).toEqual(reply.body);
    expect(await logOf('task-upload', first)).toEqual(['task-upload.approve']);
    expect((await world.operator.get(`/admin/tasks/${taskId}`)).body).toMatchObject({
      pending: 0,
      approved: 2,
      rejected: 1,
    });
  });

  it('O3a count singly as moved coins: those above the threshold wait for a second operator', async () => {
    const [by, second] = [await world.app.signIn({ role: 1 }), await world.app.signIn({ role: 1 })];
    // 4,000 coins at the rate of 10 to 1.
    const taskId = await world.task({ task_coin_reward: 40_000 });
    const players = [await world.app.signIn(), await world.app.signIn(), await world.app.signIn()];
    const ids: number[] = [];
    for (const player of players) ids.push(await world.uploaded(player, taskId));
    const reply = await by.post('/admin/task-uploads/approve', { ids });
    const { decided, requested } = DecidedSeveral.parse(reply.body);
    expect([decided, requested.map(({ id }) => id)]).toEqual([ids.slice(0, 2), ids.slice(2)]);
    const last = ids[2] ?? 0;
    const single = await by.post(`/admin/task-uploads/${last}/approve`);
    expect([single.status, single.body.approval_id]).toEqual([202, requested[0]?.approval_id]);
    expect((await second.post(`/admin/approvals/${requested[0]?.approval_id}/approve`)).status).toBe(200);
    expect(players[2] && (await world.balance(players[2])).task).toBe(40_000);
    expect((await by.get(`/admin/task-uploads/${last}`)).body.status).toBe('approved');
  });

  it('leave out those that another operator decides, who alone approves them', async () => {
    const [by, other] = [await world.app.signIn({ role: 1 }), await world.app.signIn({ role: 1 })];
    const taskId = await world.task();
    const ids = [
      await world.uploaded(await world.app.signIn(), taskId),
      await world.uploaded(await world.app.signIn(), taskId),
    ];
    const [claimed = 0, free = 0] = ids;
    await other.post(`/admin/queues/task-uploads/claims/${claimed}`, {});
    const { body } = await by.post('/admin/task-uploads/approve', { ids });
    expect(body).toMatchObject({ decided: [free], refused: [{ id: claimed, code: 'ITEM_CLAIMED' }] });
    expect((await by.post(`/admin/task-uploads/${claimed}/approve`)).body.code).toBe('ITEM_CLAIMED');
    expect((await other.post(`/admin/task-uploads/${claimed}/approve`)).body.status).toBe('approved');
  });

  it('are rejected with one reason that each player reads', async () => {
    const taskId = await world.task();
    const player = await world.app.signIn();
    const id = await world.uploaded(player, taskId);
    await world.operator.post('/admin/task-uploads/reject', { ids: [id], reason: 'Wrong page' });
    expect((await player.get(`/task/tasks/${taskId}`)).body.reason).toBe('Wrong page');
    expect(await logOf('task-upload', id)).toEqual(['task-upload.reject']);
  });

  it('O3a are not approved by an operator whose own upload it is', async () => {
    const taskId = await world.task();
    const player = await world.app.signIn();
    const id = await world.uploaded(player, taskId);
    await world.query(`UPDATE users SET role = 1, operator_role = 'owner', promoted_by = $2 WHERE id = $1`, [
      player.user.id,
      world.operator.user.id,
    ]);
    const own = await world.approve(world.operator, id);
    expect([own.status, own.body.code]).toEqual([403, 'OWN_WALLET']);
    const other = await world.app.signIn({ role: 1 });
    expect((await world.approve(other, id)).status).toBe(200);
  });
});
