import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { isOneOf, type SubjectKind, type SubjectRow } from './subject-kind.ts';

const MS_PER_MIN = 60_000;

/** One place of a demo's catalogue: when its subject is over, the next one of it is created (X11). */
export interface DemoPlace {
  /** Minutes from its creation to its start; 0 starts at once. */
  readonly startsInMin: number;
  /** Minutes from its start to its end. */
  readonly lastsMin: number;
}

type Named = Pick<SubjectKind<SubjectRow>, 'table' | 'nameColumn' | 'openStatuses' | 'gate'>;

export async function hasSubjects({ pool }: Database, { table }: Pick<Named, 'table'>): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>(`SELECT EXISTS (SELECT FROM ${table})`);
  return rows[0]?.exists === true;
}

/**
 * Calls `create` with the places that have no open subject of their name, and with the time of the database. When several
 * servers run it at once, one of them works and the others return.
 */
export async function renewDemo<Place extends DemoPlace>(
  db: Database,
  { table, nameColumn, openStatuses, gate }: Named,
  places: readonly Place[],
  nameOf: (place: Place) => string,
  create: (missing: readonly Place[], now: Date) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // The gates of subjects are locks of two numbers, so this lock of one number is none of them.
    const { rows } = await tx.client.query<{ isMine: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1::bigint) AS "isMine"',
      [gate],
    );
    if (!rows[0]?.isMine) return;
    const open = await tx.client.query<{ name: string }>(
      `SELECT ${nameColumn} AS name FROM ${table}
        WHERE realm = 0 AND ${isOneOf(openStatuses)} AND ${nameColumn} = ANY($1::text[])`,
      [places.map(nameOf)],
    );
    const names = new Set(open.rows.map(({ name }) => name));
    const missing = places.filter((place) => !names.has(nameOf(place)));
    if (missing.length > 0) await create(missing, await tx.clock());
  });
}

/** The times of the next subject of a place, as an operator would enter them. */
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
