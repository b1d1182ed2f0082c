import { createUser, type TestUser } from '@copup/testkit/builders.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { available, bonus, move, post } from '@copup/testkit/ledger.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach } from 'vitest';
import { type Database, openDatabase } from '../src/db/database.ts';
import { inTransaction } from '../src/db/in-transaction.ts';
import { ensureFund } from '../src/ledger/accounts.ts';
import { openHolds } from '../src/ledger/holds.ts';
import { untilEarlierEnded } from './earlier-transactions.ts';

/** A small ledger with rows of every kind. */
export interface AuditedLedger {
  /** Connected as the owner, like the audit itself. */
  db: Database;
  url: string;
  /** Has 890 available, 100 held and 30 bonus coins, of 1,000 and 50. */
  rich: TestUser;
  /** Has 15 available coins and 3 task coins. */
  poor: TestUser;
  /** Holds 15 coins. */
  pot: { kind: 'pot'; id: string };
  /** Waits until the audit's cut covers all rows. */
  untilCovered(): Promise<void>;
}

/** Creates the ledger anew for each test, since tests of the audit tamper with it. Another 70 coins are in realm 2. */
export function useAuditedLedger(): AuditedLedger {
  const ledger = { untilCovered: () => untilEarlierEnded(ledger.db) } as AuditedLedger;
  let test: TestDatabase;
  withoutAudit();
  beforeEach(async () => {
    test = await createTestDatabase();
    Object.assign(ledger, await fill(test.ownerUrl));
  });
  afterEach(async () => {
    await ledger.db.close();
    await test.drop();
  });
  return ledger;
}

async function fill(url: string): Promise<Omit<AuditedLedger, 'untilCovered'>> {
  const db = openDatabase({ url, poolSize: 6 });
  const rich = await createUser(db, { coins: 1_000, bonus: 50 });
  const poor = await createUser(db, { coins: 5 });
  await createUser(db, { coins: 70, realm: 2 });
  const fund = await inTransaction(db, (tx) =>
    ensureFund(tx, uuidv7(), { kind: 'pot', realm: 0, subject: { kind: 'contest', id: '1' } }),
  );
  const pot = { kind: 'pot', id: fund.id } as const;
  await post(db, move(available(rich), available(poor), 10));
  await post(db, move(bonus(rich), pot, 20), move(pot, { kind: 'revenue' }, 5));
  await post(db, move({ kind: 'issuance' }, { kind: 'task', id: poor.id }, 3, { unit: 'task' }));
  await inTransaction(db, (tx) =>
    openHolds(tx, {
      subject: { kind: 'auction', id: '1001' },
      realm: 0,
      transferKind: 'bid_hold',
      holds: [{ id: uuidv7(), userId: rich.id, amount: 100, transferId: uuidv7(), key: 'hold' }],
    }),
  );
  return { db, url, rich, poor, pot };
}
