import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SOCKET_PATH } from '@copup/shared/room-names.ts';
import { Server } from 'socket.io';
import { sampleFrame } from './sample-state.ts';
import { serveRooms } from './serve-rooms.ts';

interface RawSocket {
  _sender: { sendFrame(list: Buffer[]): void; constructor: FrameEncoder };
  on(event: 'error', listener: () => void): void;
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
ws.on('connection', (socket) => socket.on('error', () => {}));
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
