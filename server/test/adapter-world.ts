import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TEST_SECRETS_KEY } from '@copup/testkit/room-servers.ts';
import { Server, type Socket } from 'socket.io';
import { type Socket as Client, io as connect } from 'socket.io-client';
import { afterEach, vi } from 'vitest';
import { Bus } from '../src/rooms/bus.ts';
import { createRoomAdapter, type RoomAdapter } from '../src/rooms/room-adapter.ts';

/** One Socket.IO server with the adapter and nothing else of the product, and one client of it. */
export interface AdapterServer {
  io: Server;
  bus: Bus;
  adapter: RoomAdapter;
  url: string;
  socket: Socket;
  client: Client;
  /** The events that the client has received, with their arguments. */
  received: [event: string, ...args: unknown[]][];
  close(): Promise<void>;
}

/** Registers the hook that closes each test's servers after it. */
export function useAdapterWorld() {
  const servers: AdapterServer[] = [];
  const clients: Client[] = [];

  async function client(url: string): Promise<{ client: Client; received: AdapterServer['received'] }> {
    const client = connect(url, { transports: ['websocket'], forceNew: true, reconnection: false });
    clients.push(client);
    const received: AdapterServer['received'] = [];
    client.onAny((event: string, ...args: unknown[]) => {
      received.push([event, ...args.filter((arg) => typeof arg !== 'function')]);
    });
    await new Promise<void>((resolve) => client.once('connect', resolve));
    return { client, received };
  }

  async function start(options: {
    url?: string;
    prefix?: string;
    namespace?: string;
  }): Promise<AdapterServer> {
    const { url: redisUrl, prefix = 'adapter', namespace = '/' } = options;
    const bus = new Bus({
      url: redisUrl,
      prefix,
      secret: TEST_SECRETS_KEY,
      onMessage() {},
      onForeign() {},
      log: { warn() {}, info() {} },
    });
    const http = createServer();
    const io = new Server(http, { adapter: createRoomAdapter(bus), transports: ['websocket'] });
    const of = io.of(namespace);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}${namespace}`;
    const connected = new Promise<Socket>((resolve) => of.once('connection', resolve));
    const opened = await client(url);
    const adapter = of.adapter as RoomAdapter;
    const server: AdapterServer = {
      io,
      bus,
      adapter,
      url,
      socket: await connected,
      ...opened,
      async close() {
        opened.client.disconnect();
        await io.close();
        bus.close();
      },
    };
    servers.push(server);
    return server;
  }

  /** Starts servers that know of each other. */
  async function startAll<Count extends 2 | 3>(
    count: Count,
    options: { url: string; prefix: string; namespace?: string },
  ): Promise<
    Count extends 2 ? [AdapterServer, AdapterServer] : [AdapterServer, AdapterServer, AdapterServer]
  > {
    const all = await Promise.all(Array.from({ length: count }, () => start(options)));
    for (const { adapter } of all)
      await vi.waitUntil(async () => (await adapter.serverCount()) === count, { timeout: 10_000 });
    return all as never;
  }

  afterEach(async () => {
    for (const client of clients.splice(0)) client.disconnect();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  return { start, startAll, client };
}
