import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SOCKET_PATH } from '@copup/shared/room-names.ts';
import { Server } from 'socket.io';
import { sampleFrame } from './sample-state.ts';
import { serveRooms } from './serve-rooms.ts';

interface RawSocket {
  _sender: { sendFrame(list: Buffer[]): void; constructor: FrameEncoder };
  on(event: 'error' | 'close', listener: () => void): void;
}

interface FrameEncoder {
  frame(data: Buffer, options: object): Buffer[];
}

interface RawServer {
  clients: Set<RawSocket>;
  on(event: 'connection', listener: (socket: RawSocket) => void): void;
  close(): void;
}

/** `ws` alone, in the version that Socket.IO uses: one frame created once, passed to each socket's sender. */
const http = createServer();
const { engine } = new Server(createServer());
const WebSocketServer = (engine.opts as unknown as { wsEngine: new (options: object) => RawServer }).wsEngine;
const ws = new WebSocketServer({ server: http, path: `${SOCKET_PATH}/`, perMessageDeflate: false });
/** With BENCH_PINGS each socket is pinged every 5 s, a fiftieth of them at a time, as by our server. */
const groups = Array.from({ length: 50 }, () => new Set<RawSocket>());
let turn = 0;
ws.on('connection', (socket) => {
  socket.on('error', () => {});
  const group = groups[ws.clients.size % groups.length];
  group?.add(socket);
  socket.on('close', () => group?.delete(socket));
});
const PING = Buffer.from([0x81, 1, 0x32]);
if (process.env.BENCH_PINGS)
  setInterval(() => {
    turn += 1;
    for (const socket of groups[turn % groups.length] ?? []) socket._sender.sendFrame([PING]);
  }, 100).unref();
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', 8_192, resolve));

let version = 0;
serveRooms({
  port: (http.address() as AddressInfo).port,
  broadcast() {
    version += 1;
    const frame = sampleFrame(process.env.BENCH_ROOM ?? '', version);
    const text = Buffer.from(`42${JSON.stringify(['room:state', frame])}`);
    const [{ _sender: sender } = {}] = ws.clients;
    const list = sender?.constructor.frame(text, {
      readOnly: false,
      mask: false,
      rsv1: false,
      opcode: 1,
      fin: true,
    });
    const bytes = Buffer.concat(list ?? []);
    for (const socket of ws.clients) socket._sender.sendFrame([bytes]);
  },
  async close() {
    ws.close();
  },
});
