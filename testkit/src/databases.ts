import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type DatabaseError } from 'pg';

export interface TestDatabase {
  /** Of the role that servers connect with. */
  url: string;
  /** Of the owner, for what servers may not do: tables of a test's own, triggers, tampering. */
  ownerUrl: string;
  /** Runs statements with the owner's privileges. */
  asOwner(statements: string): Promise<void>;
  /** Ends whatever is still connected and removes the database. A second call does nothing. */
  drop(): Promise<void>;
}

export interface TestRedis {
  url: string;
  /** Unique to this call, without `:`; belongs before every key, queue and bus channel of the test. */
  prefix: string;
}

const migrationsFolder = new URL('../../migrations/', import.meta.url);
// Any constant will do; it only has to be one that nothing else in the test server locks.
const templateLockId = 7_102_024;
const cloneAttempts = 50;
const clonePauseMs = 100;

let template: Promise<string> | undefined;

/** An empty, migrated database of the caller's own on the test server, cloned from a template (about 80 ms). */
export async function createTestDatabase(): Promise<TestDatabase> {
  template ??= ensureTemplate();
  const templateName = await template;
  const name = `copup_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await cloneDatabase(name, templateName);
  const ownerUrl = urlOf('TEST_DATABASE_OWNER_URL', name);
  let dropped: Promise<void> | undefined;
  return {
    url: urlOf('TEST_DATABASE_URL', name),
    ownerUrl,
    asOwner: (statements) => runAsOwner(ownerUrl, statements),
    drop: () => {
      dropped ??= withServer(async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      });
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

/** TEST_REDIS_URL's server with a key prefix of the caller's own. A database number would not separate pub/sub. */
export function testRedis(): TestRedis {
  return { url: required('TEST_REDIS_URL'), prefix: `test-${process.pid}-${randomBytes(6).toString('hex')}` };
}

/** Several test workers come here at once: the lock lets one build, and the final name appears only when it is whole. */
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
    await retryWhileInUse(() => client.query(`CREATE DATABASE ${name} TEMPLATE ${templateName}`));
    // A clone has the privileges on its tables, but not those on the database.
    await client.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  });
}

/** The last connection to a database may take a moment to leave, and no database in use is cloned or renamed. */
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

/** Of all that makes a new database. */
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
    throw new Error(`${name} is not set: run npm test, or set it to a server whose content may be lost`);
  return value;
}
