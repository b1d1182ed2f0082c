import type { Database } from '../db/database.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { gateOf } from './gate.ts';
import { isOneOf, type SubjectKind, type SubjectRow } from './subject-kind.ts';

const MS_PER_MIN = 60_000;

/** One item of a demo's catalogue: when its subject is over, the next one for it is created (X11). */
export interface DemoPlace {
  /** Minutes from its creation to its start; 0 starts at once. */
  readonly startsInMin: number;
  /** Minutes from its start to its end. */
  readonly lastsMin: number;
}

type Named = Pick<SubjectKind<SubjectRow>, 'name' | 'table' | 'nameColumn' | 'openStatuses'>;

/**
 * Calls `create` for each item that has no open subject of its name, with the time of the database. When several
 * servers run it at once, one of them creates each subject.
 */
export async function renewDemo<Place extends DemoPlace>(
  db: Database,
  kind: Named,
  places: readonly Place[],
  nameOf: (place: Place) => string,
  create: (place: Place, now: Date) => Promise<unknown>,
): Promise<void> {
  const open = await listOpen(db, kind, places.map(nameOf));
  for (const place of places) {
    const name = nameOf(place);
    if (open.has(name)) continue;
    // One lock for each item: PostgreSQL ends a transaction that is idle for 2 s, which creating all items may take on
    // a busy machine.
    await inTransaction(db, async (tx) => {
      // The gates of subjects are locks with two keys, so a lock with one key cannot conflict with them.
      await tx.client.query('SELECT pg_advisory_xact_lock($1::bigint)', [gateOf(kind)]);
      if ((await listOpen(tx, kind, [name])).has(name)) return;
      await create(place, await tx.clock());
    });
  }
}

async function listOpen(
  source: Database | Transaction,
  { table, nameColumn, openStatuses }: Named,
  names: readonly string[],
): Promise<Set<string>> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<{ name: string }>({
    text: `SELECT ${nameColumn} AS name FROM ${table}
      WHERE realm = 0 AND ${isOneOf(openStatuses)} AND ${nameColumn} = ANY($1::text[])`,
    values: [names],
  });
  return new Set(rows.map(({ name }) => name));
}

/** Returns the times of an item's next subject, as an operator would enter them. */
export function timesOf(
  { startsInMin, lastsMin }: DemoPlace,
  now: Date,
): { starts_at?: string; end_date: string } {
  const startsAtMs = now.getTime() + startsInMin * MS_PER_MIN;
  return {
    ...(startsInMin > 0 && { starts_at: new Date(startsAtMs).toISOString() }),
    end_date: new Date(startsAtMs + lastsMin * MS_PER_MIN).toISOString(),
  };
}
