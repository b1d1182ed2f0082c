import { eq } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { carryOut } from '../../decisions/decide.ts';
import type { Deps } from '../../deps.ts';
import { realms } from '../../subjects/subjects.tables.ts';
import { payoutKind } from './payout-kind.ts';
import { listPendingOf, lockPayout } from './payouts.queries.ts';

/** Payouts of one transaction. */
const CHUNK = 100;

/** Rejects the pending payouts of a load test's realm, so that no coins stay held (O5). Idempotent. */
export const cancelPayoutsOf =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>) =>
  async (realm: number): Promise<void> => {
    const [found] = await deps.db.orm.select().from(realms).where(eq(realms.id, realm));
    if (!found?.createdBy) return;
    const given = { operatorId: found.createdBy, reason: 'The load test ended.' };
    for (;;) {
      const ids = await listPendingOf(deps.db, realm, CHUNK);
      if (ids.length === 0) return;
      await inTransaction(deps.db, async (tx) => {
        for (const id of ids) {
          const payout = await lockPayout(tx, id);
          if (payout?.status === 'pending')
            await carryOut(tx, deps, payoutKind, payoutKind.rules.reject, payout, given);
        }
      });
    }
  };
