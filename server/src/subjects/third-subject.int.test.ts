import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raffleKind, raffles, rafflesMigration } from '../../test/raffles.ts';
import { closeOverdue } from './due-subjects.ts';
import { notifySettled } from './notify-settled.ts';

let database: TestDatabase;
let server: TestApp;
let operator: SignedInClient;
let player: SignedInClient;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.asOwner(`${rafflesMigration}
    GRANT SELECT, INSERT, UPDATE ON raffles, raffle_entries TO copup_server;
    GRANT USAGE ON SEQUENCE raffles_id_seq TO copup_server`);
  server = await startApp({ database, features: [raffles], overrides: { limitRules: noLimits } });
  operator = await server.signIn({ role: 1 });
  player = await server.signIn({ coins: 100 });
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const inAnHour = () => new Date(server.deps.clock.wallMs() + 3_600_000).toISOString();
async function createRaffle(name: string, fee = 30): Promise<number> {
  const { status, body } = await operator.post('/admin/raffles', { name, fee, end_date: inAnHour() });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}
const available = async () => (await player.get('/user/profile')).body.available_points;

describe('a third subject, of the manifest in test/raffles.ts alone', () => {
  it('O3 has the operators’ routes: create, list, search, edit', async () => {
    const id = await createRaffle('A generator');
    const list = await operator.get('/admin/raffles?q=generator&status=active');
    expect(list.body).toEqual([{ id, name: 'A generator', fee: 30, status: 'active', winner: null }]);
    expect((await operator.put(`/admin/raffles/${id}`, { name: 'A new generator' })).body.name).toBe(
      'A new generator',
    );
    expect((await operator.put(`/admin/raffles/${id}`, { fee: 1 })).body.code).toBe('CONTEST_NOT_EDITABLE');
    expect((await player.get('/admin/raffles')).status).toBe(403);
    expect(
      (await operator.post('/admin/raffles', { name: 'x', fee: 1, end_date: '2020-01-01T00:00:00Z' })).status,
    ).toBe(400);
  });

  it('A2, A8 takes the entry fee once, settles at the end, and publishes both', async () => {
    const id = await createRaffle('A cooker');
    const before = await available();
    expect((await player.post(`/raffle/join/${id}`)).body).toEqual({ id });
    expect((await player.post(`/raffle/join/${id}`)).body.code).toBe('ALREADY_JOINED');
    expect(await available()).toBe(before - 30);
    expect(await server.deps.rooms.latest(`raffle:${id}`)).toMatchObject({ state: { status: 'active' } });
    await server.asOwner(
      `UPDATE raffles SET starts_at = now() - interval '2 s', end_date = now() - interval '1 s' WHERE id = ${id}`,
    );
    await closeOverdue(server.deps, raffleKind);
    await notifySettled(server.deps, raffleKind);
    expect((await operator.get(`/admin/raffles/${id}`)).body).toMatchObject({
      status: 'drawn',
      winner: player.user.id,
    });
    const { rows } = await server.deps.db.pool.query(
      `SELECT kind FROM notifications WHERE subject_kind = 'raffle' AND subject_id = $1`,
      [String(id)],
    );
    expect(rows).toEqual([{ kind: 'lost' }]);
  });

  it('A8 refunds every entry when an operator cancels it', async () => {
    const id = await createRaffle('A phone');
    const before = await available();
    await player.post(`/raffle/join/${id}`);
    const cancelled = await operator.post(`/admin/raffles/${id}/cancel`, { reason: 'Broken.' });
    expect(cancelled.body).toMatchObject({ status: 'cancelled' });
    expect(await available()).toBe(before);
  });
});
