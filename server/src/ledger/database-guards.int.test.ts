import { randomUUID } from 'node:crypto';
import { createUser, type TestUser } from '@copup/testkit/builders.ts';
import { available, move, post, useTestDatabase } from '@copup/testkit/ledger.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { getTableConfig, type PgTable } from '../db/drizzle.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { ensureFund } from './accounts.ts';
import { openHolds } from './holds.ts';
import { transferKinds } from './post-transfers.ts';
import * as tables from './tables.ts';
import { readWallets } from './wallets.ts';

withoutAudit();

const test = useTestDatabase();
let user: TestUser;
let other: TestUser;
let foreigner: TestUser;
let owner: Database;

beforeAll(() => {
  owner = openDatabase({ url: test.ownerUrl, poolSize: 1 });
});
afterAll(() => owner.close());
beforeEach(async () => {
  user = await createUser(test.db, { coins: 100 });
  other = await createUser(test.db, { coins: 10 });
  foreigner = await createUser(test.db, { coins: 50, realm: 7 });
});

const run = (sql: string, values: unknown[] = []) => test.db.pool.query(sql, values);
const runAsOwner = (sql: string, values: unknown[] = []) => owner.pool.query(sql, values);

/** Expects that the servers' role lacks the privilege and that the triggers refuse even the owner. */
async function expectRefused(sql: string, message: string, values: unknown[] = []): Promise<void> {
  await expect(run(sql, values)).rejects.toThrow('permission denied');
  await expect(runAsOwner(sql, values)).rejects.toThrow(message);
}

/** Inserts a posting as a compromised server could. */
async function insertPosting(columns: Record<string, unknown>): Promise<void> {
  const row: Record<string, unknown> = {
    transfer_id: uuidv7(),
    no: 0,
    realm: 0,
    unit: 'coin',
    amount: 1,
    source: 'available',
    source_id: user.id,
    destination: 'available',
    destination_id: other.id,
    ...columns,
  };
  const names = Object.keys(row);
  await run(
    `INSERT INTO postings (${names.join(', ')}) VALUES (${names.map((_, nth) => `$${nth + 1}`).join(', ')})`,
    Object.values(row),
  );
}

