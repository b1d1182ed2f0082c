import { createTestDatabase, type TestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { RoomClient, type RoomServer, startRoomServer } from '@copup/testkit/room-servers.ts';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Database, openDatabase } from '../src/db/database.ts';
import { CounterRooms } from './counter-room.ts';

/** Servers with rooms of counters on one database, and their clients. Each test's are closed after it. */
export interface RoomWorld {
  database: TestDatabase;
  db: Database;
  /** Of the channels in Redis; new for each test. */
  prefix: string;
  servers: RoomServer[];
  start(options?: {
    databaseUrl?: string;
    redisUrl?: string | undefined;
    counters?: (db: Database) => CounterRooms;
  }): Promise<RoomServer>;
  connect(server: RoomServer, token?: string, options?: Record<string, unknown>): Promise<RoomClient>;
}

/** Registers the hooks. The returned object is filled when the first test begins. */
export function useRoomWorld(): RoomWorld {
  const clients: RoomClient[] = [];
  const world: RoomWorld = {
    database: undefined as never,
    db: undefined as never,
    prefix: '',
    servers: [],
    async start({ databaseUrl = world.database.url, counters, ...options } = {}) {
      const server = await startRoomServer({
        databaseUrl,
        redisUrl: 'redisUrl' in options ? options.redisUrl : testRedis().url,
        prefix: world.prefix,
        kinds: (own) => [(counters?.(own) ?? new CounterRooms(own)).kind()],
      });
      world.servers.push(server);
      return server;
    },
    async connect(server, token = 'ada', options) {
      const client = new RoomClient(server.url, token, options);
      clients.push(client);
      await client.connected();
      return client;
    },
  };
  beforeAll(async () => {
    world.database = await createTestDatabase();
    world.db = openDatabase({ url: world.database.url, poolSize: 4 });
    await CounterRooms.createTable(world.db);
  });
  beforeEach(() => {
    ({ prefix: world.prefix } = testRedis());
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    for (const server of world.servers.splice(0)) await server.close();
  });
  afterAll(async () => {
    await world.db.close();
    await world.database.drop();
  });
  return world;
}
