import { NotifyMeBody } from '@copup/shared/content.ts';
import { Message } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { notifyRequests } from './content.tables.ts';

/** POST /content/notify-me, for visitors and players. */
export const notifyMeRoutes =
  (deps: Pick<Deps, 'db' | 'limits'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/content/notify-me',
      {
        config: { access: 'public', limit: 'notifyMe' },
        schema: {
          tags: ['content'],
          summary: 'Subscribes an address to a mail when the swap function opens',
          description: 'The reply is the same whether or not the address is known already.',
          body: NotifyMeBody,
          response: { 200: Message },
        },
      },
      async ({ body }) => {
        await keepNotifyRequest(deps, body);
        return { message: 'We’ll e-mail you when the swap function opens.' };
      },
    );
  };

/** Stores an address to be notified when the swap function opens, once. */
async function keepNotifyRequest(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  { email }: { email: string },
): Promise<void> {
  limits.consume('notifyMe', email.toLowerCase());
  await inTransaction(db, (tx) =>
    tx.orm.insert(notifyRequests).values({ feature: 'swap', email }).onConflictDoNothing(),
  );
}
