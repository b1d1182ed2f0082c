import pg from 'pg';
import { ConfigError, hostUrls } from '../environment.ts';
import { sqlState } from './pg-errors.ts';
import { connectToPrimary } from './primary.ts';

const INVALID_PASSWORD = '28P01';
const ALREADY_THERE: ReadonlySet<string | undefined> = new Set(['42710', '23505']);
/**
 * Read-only for servers: the reports of audits and of checked backups; the audit's positions and checkpoints, which could
 * hide postings from the next audit; the keys of transfers, the sums of play by day and young coins, which triggers write; and archived holds, which a
 * function moves.
 */
const READ_ONLY_TABLES = [
  'audit_checkpoints',
  'audit_position',
  'audit_bids',
  'audit_reports',
  'backup_checks',
  'transfer_keys',
  'holds_archive',
  'play_days',
  'lots',
  'lot_purchases',
];
/**
 * By guard: the columns that servers may name in an UPDATE. A row lock needs one; the guards refuse every change of
 * `realm`, and let a wallet be closed once (S7).
 */
const UPDATABLE_COLUMNS: Readonly<Record<string, string>> = {
  guard_balance: 'realm',
  guard_wallet: 'realm, closed_at',
};

/**
 * Creates the servers' role if it is missing and sets its privileges on every table: reading and writing, except rows
 * that triggers keep append-only, and balances. Idempotent; runs after each migration.
 */
export async function setUpServerRole(owner: pg.Client, url: string): Promise<void> {
  const { user, password } = new pg.Client({ connectionString: hostUrls(url)[0] });
  if (!user || user === owner.user)
    throw new ConfigError(['DATABASE_URL must name another role than DATABASE_OWNER_URL']);
  await ensureRole(owner, { user, password: password ?? '', url });
  const role = pg.escapeIdentifier(user);
  const statements = [
    ...(await limitsOfPublic(owner)),
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`,
    `GRANT USAGE ON SCHEMA public, drizzle TO ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
    `REVOKE INSERT, UPDATE, DELETE ON ${READ_ONLY_TABLES.join(', ')} FROM ${role}`,
    ...(await limitsOfGuardedTables(owner, role)),
    `GRANT EXECUTE ON FUNCTION forget_audit(), archive_holds(uuid), freeze_lots(uuid, timestamptz), purge_lots(),
       read_replication() TO ${role}`,
    ...(await limitsOfPartitions(owner, role)),
  ];
  // In one transaction, so that running servers have either the old or the new privileges.
  await owner.query(['BEGIN', ...statements, 'COMMIT'].join(';\n'));
}

async function ensureRole(
  owner: pg.Client,
  { user, password, url }: { user: string; password: string; url: string },
): Promise<void> {
  const role = pg.escapeIdentifier(user);
  const secret = `LOGIN PASSWORD ${pg.escapeLiteral(password)}`;
  const { rowCount } = await owner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [user]);
  if (rowCount === 0) {
    await owner.query(`CREATE ROLE ${role} ${secret}`).catch((error: unknown) => {
      // Roles belong to the whole cluster: a migration of another database may create the role at the same moment.
      if (!ALREADY_THERE.has(sqlState(error))) throw error;
    });
  } else if (!(await isPasswordRight(url))) {
    await owner.query(`ALTER ROLE ${role} ${secret}`);
  }
}

async function isPasswordRight(url: string): Promise<boolean> {
  try {
    await (await connectToPrimary(url)).end();
    return true;
  } catch (error) {
    return sqlState(error) !== INVALID_PASSWORD;
  }
}

/** With its own table or function, a session could run a function of the owner as a trigger. */
async function limitsOfPublic(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ signature: string }>(
    `SELECT oid::regprocedure::text AS signature FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prosecdef`,
  );
  const database = pg.escapeIdentifier(owner.database ?? '');
  return [
    `REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`,
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    ...rows.map(({ signature }) => `REVOKE EXECUTE ON FUNCTION ${signature} FROM PUBLIC`),
  ];
}

/** Servers use partitioned tables, never a partition directly: triggers on the whole table would not fire. */
async function limitsOfPartitions(owner: pg.Client, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ partitions: string[] | null; isPartitioned: boolean }>(
    `SELECT array_agg(oid::regclass::text) AS partitions, to_regprocedure('create_partitions()') IS NOT NULL AS "isPartitioned"
     FROM pg_class WHERE relispartition AND relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const { partitions, isPartitioned } = rows[0] ?? { partitions: null, isPartitioned: false };
  return [
    ...(partitions ? [`REVOKE ALL ON ${partitions.join(', ')} FROM ${role}`] : []),
    ...(isPartitioned ? [`GRANT EXECUTE ON FUNCTION create_partitions() TO ${role}`] : []),
  ];
}

/** Derived from the triggers, so that a new append-only table needs no change here. */
async function limitsOfGuardedTables(owner: pg.Client, role: string): Promise<string[]> {
  const { rows } = await owner.query<{
    table: string;
    guard: 'refuse_change' | 'guard_balance' | 'guard_wallet' | 'guard_posting' | 'guard_hold_removal';
    refusesUpdate: boolean;
    refusesDelete: boolean;
  }>(
    // Bits of tgtype: 8 is DELETE, 16 is UPDATE.
    `SELECT t.tgrelid::regclass::text AS "table", p.proname AS guard,
       t.tgtype & 16 <> 0 AS "refusesUpdate", t.tgtype & 8 <> 0 AS "refusesDelete"
     FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid
     WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal AND t.tgqual IS NULL
       AND p.proname IN ('refuse_change', 'guard_balance', 'guard_wallet', 'guard_posting', 'guard_hold_removal')`,
  );
  return rows.flatMap(({ table, guard, refusesUpdate, refusesDelete }) => [
    ...(refusesUpdate ? [`REVOKE UPDATE ON ${table} FROM ${role}`] : []),
    ...(refusesDelete ? [`REVOKE DELETE ON ${table} FROM ${role}`] : []),
    ...(guard in UPDATABLE_COLUMNS
      ? [`GRANT UPDATE (${UPDATABLE_COLUMNS[guard]}) ON ${table} TO ${role}`]
      : []),
  ]);
}
