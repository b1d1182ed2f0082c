import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ROOM_JOIN, ROOM_STATE, SOCKET_PATH } from '@copup/shared/room-names.ts';
import { Server } from 'socket.io';
import { sampleFrame, sampleSnapshot } from './sample-state.ts';
import { serveRooms } from './serve-rooms.ts';

/** Socket.IO as documented: every client may join, snapshots are in memory, `io.to(room).emit` sends. */
const broadcastRoom = process.env.BENCH_ROOM ?? '';
const http = createServer();
const io = new Server(http, { path: SOCKET_PATH, transports: ['websocket'], serveClient: false });
let version = 0;
io.on('connection', (socket) => {
  socket.on(ROOM_JOIN, ({ rooms }: { rooms: string[] }, answer: (reply: unknown) => void) => {
    void socket.join(rooms);
    answer({ rooms: rooms.map((room) => ({ ok: true, ...sampleSnapshot(room, version) })) });
  });
});
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', 8_192, resolve));

serveRooms({
  port: (http.address() as AddressInfo).port,
  broadcast() {
    version += 1;
    io.to(broadcastRoom).emit(ROOM_STATE, sampleFrame(broadcastRoom, version));
  },
  async close() {
    await io.close();
  },
});
