import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { type Socket as ClientSocket, io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Viewer } from '../sessions/sessions.ts';
import { encodeFrame } from './broadcaster.ts';
import { Member } from './member.ts';

// Frames that Member writes below Socket.IO must be readable by Socket.IO's own client: an incompatible version of
// either fails here.
let http: HttpServer;
let server: Server;
const clients: ClientSocket[] = [];

beforeAll(async () => {
  http = createServer();
  server = new Server(http, { transports: ['websocket'], perMessageDeflate: false });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await server.close();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

async function connect(): Promise<{
  member: Member;
  socket: Socket;
  client: ClientSocket;
  received: unknown[];
}> {
  const { port } = http.address() as AddressInfo;
  const client = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true });
  clients.push(client);
  const received: [string, unknown][] = [];
  client.onAny((event: string, value: unknown) => received.push([event, value]));
  const socket = await new Promise<Socket>((resolve) => server.once('connection', resolve));
  await vi.waitFor(() => expect(client.connected).toBe(true));
  return { member: new Member(socket, {} as Viewer, () => 0), socket, client, received };
}

describe('a frame', () => {
  it('is written directly to the connection of a reader without a backlog', async () => {
    const { member, socket, received } = await connect();
    const viaSocketIo = vi.spyOn(socket.conn, 'write');
    expect(member.write(encodeFrame('room:state', { name: 'Ọbí' }))).toBe(true);
    await vi.waitFor(() => expect(received).toEqual([['room:state', { name: 'Ọbí' }]]));
    expect(viaSocketIo).not.toHaveBeenCalled();
  });

  it('of any length is decoded', async () => {
    const { member, received } = await connect();
    // The header changes at 126 and 65,536 bytes.
    const lengths = [0, 100, 101, 102, 103, 104, 65_510, 65_511, 65_512, 65_513, 65_514, 65_515, 200_000];
    const texts = [...lengths, ...Array.from({ length: 30 }, (_, at) => 90 + at)].map((n) => 'x'.repeat(n));
    for (const text of texts) member.write(encodeFrame('f', text));
    await vi.waitFor(() => expect(received).toHaveLength(texts.length));
    expect(received).toEqual(texts.map((text) => ['f', text]));
  });

  it('keeps its order among Socket.IO’s own packets, queued or not', async () => {
    const { member, socket, received } = await connect();
    const filling = 'x'.repeat(9_000);
    for (let at = 0; at < 90; at += 1) {
      const value = at % 3 === 0 ? `${at}${filling}` : at;
      if (at % 2 === 0) expect(member.write(encodeFrame('n', value))).toBe(true);
      else socket.emit('n', value);
      // Yields to the event loop now and then, so that some frames find a backlog and others do not.
      if (at % 20 === 19) await new Promise(setImmediate);
    }
    await vi.waitFor(() => expect(received).toHaveLength(90));
    expect(received.map((entry) => Number.parseInt(String((entry as [string, unknown])[1]), 10))).toEqual(
      Array.from({ length: 90 }, (_, at) => at),
    );
  });

  it('for a reader with a backlog goes through Socket.IO, and the reader is dropped', async () => {
    const { member, socket, client } = await connect();
    const viaSocketIo = vi.spyOn(socket.conn, 'write');
    const tcp = socket.request.socket;
    // Simulates a connection that accepts no bytes: they wait in the process.
    tcp.cork();
    const frame = encodeFrame('n', 'x'.repeat(1_000));
    let written = 0;
    while (written < 10_000 && member.write(frame)) written += 1;
    expect(viaSocketIo).toHaveBeenCalled();
    expect(written).toBeLessThan(1_100);
    await vi.waitFor(() => expect(socket.connected).toBe(false));
    await vi.waitFor(() => expect(client.connected).toBe(false));
  });

  it('after the end of the connection has no effect', async () => {
    const { member, socket, client } = await connect();
    const tcp = socket.request.socket;
    const written = vi.spyOn(tcp, 'write');
    const frame = encodeFrame('n', 1);
    socket.disconnect(true);
    const before = written.mock.calls.length;
    member.write(frame);
    await vi.waitFor(() => expect(client.connected).toBe(false));
    member.write(frame);
    expect(written.mock.calls.slice(before).flat()).not.toContain(frame.bytes);
  });
});
