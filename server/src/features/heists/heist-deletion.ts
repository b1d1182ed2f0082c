import { paths } from '@copup/shared/page-paths.ts';
import { and, eq, inArray } from 'drizzle-orm';
import type { AccountDeletion } from '../../feature.ts';
import { heists, heistTickets } from './heists.tables.ts';

const MAX_SHOWN = 20;

/** S7: heists that the user has a ticket for and that are not settled. Few are open, so the query starts from them. */
export const heistDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const held = await tx.orm
      .select({ name: heists.name })
      .from(heists)
      .innerJoin(heistTickets, and(eq(heistTickets.heistId, heists.id), eq(heistTickets.userId, userId)))
      .where(inArray(heists.status, ['waiting', 'available', 'on_hold', 'started', 'cancelling']))
      .limit(MAX_SHOWN);
    return held.map(({ name }) => ({ kind: 'heist', details: name, bid_points: null, path: paths.heists }));
  },
};
