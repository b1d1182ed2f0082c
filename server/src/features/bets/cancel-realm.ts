import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { announceBets, lockOpenBets } from './bets.queries.ts';
import { cancelLocked } from './cancel-bet.ts';
import { CHUNK } from './end-bets.ts';

/** Cancels the open bets of a load test's realm and returns when all stakes are back (O5). Idempotent. */
export const cancelBetsOf =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices'>) =>
  async (realm: number): Promise<void> => {
    const cancelSome = (): Promise<number> =>
      inTransaction(deps.db, async (tx) => {
        const rows = await lockOpenBets(tx, realm, CHUNK);
        if (rows.length === 0) return 0;
        await cancelLocked(tx, deps, rows, { cause: 'load_test' });
        await announceBets(tx, rows);
        return rows.length;
      });
    while ((await cancelSome()) > 0);
    // No later step of its fixtures is due.
    await deps.db.pool.query({
      name: 'fixtures-end-realm',
      text: `UPDATE fixtures SET closed_at = coalesce(closed_at, clock_timestamp()), returned_at = clock_timestamp()
        WHERE realm = $1 AND result_no = 0 AND returned_at IS NULL`,
      values: [realm],
    });
  };
