import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminAuction, NewAuctionBody } from '@copup/shared/auctions.ts';
import { SOCKET_PATH } from '@copup/shared/room-names.ts';
import { createTestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { Operator } from '@copup/testkit/players.ts';
import { type ServerProcess, startServer } from '@copup/testkit/processes.ts';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { io, type Socket } from 'socket.io-client';
import { vi } from 'vitest';

const operator = { email: 'operator@traces.test', password: 'a long passphrase of traces' };

export type TracedServers = Awaited<ReturnType<typeof openTracedServers>>;

/** Opens a database for servers of the product in processes of their own, which a test starts with its variables. */
export async function openTracedServers() {
  const database = await createTestDatabase();
  const redis = testRedis();
  const folder = mkdtempSync(join(tmpdir(), 'copup-traces-'));
  const servers: ServerProcess[] = [];
  const sockets: Socket[] = [];
  const connection = new Redis(redis.url, { maxRetriesPerRequest: null });
  const queue = new Queue('scheduled-jobs', {
    connection,
    prefix: `{${redis.prefix}}`,
    skipVersionCheck: true,
  });

  return {
    database,
    async start(name: string, env: Record<string, string> = {}): Promise<ServerProcess> {
      const server = await startServer({
        name,
        databaseUrl: database.url,
        redisUrl: redis.url,
        folder,
        env: {
          REDIS_PREFIX: redis.prefix,
          JWT_SECRET: 'a secret for tests that has enough characters',
          SECRETS_KEY: 'another secret for tests with enough characters',
          ADMIN_EMAIL: operator.email,
          ADMIN_PASSWORD: operator.password,
          OTEL_BSP_SCHEDULE_DELAY: '50',
          OTEL_EXPORTER_OTLP_TIMEOUT: '300',
          ...env,
        },
      });
      servers.push(server);
      return server;
    },
    /** Puts the end of an auction into the past, and runs the job that was scheduled for it. */
    async endNow(id: number, end: Date): Promise<void> {
      const job = await vi.waitUntil(() => queue.getJob(`auction-close-${id}-${end.getTime()}`));
      await database.asOwner(
        `UPDATE auctions SET starts_at = now() - interval '1 hour', end_date = now() - interval '1 second'
          WHERE id = ${id}`,
      );
      await job.promote();
    },
    signIn: ({ url }: ServerProcess) => Operator.signIn(url, operator.email, operator.password),
    async watch({ url }: ServerProcess, token: string, room: string): Promise<Watcher> {
      const socket = io(url, {
        path: SOCKET_PATH,
        transports: ['websocket'],
        reconnection: false,
        auth: { token },
      });
      sockets.push(socket);
      const frames: string[] = [];
      socket.on('room:state', (frame: unknown) => frames.push(JSON.stringify(frame)));
      await socket.emitWithAck('room:join', { room });
      return { socket, frames };
    },
    async close() {
      for (const socket of sockets) socket.close();
      await Promise.all(servers.map((server) => server.kill()));
      await queue.close();
      connection.disconnect();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Watcher {
  socket: Socket;
  /** The updates received, as text. */
  frames: string[];
}

/** Creates an auction of a realm that is free to enter and ends in a while. */
export function createAuction(
  admin: Operator,
  realm: number,
  over: Partial<NewAuctionBody> = {},
): Promise<AdminAuction> {
  return admin.createAuction({
    name: 'Radio',
    category: 'product',
    price: 1_000,
    entry_bid_points: 1,
    end_date: new Date(Date.now() + 3_600_000).toISOString(),
    realm,
    ...over,
  });
}
