import { notifyMeCalls } from '@copup/shared/calls/content.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { notifyRequests } from './content.tables.ts';

/** POST /content/notify-me, for visitors and players. */
export const notifyMeRoutes = (deps: Pick<Deps, 'db' | 'limits'>) =>
  routes(notifyMeCalls, {
    'POST /content/notify-me': async ({ body }) => {
      await keepNotifyRequest(deps, body);
      return { message: 'We’ll e-mail you when the swap function opens.' };
    },
  });

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
