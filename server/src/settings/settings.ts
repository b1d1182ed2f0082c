import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { eq, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import {
  isSettingKey,
  type SettingKey,
  type SettingValue,
  settingDefinitions,
  settingKeys,
} from './definitions.ts';
import { settings } from './settings.tables.ts';

export interface SettingRow {
  key: SettingKey;
  value: unknown;
  updatedAt: Date | null;
}

export interface Settings {
  /** Returns the cached value: at most two seconds old while the database answers. Never waits. */
  get<Key extends SettingKey>(key: Key): SettingValue<Key>;
  /** Reads the current value from the database. */
  read<Key extends SettingKey>(source: Database | Transaction, key: Key): Promise<SettingValue<Key>>;
  /** Reads all current values from the database. */
  list(): Promise<SettingRow[]>;
  /**
   * Changes a setting. `value` has passed the definition's schema. Servers apply it within two seconds of the commit.
   */
  change(tx: Transaction, key: SettingKey, value: unknown, operatorId: string): Promise<void>;
  /** Reads the rows again. Keeps the last known values when the database is unavailable. */
  refresh(): Promise<void>;
  start(): void;
  stop(): void;
}

const REFRESH_MS = 1_000;
const { key: ofKey, updatedAt: ofTime } = settings;
// As pg parsed it: the column's own mapping would parse a text such as '4711' once more, to a number.
const ofValue = sql<unknown>`${settings.value}`;

export function createSettings({ db, log }: { db: Database; log: Pick<Logger, 'warn'> }): Settings {
  let known = new Map<SettingKey, unknown>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;

  // Every server reads all rows once a second.
  const readAll = db.orm
    .select({ key: ofKey, value: ofValue, updatedAt: ofTime })
    .from(settings)
    .prepare('settings');
  const read = () => readAll.execute();

  async function refresh(): Promise<void> {
    const next = new Map<SettingKey, unknown>();
    for (const { key, value } of await read()) if (isSettingKey(key)) next.set(key, valid(key, value));
    known = next;
  }

  async function keepFresh(): Promise<void> {
    await refresh().catch((error: unknown) => log.warn({ err: error }, 'settings could not be read'));
    if (isRunning) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => void keepFresh(), REFRESH_MS);
    timer.unref();
  }

  return {
    get: <Key extends SettingKey>(key: Key) =>
      (known.has(key) ? known.get(key) : settingDefinitions[key].defaultValue) as SettingValue<Key>,
    async read(source, key) {
      const [row] = await source.orm.select({ value: ofValue }).from(settings).where(eq(ofKey, key));
      return valid(key, row?.value);
    },
    async list() {
      const rows = new Map((await read()).map((row) => [row.key, row]));
      return settingKeys.map((key) => {
        const row = rows.get(key);
        const { defaultValue } = settingDefinitions[key];
        return { key, value: row ? row.value : defaultValue, updatedAt: row?.updatedAt ?? null };
      });
    },
    async change(tx, key, value, operatorId) {
      const written = { value, updatedBy: operatorId };
      await tx.orm
        .insert(settings)
        .values({ key, ...written })
        .onConflictDoUpdate({ target: ofKey, set: { ...written, updatedAt: sql`clock_timestamp()` } });
    },
    refresh,
    start() {
      if (isRunning) return;
      isRunning = true;
      schedule();
    },
    stop() {
      isRunning = false;
      clearTimeout(timer);
    },
  };
}

/** Returns the value of a row; the default for a value of another server version that is out of bounds. */
function valid<Key extends SettingKey>(key: Key, value: unknown): SettingValue<Key> {
  const { schema, defaultValue } = settingDefinitions[key];
  const parsed = schema.safeParse(value);
  return (parsed.success ? parsed.data : defaultValue) as SettingValue<Key>;
}
