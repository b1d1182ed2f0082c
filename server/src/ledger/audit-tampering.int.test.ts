import { available, move, post, tamper } from '@copup/testkit/ledger.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { useAuditedLedger } from '../../test/audited-ledger.ts';
import { auditLedger } from '../audit.ts';
import type { AuditOptions } from './audit.ts';
import type { AuditCheck, AuditError } from './audit-report.ts';
import { rollUpPlatformAccounts } from './platform-accounts.ts';

const ledger = useAuditedLedger();
/** The SQL expression for the audit's identifier of a posting. */
const POSTING = `transfer_id || '/' || no`;
const run = (sql: string, values: unknown[] = []) => ledger.db.pool.query(sql, values);
const audit = (options?: Omit<AuditOptions, 'references' | 'epoch'>) => auditLedger(ledger.db, options);

async function auditUntilRemembered(): Promise<void> {
  await ledger.untilCovered();
  expect((await audit()).errors).toEqual([]);
}

async function createAuction(realm = 0): Promise<number> {
  const { rows } = await run(
    `INSERT INTO auctions (realm, name, category, price_kobo, entry_bid_points, starts_at, end_date, hard_end,
       chain_head, chain_secret)
     VALUES ($1, 'A phone', 'product', 1, 1, now(), now() + interval '1 h', now() + interval '2 h',
       decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')) RETURNING id`,
    [realm],
  );
  return rows[0].id;
}
async function bid(auctionId: number, seq: number, userId: string): Promise<void> {
  await run(
    `INSERT INTO bids (auction_id, seq, id, user_id, username, price_before, price, at, end_date_after, hash)
     VALUES ($1, $2, gen_random_uuid(), $3, 'x', $2 - 1, $2, now(), now(), '')`,
    [auctionId, seq, userId],
  );
  await run('UPDATE auctions SET seq = $2, leader_id = $3 WHERE id = $1', [auctionId, seq, userId]);
}

/** Changes rows of a table as its owner can, returns what the audit then finds, and puts the rows back. */
async function errorsAfter(table: string, ...statements: string[]): Promise<AuditError[]> {
  await run(`CREATE TABLE saved_rows AS TABLE ${table}`);
  await tamper(ledger.db, table, (tx) => tx.client.query(statements.join(';')));
  const { errors, ok } = await audit();
  expect([statements, ok]).toEqual([statements, false]);
  await tamper(ledger.db, table, (tx) =>
    tx.client.query(`DELETE FROM ${table}; INSERT INTO ${table} TABLE saved_rows; DROP TABLE saved_rows`),
  );
  return errors;
}

it('X17 the audit names the row when young coins are missing, undated, misplaced or their wallet is not marked', async () => {
  const buyer = available(ledger.poor);
  const bought = move({ kind: 'issuance' }, buyer, 10, { kind: 'purchase', key: 'bought' });
  await post(ledger.db, bought);
  for (const [table, statement, row, message] of [
    ['lots', 'DELETE FROM lots', bought.id, 'brought 10 coins; its lots have 0'],
    ['lots', 'UPDATE lots SET amount = 4', bought.id, 'brought 10 coins; its lots have 4'],
    [
      'lots',
      'UPDATE lots SET holder = (SELECT id FROM funds LIMIT 1)',
      ledger.pot.id,
      'has 10 young coins, of 0 that may be; marked: false',
    ],
    [
      'wallets',
      'UPDATE wallets SET has_lots = false',
      ledger.poor.id,
      'has 10 young coins, of 25 that may be; marked: false',
    ],
  ] as const) {
    const errors = await errorsAfter(table, statement);
    expect(errors).toContainEqual(expect.objectContaining({ check: 'young', message, row }));
  }
  expect((await audit()).errors).toEqual([]);
  await tamper(ledger.db, 'wallets', (tx) => tx.client.query('DELETE FROM lots; DELETE FROM lot_purchases'));
  expect((await audit()).errors).toContainEqual(
    expect.objectContaining({ check: 'young', message: 'has no row in lot_purchases', row: bought.id }),
  );
  // Purchases before a change of the setting may have had no wait.
  await run(
    `INSERT INTO settings (key, value, updated_at) VALUES ('boughtCoinsHours', '72', clock_timestamp())`,
  );
  expect((await audit()).errors).toEqual([]);
});

