import { runAsOwner } from '@copup/testkit/databases.ts';
import type { Database } from '../src/db/database.ts';
import type { RoomKind } from '../src/rooms/room-kind.ts';

export interface CounterState {
  text: string;
}

/** A text in JSON stands for a state of another shape. */
const stateOf = (text: string): CounterState => (/^[[{]/.test(text) ? JSON.parse(text) : { text });

/** A minimal room kind: rows of a table for the test, and a count of its reads. */
export class CounterRooms {
  snapshotReads = 0;
  readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  static createTable(db: Database): Promise<void> {
    return runAsOwner(
      db.pool.options.connectionString ?? '',
      `CREATE TABLE IF NOT EXISTS counters (id text PRIMARY KEY, version bigint NOT NULL, text text NOT NULL);
       GRANT ALL ON counters TO PUBLIC;
       CREATE OR REPLACE TRIGGER counters_room AFTER UPDATE ON counters FOR EACH ROW EXECUTE FUNCTION note_room_change('counter')`,
    );
  }

  /** Commits a new version without publishing it. */
  static async write(db: Database, id: string, text = 'x'): Promise<number> {
    const { rows } = await db.pool.query<{ version: number }>(
      `INSERT INTO counters AS c VALUES ($1, 1, $2)
       ON CONFLICT (id) DO UPDATE SET version = c.version + 1, text = $2 RETURNING version`,
      [id, text],
    );
    return rows[0]?.version ?? 0;
  }

  kind(): RoomKind<CounterState> {
    return {
      kind: 'counter',
      isPlay: false,
      changes: 'noted',
      views: { card: { minIntervalMs: 1_000 } },
      authorize: (viewer, id) => !id.startsWith('private-') || id === `private-${viewer.userId}`,
      snapshot: async (ids) => {
        this.snapshotReads += 1;
        const { rows } = await this.db.pool.query<{ id: string; version: number; text: string }>(
          'SELECT * FROM counters WHERE id = ANY($1)',
          [ids],
        );
        return new Map(
          rows.map(({ id, version, text }) => [
            id,
            { version, state: stateOf(text), recent: [{ at: version }] },
          ]),
        );
      },
    };
  }
}
