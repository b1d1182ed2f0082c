import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** /healthz: the process answers. /readyz: it can work, that is, the database answers and has its tables. */
export const health = ({ db, redis }: Pick<Deps, 'db' | 'redis'>) =>
  async function healthPlugin(app: FastifyInstance): Promise<void> {
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async () => {
      await db.pool.query('SELECT 1 FROM session_changes LIMIT 1');
      return { status: 'ready', redis: redis.isReady() ? 'ready' : 'away' };
    });
  };
