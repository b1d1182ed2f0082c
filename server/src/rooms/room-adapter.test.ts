import { describe, expect, it, vi } from 'vitest';
import { useAdapterWorld } from '../../test/adapter-world.ts';
import { Connection } from './connection.ts';

// Frames that the adapter writes below Socket.IO must be readable by Socket.IO's own client: an incompatible version of
// either fails here.
const world = useAdapterWorld();
const ROOM = 'room';

async function connect() {
  const server = await world.start({});
  const { adapter, io, socket } = server;
  await socket.join(ROOM);
  const tcp = socket.request.socket;
  /** Returns the number of sockets that it was written to. */
  const write = (event: string, value: unknown): number => {
    io.local.to(ROOM).emit(event, value);
    return adapter.lastWritten.sockets;
  };
  return { ...server, write, tcp, viaSocketIo: vi.spyOn(socket.conn, 'write') };
}

describe('a frame', () => {
  it('is written directly to the connection of a reader without a backlog', async () => {
    const { write, viaSocketIo, received } = await connect();
    expect(write('room:state', { name: 'Ọbí' })).toBe(1);
    await vi.waitFor(() => expect(received).toEqual([['room:state', { name: 'Ọbí' }]]));
    expect(viaSocketIo).not.toHaveBeenCalled();
  });

  it('of any length is decoded', async () => {
    const { write, received, adapter } = await connect();
    // The header changes at 126 and 65,536 bytes.
    const lengths = [0, 100, 101, 102, 103, 104, 65_510, 65_511, 65_512, 65_513, 65_514, 65_515, 200_000];
    const texts = [...lengths, ...Array.from({ length: 30 }, (_, at) => 90 + at)].map((n) => 'x'.repeat(n));
    for (const text of texts) write('f', text);
    await vi.waitFor(() => expect(received).toHaveLength(texts.length));
    expect(received).toEqual(texts.map((text) => ['f', text]));
    // Of `42["f",""]` with a header of two bytes.
    write('f', '');
    expect(adapter.lastWritten).toEqual({ bytes: 12, sockets: 1 });
  });

  it('keeps its order among Socket.IO’s own packets, queued or not', async () => {
    const { write, socket, received } = await connect();
    const filling = 'x'.repeat(9_000);
    for (let at = 0; at < 90; at += 1) {
      const value = at % 3 === 0 ? `${at}${filling}` : at;
      if (at % 2 === 0) expect(write('n', value)).toBe(1);
      else socket.emit('n', value);
      // Yields to the event loop now and then, so that some frames find a backlog and others do not.
      if (at % 20 === 19) await new Promise(setImmediate);
    }
    await vi.waitFor(() => expect(received).toHaveLength(90));
    expect(received.map(([, value]) => Number.parseInt(String(value), 10))).toEqual(
      Array.from({ length: 90 }, (_, at) => at),
    );
  });

  it('for a reader with a backlog goes through Socket.IO, and the reader is dropped', async () => {
    const { write, socket, client, tcp, viaSocketIo } = await connect();
    new Connection(socket.conn as never, 'network', {
      nowMs: () => 0,
      onFlood() {},
      onAdmitted() {},
      onClose() {},
    });
    // Simulates a connection that accepts no bytes: they wait in the process.
    tcp.cork();
    const websocket = (socket.conn as unknown as { transport: { socket: { readyState: number } } }).transport
      .socket;
    let written = 0;
    while (written < 10_000 && websocket.readyState === 1) written += write('n', 'x'.repeat(1_000));
    expect(viaSocketIo).toHaveBeenCalled();
    expect(written).toBeLessThan(1_100);
    await vi.waitFor(() => expect(socket.connected).toBe(false));
    await vi.waitFor(() => expect(client.connected).toBe(false));
  });

  it('with binary parts goes through Socket.IO', async () => {
    const { write, viaSocketIo, received } = await connect();
    expect(write('n', Buffer.from([1]))).toBe(1);
    expect(viaSocketIo).toHaveBeenCalledTimes(2);
    await vi.waitFor(() => expect(received).toEqual([['n', Buffer.from([1])]]));
  });

  it('after the end of the connection has no effect', async () => {
    const { write, socket, client, tcp } = await connect();
    const written = vi.spyOn(tcp, 'write');
    socket.disconnect(true);
    const before = written.mock.calls.length;
    write('n', 'after the end');
    await vi.waitFor(() => expect(client.connected).toBe(false));
    write('n', 'after the end');
    expect(String(written.mock.calls.slice(before).flat())).not.toContain('after the end');
  });
});