describe('the database refuses', () => {
  it('L2 an update of a balance that is not a posting, also from within another trigger or function', async () => {
    for (const part of ['available', 'held', 'bonus', 'task']) {
      const message = 'only by a posting';
      await expectRefused(`UPDATE wallets SET ${part} = ${part} + 1`, message);
      const versioned = `UPDATE wallets SET ${part} = ${part} + 1, version = version + 1 WHERE user_id = $1`;
      await expectRefused(versioned, message, [user.id]);
    }
    await runAsOwner(`CREATE FUNCTION steal() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN UPDATE wallets SET available = available + 1; RETURN NEW; END $$`);
    await runAsOwner('CREATE TABLE probe (id integer)');
    await runAsOwner(
      'CREATE TRIGGER probe_steal BEFORE INSERT ON probe FOR EACH ROW EXECUTE FUNCTION steal()',
    );
    await expect(runAsOwner('INSERT INTO probe VALUES (1)')).rejects.toThrow('only by a posting');
    await expectRefused('DO $$ BEGIN UPDATE wallets SET available = 5; END $$', 'only by a posting');
    await runAsOwner('DROP TABLE probe');
    await runAsOwner('DROP FUNCTION steal');
  });

  it('L2 to insert a wallet or fund that has coins', async () => {
    await expect(
      run('INSERT INTO wallets (user_id, realm, available) VALUES ($1, 0, 5)', [uuidv7()]),
    ).rejects.toThrow('a new wallet is empty');
    await expect(
      run(
        `INSERT INTO funds (id, kind, realm, subject_kind, subject_id, balance) VALUES ($1, 'pot', 0, 'contest', 'x', 5)`,
        [uuidv7()],
      ),
    ).rejects.toThrow('a new fund is empty');
  });

  it('L2 to delete, truncate or change rows of the ledger; L3 to change a hold other than to close it once', async () => {
    const hold = uuidv7();
    await inTransaction(test.db, async (tx) => {
      await ensureFund(tx, uuidv7(), { kind: 'pot', realm: 0, subject: { kind: 'contest', id: user.id } });
      await openHolds(tx, {
        subject: { kind: 'auction', id: user.id },
        realm: 0,
        transferKind: 'bid_hold',
        holds: [{ id: hold, userId: user.id, amount: 1, transferId: uuidv7(), key: user.id }],
      });
    });
    for (const table of ['transfers', 'transfer_keys', 'postings', 'wallets', 'funds', 'holds']) {
      await expectRefused(`DELETE FROM ${table}`, 'append-only');
      await expectRefused(`TRUNCATE ${table} CASCADE`, 'append-only');
    }
    for (const [table, values] of [
      ['transfers', 'realm = realm + 1'],
      ['transfers', "key = key || 'x'"],
      ['transfer_keys', "key = key || 'x'"],
      ['postings', 'amount = amount + 1'],
      ['postings', 'xid = xid'],
    ] as const)
      await expectRefused(`UPDATE ${table} SET ${values}`, 'append-only');
    const change = (set: string) => run(`UPDATE holds SET ${set} WHERE id = $1`, [hold]);
    await expect(change('amount = 2')).rejects.toThrow('closed once');
    await expect(change('opened_at = now()')).rejects.toThrow('closed once');
    const close = `outcome = 'released', closed_by = '${uuidv7()}', closed_at = now()`;
    await expect(change(`${close}, amount = 2`)).rejects.toThrow('closed once');
    await expect(change(`${close}, user_id = '${other.id}'`)).rejects.toThrow('closed once');
    await change(close);
    await expect(change(close)).rejects.toThrow('closed once');
    await expect(change('outcome = NULL, closed_by = NULL, closed_at = NULL')).rejects.toThrow('closed once');
    await expect(
      run(
        `INSERT INTO holds (id, subject_kind, subject_id, user_id, amount, opened_by, outcome, closed_by, closed_at)
         VALUES ($1, 'a', 'b', $2, 1, $1, 'released', $1, now())`,
        [uuidv7(), user.id],
      ),
    ).rejects.toThrow('append-only');
  });

  it('P2 a negative balance: the caller gets NOT_ENOUGH_COINS, and the whole transfer is rolled back', async () => {
    const transfer = move(available(user), available(other), 101);
    await expect(post(test.db, transfer)).rejects.toMatchObject({ code: 'NOT_ENOUGH_COINS' });
    expect((await run('SELECT FROM transfers WHERE id = $1', [transfer.id])).rowCount).toBe(0);
    const wallets = await readWallets(test.db, [user.id, other.id]);
    expect(wallets.get(user.id)).toMatchObject({ available: 100, version: 1 });
    expect(wallets.get(other.id)).toMatchObject({ available: 10, version: 1 });
  });

  it('L1 a fund that is overdrawn or does not exist', async () => {
    const pot = await inTransaction(test.db, (tx) =>
      ensureFund(tx, uuidv7(), { kind: 'pot', realm: 0, subject: { kind: 'contest', id: user.id } }),
    );
    const account = { kind: 'pot', id: pot.id } as const;
    await post(test.db, move(available(user), account, 10));
    await expect(post(test.db, move(account, available(other), 11))).rejects.toMatchObject({
      code: 'NOT_ENOUGH_COINS',
    });
    await expect(post(test.db, move(available(user), { kind: 'stock', id: pot.id }, 1))).rejects.toThrow(
      'no stock',
    );
    await expect(post(test.db, move(available(user), { kind: 'pot', id: uuidv7() }, 1))).rejects.toThrow(
      'no pot',
    );
  });

  it('L8 a posting between two realms, with either realm in its row', async () => {
    for (const realm of [0, 7]) {
      const transfer = move(available(user), available(foreigner), 1, { realm });
      await expect(post(test.db, transfer)).rejects.toThrow('no wallet');
    }
    await expect(post(test.db, move({ kind: 'issuance' }, available(foreigner), 1))).rejects.toThrow(
      'no wallet',
    );
  });

  it('L8 a posting between two units', async () => {
    const task = { kind: 'task', id: user.id } as const;
    for (const unit of ['coin', 'task'] as const) {
      await expect(post(test.db, move(available(user), task, 1, { unit }))).rejects.toThrow(
        'postings_one_unit',
      );
      await expect(post(test.db, move(task, available(user), 1, { unit }))).rejects.toThrow(
        /postings_one_unit|NOT_ENOUGH|enough/,
      );
    }
    await expect(post(test.db, move({ kind: 'issuance' }, task, 1, { unit: 'coin' }))).rejects.toThrow(
      'one_unit',
    );
    await expect(
      post(test.db, move({ kind: 'issuance' }, available(user), 1, { unit: 'task' })),
    ).rejects.toThrow('one_unit');
    await post(test.db, move({ kind: 'issuance' }, task, 4, { unit: 'task' }));
    expect((await readWallets(test.db, [user.id])).get(user.id)).toMatchObject({ task: 4, available: 100 });
  });

  it('L2 a posting without an end, from an account to itself, or with the amount 0', async () => {
    await expect(insertPosting({ amount: 0 })).rejects.toThrow('postings_amount_positive');
    await expect(insertPosting({ amount: -5 })).rejects.toThrow('postings_amount_positive');
    await expect(insertPosting({ source_id: null })).rejects.toThrow('no wallet');
    await expect(insertPosting({ destination: null, destination_id: null })).rejects.toThrow('null value');
    await expect(insertPosting({ destination: 'revenue' })).rejects.toThrow('postings_destination_id');
    await expect(insertPosting({ destination_id: user.id })).rejects.toThrow('postings_ends_differ');
    await expect(
      insertPosting({ source: 'revenue', source_id: null, destination: 'revenue', destination_id: null }),
    ).rejects.toThrow('postings_ends_differ');
  });

  it('L2 sequence numbers, balances and transaction ids given by the client', async () => {
    const lies = {
      xid: '3',
      source_seq: 99,
      source_balance: 1_000,
      destination_seq: 7,
      destination_balance: 5,
    };
    const transferId = uuidv7();
    await insertPosting({ ...lies, transfer_id: transferId });
    const { rows } = await run(
      `SELECT source_seq, source_balance, destination_seq, destination_balance, xid = '3' AS "isLie"
       FROM postings WHERE transfer_id = $1`,
      [transferId],
    );
    expect(rows).toEqual([
      { source_seq: 2, source_balance: 99, destination_seq: 2, destination_balance: 11, isLie: false },
    ]);
  });

  it('L2 the same effect twice', async () => {
    const transfer = move(available(user), available(other), 1, { key: `once:${user.id}` });
    await post(test.db, transfer);
    await expect(post(test.db, { ...transfer, id: uuidv7() })).rejects.toThrow('transfers_once');
    await post(test.db, { ...transfer, id: uuidv7(), kind: 'refund' });
  });

  it('P6 a key without a transfer, which would block a later transfer', async () => {
    const insert = run(`INSERT INTO transfer_keys VALUES ('adjust', 'taken', $1)`, [uuidv7()]);
    await expect(insert).rejects.toThrow('permission denied');
  });

  it('R4 a transfer whose id does not begin with its time and so fits no partition', async () => {
    const transfer = move(available(user), available(other), 1, { id: randomUUID() });
    await expect(post(test.db, transfer)).rejects.toThrow('transfers_id_is_v7');
  });
});

