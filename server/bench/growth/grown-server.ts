import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { buildDeps, type Deps } from '../../src/deps.ts';
import type { Sweep } from '../../src/jobs/jobs.ts';
import { type LimitRules, limitRules } from '../../src/limits/limit-rules.ts';
import type { RoomKind } from '../../src/rooms/room-kind.ts';
import { createUser } from '../../test/builders.ts';
import { ApiClient } from '../../test/client.ts';
import { idOf, type WorldSql } from './world-shape.ts';

/** A server on a loaded world, with what it registered. Its periodic sweeps run only when they are called. */
export interface GrownServer {
  app: FastifyInstance;
  deps: Deps;
  world: WorldSql;
  sweeps: Sweep[];
  roomKinds: RoomKind[];
  operator: ApiClient;
  /** A session of a loaded user. */
  player(u: number): Promise<ApiClient>;
  /** Ids of loaded users. */
  userIds(us: readonly number[]): Promise<string[]>;
  close(): Promise<void>;
}

const unlimited = Object.fromEntries(
  Object.entries(limitRules).map(([name, rule]) => [name, { ...rule, points: 1e9, perAddress: 1e9 }]),
) as unknown as LimitRules;

export async function startGrownServer(databaseUrl: string, world: WorldSql): Promise<GrownServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'copup-growth-'));
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '4',
    DATA_DIR: dataDir,
    PORT: '0',
    JWT_SECRET: 'a secret for the growth bench with enough characters',
    SECRETS_KEY: 'another secret for the growth bench with enough characters',
  });
  const deps = await buildDeps(config, { limitRules: unlimited });
  const sweeps: Sweep[] = [];
  const roomKinds: RoomKind[] = [];
  const defineRoom = deps.rooms.define.bind(deps.rooms);
  deps.jobs.defineSweep = (sweep) => sweeps.push(sweep);
  deps.rooms.define = (kind) => {
    roomKinds.push(kind);
    return defineRoom(kind);
  };
  const app = await buildApp(deps);
  await app.listen({ port: 0, host: '127.0.0.1' });
  // What they read is measured one at a time.
  deps.sessions.stop();
  deps.settings.stop();
  const client = new ApiClient(app.listeningOrigin);
  const signIn = async (id: string): Promise<ApiClient> => {
    const { token } = await inTransaction(deps.db, (tx) => deps.sessions.create(tx, id));
    return client.withToken(token);
  };
  const userIds = async (us: readonly number[]): Promise<string[]> => {
    const { rows } = await deps.db.pool.query<{ id: string }>(
      `SELECT ${idOf('user', 'u')} AS id FROM unnest($1::int[]) WITH ORDINALITY AS t (u, nth) ORDER BY nth`,
      [us],
    );
    return rows.map(({ id }) => id);
  };
  const { id: operatorId } = await createUser(deps.db, { role: 1 });
  return {
    app,
    deps,
    world,
    sweeps,
    roomKinds,
    operator: await signIn(operatorId),
    userIds,
    player: async (u) => signIn((await userIds([u]))[0] as string),
    async close() {
      await deps.rooms.close();
      await Promise.all([app.close(), deps.lanes.drain()]);
      await deps.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
