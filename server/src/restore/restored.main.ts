import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { WrongServer } from '../db/pg-errors.ts';
import { openEpoch, readIdentity } from './open-epoch.ts';
import { repairPostings } from './repair-postings.ts';

const USAGE = `Usage: npm run restored
DATABASE_OWNER_URL and DATABASE_URL name the database; by default it is the one of npm start.
Run it after each restore, whether servers run or not. Running it again does no harm.
- brings the tables up to date
- opens a new epoch: watchers take the restored state although its versions are lower, and servers use this database
  although a later timeline of it was used before
- clears the positions of the audit and of the platform accounts' roll-ups
- gives postings and session changes from another cluster transaction ids of this one
Exit code: 0 done, 1 failed; run it again then.`;

const RECOVERY_PATIENCE_MS = 120_000;
const number = new Intl.NumberFormat('en-NG');

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { help: { type: 'boolean', default: false } },
  });
  if (values.help) return console.log(USAGE);
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: url } = process.env;
  if (!ownerUrl || !url) throw new Error('DATABASE_OWNER_URL and DATABASE_URL are not both set.');
  const db = openDatabase({ url: ownerUrl, poolSize: 2, applicationName: 'copup restored' });
  try {
    await untilRecovered(db);
    await migrate({ ownerUrl, url });
    const before = (await readIdentity(db)).epoch;
    const { epoch, sessionChanges } = await openEpoch(db, before ?? 0);
    console.log(`Epoch ${epoch} is open; before it was ${before ?? 'none'}.`);
    console.log('The positions of the audit and of the roll-ups are cleared.');
    console.log(
      `${number.format(sessionChanges)} session changes had ids of another cluster and are repaired.`,
    );
    const postings = await repairPostings(db, {
      onBatch: (repaired) => console.log(`  ${number.format(repaired)} postings so far`),
    });
    console.log(`${number.format(postings)} postings had ids of another cluster and are repaired.`);
    console.log('Next: npm run audit:ledger -- --full');
  } finally {
    await db.close();
  }
}

/**
 * Waits for the end of recovery: while PostgreSQL replays archived WAL it may answer queries, but accepts no writes.
 */
async function untilRecovered(db: Database): Promise<void> {
  const giveUpAtMs = performance.now() + RECOVERY_PATIENCE_MS;
  for (let isFirst = true; ; isFirst = false) {
    const error = await db.pool.query('SELECT').then(
      () => undefined,
      (failure: unknown) => failure,
    );
    if (!error) return;
    if (!(error instanceof WrongServer) || performance.now() > giveUpAtMs) throw error;
    if (isFirst) console.log('PostgreSQL is recovering; waiting until it accepts changes.');
    await pause(200);
  }
}

try {
  await main();
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  console.error(`The restored database is not ready: ${text}\nRun npm run restored again.`);
  process.exitCode = 1;
}