it('L4 an amount that the server computed wrongly, or a transfer without postings, is never posted', async () => {
  for (const amount of [0, -1, 0.1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '1', true, null, [1]]) {
    const transfer = move(available(user), available(other), amount as number);
    await expect(post(test.db, transfer), String(amount)).rejects.toThrow('not an amount');
  }
  const transfer = { ...move(available(user), available(other), 1), postings: [] };
  await expect(post(test.db, transfer)).rejects.toThrow('moves nothing');
});

describe('the tables as declared', () => {
  it('have the columns of the database', async () => {
    for (const table of Object.values<PgTable>(tables)) {
      const { name, columns } = getTableConfig(table);
      const { rows } = await test.db.pool.query<{ name: string; isNullable: string }>(
        `SELECT column_name AS name, is_nullable AS "isNullable" FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1 ORDER BY column_name`,
        [name],
      );
      const declared = columns.map((column) => ({
        name: column.name,
        isNullable: column.notNull || column.primary ? 'NO' : 'YES',
      }));
      expect([name, declared.sort((left, right) => (left.name < right.name ? -1 : 1))]).toEqual([name, rows]);
    }
  });

  it('L2 the kinds of transfers are those of the database', async () => {
    const { rows } = await test.db.pool.query<{ text: string }>(
      `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = 'transfers_kind_check'`,
    );
    const known = [...(rows[0]?.text ?? '').matchAll(/'(\w+)'::text/g)].map(([, kind]) => kind);
    expect(known).toEqual([...transferKinds]);
  });
});
