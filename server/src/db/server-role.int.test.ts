import { createUser, type TestUser } from '@copup/testkit/builders.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkDatabase } from './check-database.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

let test: TestDatabase;
let server: Database;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  test = await createTestDatabase();
  server = openDatabase({ url: test.url, poolSize: 2 });
  user = await createUser(server, { coins: 100 });
  other = await createUser(server);
});
afterAll(async () => {
  await server.close();
  await test.drop();
});

const run = (sql: string, values: unknown[] = []) => server.pool.query(sql, values);
const refused = (sql: string, { pool } = server) =>
  expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });

describe('L2 S8a the role that servers connect with', () => {
  it('owns nothing and has no privileges on roles, databases or replication', async () => {
    const { rows } = await run(
      `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS power,
         (SELECT count(*) FROM pg_shdepend WHERE refobjid = r.oid AND deptype = 'o') AS owned,
         (SELECT count(*) FROM pg_auth_members WHERE member = r.oid) AS memberships
       FROM pg_roles r WHERE rolname = current_user`,
    );
    expect(rows).toEqual([{ power: false, owned: 0, memberships: 0 }]);
  });

  it.each([
    'ALTER TABLE wallets DISABLE TRIGGER ALL',
    'ALTER TABLE postings DISABLE TRIGGER postings_apply',
    'DROP TRIGGER wallets_guard ON wallets',
    'ALTER TABLE wallets DROP CONSTRAINT wallets_not_negative',
    "SET session_replication_role = 'replica'",
    "SELECT set_config('session_replication_role', 'replica', false)",
    'TRUNCATE wallets, postings, admin_audit CASCADE',
    "CREATE OR REPLACE FUNCTION guard_balance() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    'ALTER FUNCTION apply_posting() SECURITY INVOKER',
    'DROP TABLE admin_audit',
    'SET ROLE copup',
  ])('cannot disable the protection of the ledger: %s', (sql) => refused(sql));

  it.each([
    'CREATE TEMP TABLE own (id integer)',
    'CREATE TABLE own (id integer)',
    'CREATE SCHEMA own',
    'CREATE FUNCTION own() RETURNS integer RETURN 1',
    'CREATE TRIGGER own BEFORE INSERT ON list_rooms FOR EACH ROW EXECUTE FUNCTION apply_posting()',
  ])('cannot create objects: %s', (sql) => refused(sql));

  it.each([
    'UPDATE wallets SET available = available + 1, version = version + 1',
    'UPDATE funds SET balance = balance + 1, version = version + 1',
    'UPDATE postings SET amount = amount + 1',
    'DELETE FROM transfers',
    "INSERT INTO transfer_keys VALUES ('adjust', 'taken', gen_random_uuid())",
    'UPDATE transfer_keys SET transfer_id = gen_random_uuid()',
    'DELETE FROM transfer_keys',
    'UPDATE bids SET price = price + 1',
    "UPDATE admin_audit SET action = 'nothing'",
    'DELETE FROM admin_audit',
    "UPDATE audit_position SET upto = '9'",
    'DELETE FROM audit_checkpoints',
    'INSERT INTO audit_bids VALUES (1, 1)',
    'DELETE FROM drizzle.__drizzle_migrations',
  ])('cannot overwrite history: %s', (sql) => refused(sql));

  it('may lock a wallet, and moves coins only by postings', async () => {
    await expect(run('UPDATE wallets SET realm = realm')).rejects.toThrow('only by a posting');
    await post(server, move(available(user), available(other), 40));
    const { rows } = await run('SELECT available FROM wallets WHERE user_id = ANY($1) ORDER BY available', [
      [user.id, other.id],
    ]);
    expect(rows).toEqual([{ available: 40 }, { available: 60 }]);
  });

  it('cannot redirect apply_posting to tables of a schema that its search_path names first', async () => {
    await test.asOwner(`CREATE SCHEMA decoy; GRANT USAGE ON SCHEMA decoy TO PUBLIC;
      CREATE TABLE decoy.wallets (LIKE public.wallets INCLUDING DEFAULTS); GRANT ALL ON decoy.wallets TO PUBLIC`);
    const client = await server.pool.connect();
    try {
      await client.query('SET search_path = decoy, public');
      await client.query('INSERT INTO decoy.wallets VALUES ($1, 0, 1000000, 0, 0, 0, 0)', [user.id]);
      const posting = `INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, destination, destination_id)
        VALUES ($1, 0, 0, 'coin', 1000, 'available', $2, 'available', $3)`;
      await expect(client.query(posting, [uuidv7(), user.id, other.id])).rejects.toThrow('_not_negative');
    } finally {
      client.release(true);
    }
  });
});

describe('migrations', () => {
  let own: TestDatabase;
  beforeEach(async () => {
    own = await createTestDatabase();
  });
  afterEach(() => own.drop());

  it('give the role its privileges and its password again', async () => {
    const db = openDatabase({ url: own.url, poolSize: 1 });
    await own.asOwner('REVOKE ALL ON wallets FROM copup_server; GRANT UPDATE ON bids TO copup_server');
    await refused('SELECT 1 FROM wallets', db);
    await migrate(own);
    await db.pool.query('SELECT 1 FROM wallets');
    await refused('UPDATE bids SET price = price + 1', db);
    await db.close();
  });

  it('leave a database that servers accept with their role, not with the owner, and not without migrations', async () => {
    await checkDatabase(own.url);
    await expect(checkDatabase(own.ownerUrl)).rejects.toThrow('owns nothing and is not a superuser');
    await own.asOwner(
      'DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)',
    );
    await expect(checkDatabase(own.url)).rejects.toThrow('is not migrated');
    await own.asOwner('DROP SCHEMA drizzle CASCADE');
    await expect(checkDatabase(own.url)).rejects.toThrow('is not migrated');
  });
});
