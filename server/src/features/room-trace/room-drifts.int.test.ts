import { ROOM_CHECK, ROOM_JOIN, userRoom } from '@copup/shared/room-names.ts';
import { RoomDrifts, RoomTraceHeader } from '@copup/shared/room-trace.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { until } from '@copup/testkit/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let operator: SignedInClient;
const sockets: RoomClient[] = [];
beforeAll(async () => {
  app = await startApp();
  operator = await app.signIn({ role: 1 });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await app?.close();
});

const drifts = async () => RoomDrifts.parse((await operator.get('/admin/room-drifts')).body).drifts;

/** A client that reports another state than it was sent, each time that it is asked. */
async function openLiar(): Promise<SignedInClient> {
  const player = await app.signIn({ coins: 10 });
  const client = new RoomClient(app.url, player.token);
  sockets.push(client);
  await client.connected();
  const room = userRoom(player.user.id);
  const { rooms } = await client.socket.emitWithAck(ROOM_JOIN, { rooms: [room], deltas: true });
  const [{ epoch, version }] = rooms;
  client.socket.on(ROOM_CHECK, (_: object, answer: (shown: object) => void) =>
    answer({ epoch, version, hash: 7 }),
  );
  return player;
}

it('O6 what clients report is stored with the room’s trace, bounded, and confirmed by clients of two users', async () => {
  const one = await openLiar();
  const found = await until(async () => {
    const [first] = await drifts();
    expect(first?.has_trace).toBe(true);
    return first;
  });
  expect(found).toMatchObject({
    ...{ room: userRoom(one.user.id), of: 'client', how: 'differs', username: one.user.username },
    ...{ is_confirmed: false },
  });
  const { text, status } = await operator.get(`/admin/room-drifts/${found?.id}/trace`);
  expect(status).toBe(200);
  expect(RoomTraceHeader.parse(JSON.parse(text.split('\n')[0] ?? ''))).toMatchObject({ room: found?.room });
  const [audit] = (await operator.get('/admin/audit-log?action=room-trace.export')).body;
  expect(audit).toMatchObject({ action: 'room-trace.export' });
  expect((await operator.get('/admin/room-drifts/999/trace')).body.code).toBe('NOT_FOUND');

  const two = await openLiar();
  await until(async () => {
    const all = await drifts();
    expect(all.map(({ username }) => username)).toContain(two.user.username);
    expect(all.filter(({ is_confirmed }) => !is_confirmed)).toEqual([]);
  });
  // A user alone reports at most three an hour.
  await until(async () => {
    const all = (await drifts()).map(({ username }) => username);
    for (const { user } of [one, two])
      expect(all.filter((username) => username === user.username)).toHaveLength(3);
  });
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  expect(metrics).toContain('copup_room_drift_total{of="client"} 6');
  expect((await one.get('/admin/room-drifts')).status).toBe(403);
});
