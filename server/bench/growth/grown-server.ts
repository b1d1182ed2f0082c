import { createUser } from '@copup/testkit/builders.ts';
import { ApiClient } from '@copup/testkit/client.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../src/db/in-transaction.ts';
import type { Deps } from '../../src/deps.ts';
import type { Sweep } from '../../src/jobs/jobs.ts';
import type { RoomKind } from '../../src/rooms/room-kind.ts';
import { startBenchServer } from '../bench-server.ts';
import { idOf, type WorldSql } from './world-shape.ts';

/** A server on a loaded world. Its periodic sweeps run only when they are called. */
export interface GrownServer {
  app: FastifyInstance;
  deps: Deps;
  world: WorldSql;
  sweeps: Sweep[];
  roomKinds: RoomKind[];
  operator: ApiClient;
  /** Opens a session of a loaded user. */
  player(u: number): Promise<ApiClient>;
  /** Returns ids of loaded users. */
  userIds(us: readonly number[]): Promise<string[]>;
  close(): Promise<void>;
}

export async function startGrownServer(databaseUrl: string, world: WorldSql): Promise<GrownServer> {
  const sweeps: Sweep[] = [];
  const roomKinds: RoomKind[] = [];
  const { app, deps, url, close } = await startBenchServer({
    env: { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: '4', REDIS_URL: undefined },
    overrides: { limitRules: noLimits },
    prepare: (deps) => {
      const defineRoom = deps.rooms.define.bind(deps.rooms);
      deps.jobs.defineSweep = (sweep) => sweeps.push(sweep);
      deps.rooms.define = (kind) => {
        roomKinds.push(kind);
        return defineRoom(kind);
      };
    },
  });
  // Stopped, since their reads are measured one at a time.
  deps.sessions.stop();
  deps.settings.stop();
  const client = new ApiClient(url);
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
    close,
  };
}
