import type { Transaction } from './in-transaction.ts';

/** The numbers of all advisory locks of this database. Those of gates, days and the demo are also the first of two keys. */
export const lockNumbers = {
  migrations: 7_301_001,
  epochs: 7_301_002,
  operators: 7_301_003,
  demo: 7_301_004,
  demoBidders: 7_301_005,
  alerts: 7_301_006,
  payoutSendings: 7_301_007,
  bankList: 7_301_008,
  reconciliation: 7_301_009,
  /** Of the first kind of live subjects; further kinds have the numbers after it, in the order of their declaration. */
  subjectGates: 7_301_010,
  chainRootDays: 7_301_020,
  partitions: 7_301_021,
  audit: 2_026_112_101,
} as const;

/**
 * The seeds of the hashes of locked texts, by the name of the statement. The texts of two names with one seed must
 * differ: those of replies are JSON.
 */
const textSeeds = {
  'lock-reply-key': 0,
  'watchlist-lock': 0,
  'codes-lock': 1,
  'approvals-lock-subject': 2,
  'setting-lock': 3,
} as const;

/** Takes the lock, waiting for it, until the transaction ends. */
export async function takeLock(
  { client }: Pick<Transaction, 'client'>,
  lock: keyof typeof lockNumbers,
): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumbers[lock]]);
}

/** Locks a text, where there may be no row to lock, until the transaction ends. */
export async function lockText(
  { client }: Pick<Transaction, 'client'>,
  name: keyof typeof textSeeds,
  text: string,
): Promise<void> {
  await client.query({
    name,
    text: `SELECT pg_advisory_xact_lock(hashtextextended($1, ${textSeeds[name]}))`,
    values: [text],
  });
}
