import { setTimeout as pause } from 'node:timers/promises';
import type { BankRead } from '@copup/testkit/checker/judge-ledger.ts';
import type { Database } from '@copup/testkit/database.ts';
import type { Recorder } from '@copup/testkit/history.ts';

const everyMs = 200;

// Users' balances come from their rows and platform accounts from postings, so that the two sums are independent.
const readStatement = `
  SELECT (SELECT coalesce(sum(available + held + bonus), 0) FROM wallets WHERE realm = $1)::bigint
    + (SELECT coalesce(sum(balance), 0) FROM funds WHERE realm = $1 AND unit = 'coin')::bigint
    + (SELECT coalesce(sum(amount) FILTER (WHERE destination IN ('revenue', 'unclaimed')), 0)
         - coalesce(sum(amount) FILTER (WHERE source IN ('revenue', 'unclaimed')), 0)
       FROM postings WHERE realm = $1 AND unit = 'coin')::bigint AS held,
    (SELECT coalesce(sum(amount) FILTER (WHERE source IN ('issuance', 'payouts')), 0)
       - coalesce(sum(amount) FILTER (WHERE destination IN ('issuance', 'payouts')), 0)
     FROM postings WHERE realm = $1 AND unit = 'coin')::bigint AS issued,
    (SELECT coalesce(min(least(available, held, bonus)), 0) FROM wallets WHERE realm = $1)::bigint AS smallest`;

/** Runs the bank test: adds up all coins of a realm every 200 ms, each time in one snapshot, until the signal aborts. */
export async function readBank(
  db: Database,
  realm: number,
  recorder: Recorder,
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted) {
    await recorder.run({ process: 'bank', command: 'read-balances', args: {} }, async () => {
      const client = await db.pool.connect();
      // A drill may kill PostgreSQL between two statements; the read is then recorded as unknown.
      const ignore = () => undefined;
      client.on('error', ignore);
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        const { rows } = await client.query<BankRead>(readStatement, [realm]);
        await client.query('COMMIT');
        client.off('error', ignore);
        client.release();
        return { type: 'ok', reply: rows[0] };
      } catch (error) {
        client.release(true);
        throw error;
      }
    });
    await pause(everyMs, undefined, { signal: until }).catch(() => undefined);
  }
}