describe('P2 the audit names the row when', () => {
  const errorsOf = async (...checks: AuditCheck[]): Promise<AuditError[]> => {
    await ledger.untilCovered();
    const { errors, ok } = await audit();
    expect(ok).toBe(false);
    expect(errors.map(({ check }) => check)).toEqual(expect.arrayContaining(checks));
    return errors;
  };
  const lastPosting = async (where: string, values: unknown[] = []): Promise<string> => {
    const { rows } = await run(
      `SELECT ${POSTING} AS posting FROM postings WHERE ${where} ORDER BY transfer_id DESC, no DESC LIMIT 1`,
      values,
    );
    return rows[0].posting;
  };
  const sentPosting = () =>
    lastPosting('source_id = $1 AND destination_id = $2', [ledger.rich.id, ledger.poor.id]);

  it('a balance, a fund or a version was changed, or coins were moved without a posting', async () => {
    await ledger.untilCovered();
    const [rich, poor] = [ledger.rich.id, ledger.poor.id];
    const inWallet = (check: AuditCheck, row = rich) => ({ check, table: 'wallets', row });
    for (const part of ['available', 'bonus', 'task']) {
      const errors = await errorsAfter(
        'wallets',
        `UPDATE wallets SET ${part} = ${part} + 1 WHERE user_id = '${rich}'`,
      );
      expect(errors).toContainEqual(expect.objectContaining(inWallet('balances')));
      expect(errors.map(({ check }) => check)).toContain('conservation');
    }
    const moved = await errorsAfter(
      'wallets',
      `UPDATE wallets SET available = available - 1 WHERE user_id = '${rich}'`,
      `UPDATE wallets SET available = available + 1 WHERE user_id = '${poor}'`,
    );
    expect(moved).toMatchObject([{ check: 'balances', table: 'wallets' }]);
    expect([rich, poor]).toContain(moved[0]?.row);
    expect(await errorsAfter('funds', 'UPDATE funds SET balance = 9')).toContainEqual(
      expect.objectContaining({ check: 'balances', table: 'funds', row: ledger.pot.id }),
    );
    const ofPoor = `WHERE user_id = '${poor}'`;
    expect(await errorsAfter('wallets', `UPDATE wallets SET version = version + 1 ${ofPoor}`)).toMatchObject([
      inWallet('sequence', poor),
    ]);
    // Set back to an earlier moment, which the audit remembers.
    await auditUntilRemembered();
    await tamper(ledger.db, 'wallets', (tx) =>
      tx.client.query(`UPDATE wallets SET version = 1, available = 5, task = 0 ${ofPoor}`),
    );
    expect(await errorsOf('sequence')).toContainEqual(expect.objectContaining(inWallet('sequence', poor)));
    expect((await audit({ mode: 'checkpoints' })).errors[0]).toMatchObject(inWallet('sequence', poor));
  });

  it('a posting was changed, removed or added', async () => {
    await ledger.untilCovered();
    const id = await sentPosting();
    for (const [change, check] of [
      ['amount = amount + 1', 'balances'],
      ['destination_balance = destination_balance + 1', 'balances'],
      ['destination_seq = destination_seq + 100', 'sequence'],
      ['destination_seq = 0', 'sequence'],
      ['realm = 2', 'accounts'],
      ["destination = 'held'", 'balances'],
    ] as const) {
      const errors = await errorsAfter(
        'postings',
        `UPDATE postings SET ${change} WHERE ${POSTING} = '${id}'`,
      );
      const error = errors.find((one) => one.check === check);
      expect([change, error?.check]).toEqual([change, check]);
      // A sequence number far outside the range leaves a gap, which is found at the account or at the following posting.
      if (!change.includes('+ 100'))
        expect([change, error]).toMatchObject([change, { table: 'postings', row: id }]);
    }
    const { rows } = await run(
      `SELECT ${POSTING} AS posting FROM postings WHERE ${POSTING} > $1 AND $2 IN (source_id, destination_id)
       ORDER BY transfer_id, no LIMIT 1`,
      [id, ledger.rich.id],
    );
    const [removed] = await errorsAfter('postings', `DELETE FROM postings WHERE ${POSTING} = '${id}'`);
    expect(removed?.check).toBe('sequence');
    expect([rows[0].posting, ledger.poor.id]).toContain(removed?.row);
    expect((await audit()).errors).toEqual([]);

    await tamper(ledger.db, 'postings', (tx) =>
      tx.client.query(
        `INSERT INTO postings (transfer_id, no, realm, unit, amount, source, destination, destination_id,
           destination_seq, destination_balance, xid)
         SELECT id, 9, 0, 'coin', 500, 'issuance', 'available', $1, 4, 515, pg_current_xact_id() FROM transfers LIMIT 1`,
        [ledger.poor.id],
      ),
    );
    expect(await errorsOf('sequence')).toContainEqual(
      expect.objectContaining({ check: 'sequence', table: 'wallets', row: ledger.poor.id }),
    );
  });

  it('a roll-up or a past posting of a platform account was changed', async () => {
    const id = await lastPosting(`source = 'issuance' AND unit = 'coin' AND realm = 0`);
    await rollUpPlatformAccounts(ledger.db);
    await auditUntilRemembered();
    await run(`UPDATE house_rollups SET balance = balance + 1 WHERE account = 'revenue'`);
    expect(await errorsOf('platform')).toMatchObject([
      { check: 'platform', table: 'house_rollups', row: 'revenue coin 0' },
    ]);
    await run(`UPDATE house_rollups SET balance = balance - 1 WHERE account = 'revenue'`);
    await tamper(ledger.db, 'postings', (tx) =>
      tx.client.query(`UPDATE postings SET source = 'payouts' WHERE ${POSTING} = $1`, [id]),
    );
    expect(await errorsOf('platform')).toMatchObject([{ check: 'platform', table: 'house_rollups' }]);
  });

  it('a transfer is gone or of another realm', async () => {
    const id = await sentPosting();
    const its = `(SELECT transfer_id FROM postings WHERE ${POSTING} = $1)`;
    await tamper(ledger.db, 'transfers', (tx) =>
      tx.client.query(`UPDATE transfers SET realm = 2 WHERE id = ${its}`, [id]),
    );
    expect(await errorsOf('transfers')).toMatchObject([{ check: 'transfers', table: 'postings', row: id }]);
    await tamper(ledger.db, 'transfers', (tx) =>
      tx.client.query(`DELETE FROM transfers WHERE id = ${its}`, [id]),
    );
    expect(await errorsOf('transfers')).toMatchObject([
      { check: 'transfers', table: 'postings', row: id },
      { check: 'keys', table: 'transfer_keys' },
    ]);
  });

  it('P6 a transfer has no key, has the key of another transfer, or a key has no transfer', async () => {
    const posting = await sentPosting();
    const [transfer] = posting.split('/');
    const { rows } = await run('SELECT kind, key FROM transfers WHERE id = $1', [transfer]);
    const { kind, key } = rows[0] as { kind: string; key: string };
    const change = (statement: string, values: unknown[] = []) =>
      tamper(ledger.db, 'transfer_keys', (tx) => tx.client.query(statement, values));

    await change('UPDATE transfer_keys SET transfer_id = gen_random_uuid() WHERE transfer_id = $1', [
      transfer,
    ]);
    expect(await errorsOf('keys')).toMatchObject([{ check: 'keys', table: 'postings', row: posting }]);
    await change('DELETE FROM transfer_keys WHERE kind = $1 AND key = $2', [kind, key]);
    expect(await errorsOf('keys')).toMatchObject([{ check: 'keys', table: 'postings', row: posting }]);
    await change('INSERT INTO transfer_keys VALUES ($1, $2, $3)', [kind, key, transfer]);
    expect((await audit({ mode: 'full' })).ok).toBe(true);

    await change('INSERT INTO transfer_keys VALUES ($1, $2, $3)', ['adjust', 'stray', uuidv7()]);
    expect(await errorsOf('keys')).toMatchObject([{ table: 'transfer_keys', row: 'adjust stray' }]);
    await change(`UPDATE transfer_keys SET transfer_id = $1 WHERE key = 'stray'`, [transfer]);
    expect(await errorsOf('keys')).toMatchObject([{ table: 'transfer_keys', row: 'adjust stray' }]);
  });

  it('a wallet is gone or of another realm', async () => {
    await tamper(ledger.db, 'wallets', (tx) =>
      tx.client.query('UPDATE wallets SET realm = 2 WHERE user_id = $1', [ledger.poor.id]),
    );
    expect(await errorsOf('accounts', 'users')).toContainEqual(
      expect.objectContaining({
        ...{ check: 'users', table: 'wallets', row: ledger.poor.id },
        message: 'of realm 2 has a user of realm 0',
      }),
    );
    await tamper(ledger.db, 'wallets', (tx) =>
      tx.client.query('DELETE FROM wallets WHERE user_id = $1', [ledger.rich.id]),
    );
    expect(await errorsOf('accounts', 'users', 'conservation')).toContainEqual(
      expect.objectContaining({ check: 'accounts', table: 'postings' }),
    );
  });

  it('a hold was changed, was closed without moving its coins, or belongs to no existing user; a balance is negative', async () => {
    await tamper(ledger.db, 'holds', (tx) => tx.client.query('UPDATE holds SET amount = 99'));
    expect(await errorsOf('holds')).toMatchObject([
      { check: 'holds', table: 'wallets', row: ledger.rich.id },
    ]);
    await tamper(ledger.db, 'holds', (tx) => tx.client.query('UPDATE holds SET amount = 100'));
    expect((await audit()).ok).toBe(true);
    const stray = uuidv7();
    await run(
      `INSERT INTO holds (id, subject_kind, subject_id, user_id, amount, opened_by) VALUES ($1, 'a', '1', $1, 5, $1)`,
      [stray],
    );
    expect(await errorsOf('users')).toMatchObject([{ check: 'users', table: 'holds', row: stray }]);
    // It has no realm, so the audit of one realm does not report it.
    expect((await audit({ realm: 0 })).ok).toBe(true);
    await run(`UPDATE holds SET outcome = 'released', closed_by = id, closed_at = now()`);
    expect(await errorsOf('holds')).toMatchObject([
      { check: 'holds', table: 'wallets', row: ledger.rich.id },
    ]);
    await run('ALTER TABLE wallets DROP CONSTRAINT wallets_not_negative');
    await post(ledger.db, move(available(ledger.poor), available(ledger.rich), 20));
    expect(await errorsOf('negative')).toContainEqual(expect.objectContaining({ check: 'negative' }));
  });

  it('a wallet’s, a bid’s or an entry’s user does not exist or is of another realm', async () => {
    const stray = uuidv7();
    await run('INSERT INTO wallets (user_id, realm) VALUES ($1, 0)', [stray]);
    expect(await errorsOf('users')).toMatchObject([{ table: 'wallets', row: stray, message: 'has no user' }]);
    await tamper(ledger.db, 'wallets', (tx) =>
      tx.client.query('DELETE FROM wallets WHERE user_id = $1', [stray]),
    );

    const auction = await createAuction();
    const foreign = await createAuction(2);
    await run(
      'INSERT INTO auction_entries (auction_id, user_id, paid_available, paid_bonus) VALUES ($1, $2, 1, 0)',
      [auction, ledger.rich.id],
    );
    await bid(auction, 1, ledger.rich.id);
    await auditUntilRemembered();
    expect((await audit({ mode: 'checkpoints' })).checked).toMatchObject({ bids: 0, entries: 1 });

    await run(
      'INSERT INTO auction_entries (auction_id, user_id, paid_available, paid_bonus) VALUES ($1, $2, 1, 0)',
      [foreign, ledger.rich.id],
    );
    expect(await errorsOf('users')).toMatchObject([
      { table: 'auction_entries', row: `${foreign}/${ledger.rich.id}` },
    ]);
    await run('DELETE FROM auction_entries WHERE auction_id = $1', [foreign]);

    await bid(auction, 2, ledger.poor.id);
    await bid(auction, 3, stray);
    const { errors } = await audit({ mode: 'checkpoints' });
    expect(errors).toMatchObject([{ check: 'users', table: 'bids', row: `${auction}/3` }]);
    expect(await errorsOf('users')).toMatchObject([{ table: 'bids', row: `${auction}/3` }]);
  });
});
