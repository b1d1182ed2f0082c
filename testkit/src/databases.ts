import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type DatabaseError } from 'pg';
import { isFull } from './is-full.ts';

export interface TestDatabase {
  /** URL with the role that servers use. */
  url: string;
  /** URL with the owner's role, for actions that servers may not do: extra tables, triggers, tampering. */
  ownerUrl: string;
  /** Runs statements with the owner's privileges. */
  asOwner(statements: string): Promise<void>;
  /** Audits the ledger in a full run, closes all connections and drops the database. A second call does nothing. */
  drop(): Promise<void>;
}

export interface TestRedis {
  url: string;
  /** Unique to this call, without `:`; the prefix of every key, queue and bus channel of the test. */
  prefix: string;
}

const migrationsFolder = new URL('../../migrations/', import.meta.url);
// An arbitrary constant that no other advisory lock of the test server uses.
const templateLockId = 7_102_024;
const cloneAttempts = 50;
const clonePauseMs = 100;

let template: Promise<string> | undefined;

/** Whether the ledgers of databases that are created now are audited when they are dropped. */
export const audits = { areOn: isFull };

/** Creates an empty, migrated database on the test server by cloning a template (20 ms in memory, 80 ms on disk). */
export async function createTestDatabase(): Promise<TestDatabase> {
  template ??= ensureTemplate();
  const templateName = await template;
  const name = `copup_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await cloneDatabase(name, templateName);
  const ownerUrl = urlOf('TEST_DATABASE_OWNER_URL', name);
  const isAudited = audits.areOn;
  let dropped: Promise<void> | undefined;
  return {
    url: urlOf('TEST_DATABASE_URL', name),
    ownerUrl,
    asOwner: (statements) => runAsOwner(ownerUrl, statements),
    drop: () => {
      dropped ??= (async () => {
        const errors = isAudited ? await errorsOfAudit(ownerUrl) : [];
        await withServer(async (client) => {
          await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        });
        if (errors.length > 0) throw new Error(`the audit of the ledger found: ${JSON.stringify(errors)}`);
      })();
      return dropped;
    },
  };
}

/** Runs statements with the owner's privileges on the test database of this URL, whichever role the URL names. */
export function runAsOwner(url: string, statements: string): Promise<void> {
  return withClient(urlOf('TEST_DATABASE_OWNER_URL', new URL(url).pathname.slice(1)), async (client) => {
    await client.query(statements);
  });
}

/** Returns what `npm run audit:ledger -- --full` reports. */
async function errorsOfAudit(url: string): Promise<unknown[]> {
  const { auditLedger } = await import('@copup/server/audit.ts');
  const { openDatabase } = await import('@copup/server/db/database.ts');
  const db = openDatabase({ url, poolSize: 2 });
  try {
    return (await auditLedger(db, { mode: 'full' })).errors;
  } finally {
    await db.close();
  }
}

/** Returns the server of TEST_REDIS_URL with a unique key prefix. A database number would not separate pub/sub. */
export function testRedis(): TestRedis {
  return { url: required('TEST_REDIS_URL'), prefix: `test-${process.pid}-${randomBytes(6).toString('hex')}` };
}

/**
 * Builds the template. Test workers call this concurrently: one builds under a lock, and the final name appears when it
 * is complete.
 */
async function ensureTemplate(): Promise<string> {
  const name = `copup_template_${contentHash()}`;
  await withServer(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [templateLockId]);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) {
      const building = `${name}_building`;
      await client.query(`DROP DATABASE IF EXISTS ${building} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${building} TEMPLATE template0`);
      const { migrate } = await import('@copup/server/db/migrate.ts');
      await migrate({
        ownerUrl: urlOf('TEST_DATABASE_OWNER_URL', building),
        url: urlOf('TEST_DATABASE_URL', building),
      });
      await retryWhileInUse(() => client.query(`ALTER DATABASE ${building} RENAME TO ${name}`));
    }
  });
  return name;
}

async function cloneDatabase(name: string, templateName: string): Promise<void> {
  await withServer(async (client) => {
    // A copy of files costs less than PostgreSQL's default, which writes every page of the clone to the log.
    await retryWhileInUse(() =>
      client.query(`CREATE DATABASE ${name} TEMPLATE ${templateName} STRATEGY FILE_COPY`),
    );
    // A clone copies the privileges on tables, but not those on the database.
    await client.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  });
}

/** Retries while the database is in use: PostgreSQL cannot clone or rename it until the last connection has closed. */
async function retryWhileInUse(statement: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await statement();
      return;
    } catch (error) {
      const isInUse = (error as DatabaseError).code === '55006';
      if (!isInUse || attempt === cloneAttempts) throw error;
      await pause(clonePauseMs);
    }
  }
}

function withServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(required('TEST_DATABASE_OWNER_URL'), work);
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns a hash of everything that a new database is created from. */
function contentHash(): string {
  const hash = createHash('sha256');
  const names = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));
  for (const name of names.sort()) {
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(new URL(name, migrationsFolder)))
      .update('\0');
  }
  hash.update(readFileSync(new URL('../../server/src/db/server-role.ts', import.meta.url)));
  return hash.digest('hex').slice(0, 16);
}

type Variable = 'TEST_DATABASE_URL' | 'TEST_DATABASE_OWNER_URL' | 'TEST_REDIS_URL';

function urlOf(variable: Variable, database: string): string {
  const url = new URL(required(variable));
  url.pathname = `/${database}`;
  return url.toString();
}

function required(name: Variable): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: run npm test, or set it to a server whose data may be deleted`);
  return value;
}
