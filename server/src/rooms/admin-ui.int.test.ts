import { SOCKET_PATH } from '@copup/shared/room-names.ts';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CounterRooms } from '../../test/counter-room.ts';
import { useRoomWorld } from '../../test/room-world.ts';

const world = useRoomWorld();
// The module changes the servers of all files that this process tests.
const { attach } = Server.prototype;
beforeAll(() => import('../../test/admin-ui.ts'));
afterAll(() => {
  Server.prototype.attach = attach;
});

interface Shown {
  id: string;
  data: object;
  handshake: { headers: object; query: object };
  rooms: string[];
}

describe('Socket.IO’s admin UI in development', () => {
  it('shows the sockets and rooms of all servers, and may end them', async () => {
    await CounterRooms.write(world.db, 'shown');
    const [one, two] = [await world.start(), await world.start()];
    const [ada, ben] = [await world.connect(one, 'ada'), await world.connect(two, 'ben')];
    for (const client of [ada, ben]) expect(await client.join('counter:shown')).toMatchObject([{ ok: true }]);
    await vi.waitUntil(async () => (await one.rooms.io.fetchSockets()).length === 2);
    const admin = io(`${one.url}/admin`, { path: SOCKET_PATH, transports: ['websocket'], forceNew: true });
    try {
      const heard: string[] = [];
      admin.onAny((event: string) => heard.push(event));
      const all = await new Promise<Shown[]>((resolve) => admin.once('all_sockets', resolve));
      const shown = (userId: string) => all.find(({ data }) => 'userId' in data && data.userId === userId);
      for (const [userId, { socket }] of [
        ['ada', ada],
        ['ben', ben],
      ] as const)
        expect(shown(userId)).toMatchObject({
          rooms: [socket.id, 'counter:shown'],
          handshake: { headers: {}, query: {} },
        });
      // Neither the token nor what else is known about the user.
      expect(JSON.stringify(all)).not.toMatch(/token|sessionId|viewer/);
      const ended = ben.event('disconnect');
      admin.emit('_disconnect', '/', true, ben.socket.id);
      expect(await ended).toBe('io server disconnect');
      const version = await CounterRooms.write(world.db, 'shown');
      one.rooms.publish('counter:shown', version, { text: 'x' });
      await ada.version('counter:shown', version);
      const others = ['server_stats', 'event_sent', 'socket_disconnected'];
      await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining(others)));
      expect(one.rooms.counted().sockets).toMatchObject({ open: 1, pending: 0 });
      expect(await ada.join('counter:shown')).toMatchObject([{ ok: true, watchers: 1 }]);
    } finally {
      admin.disconnect();
    }
  });
});
