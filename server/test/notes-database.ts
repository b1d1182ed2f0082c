import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { openTcpProxy, type TcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Database, openDatabase } from '../src/db/database.ts';
import type { Transaction } from '../src/db/in-transaction.ts';

/** A database with a table of notes, for tests of transactions whose connection is lost. */
export interface NotesDatabase {
  /** Connected directly, without the proxy. */
  direct: Database;
  /** Connected through the proxy; new for each test, like the proxy. */
  db: Database;
  proxy: TcpProxy;
  /** Returns the ids of the committed notes, in order. */
  ids(): Promise<number[]>;
  /** Inserts a note, and returns its id. */
  write(tx: Transaction, id: number): Promise<number>;
}

/** Registers the hooks that open, empty and drop it. The returned object is filled when the first test begins. */
export function useNotesDatabase(): NotesDatabase {
  let test: TestDatabase;
  const notes: NotesDatabase = {
    direct: undefined as never,
    db: undefined as never,
    proxy: undefined as never,
    async ids() {
      const { rows } = await notes.direct.pool.query<{ id: number }>('SELECT id FROM notes ORDER BY id');
      return rows.map(({ id }) => id);
    },
    async write(tx, id) {
      await tx.client.query('INSERT INTO notes (id) VALUES ($1)', [id]);
      return id;
    },
  };
  beforeAll(async () => {
    test = await createTestDatabase();
    notes.direct = openDatabase({ url: test.url, poolSize: 4 });
    await test.asOwner(
      `CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL DEFAULT '', size bigint NOT NULL DEFAULT 1);
       GRANT ALL ON notes TO PUBLIC`,
    );
  });
  beforeEach(async () => {
    await notes.direct.pool.query('TRUNCATE notes');
    const { hostname, port } = new URL(test.url);
    notes.proxy = await openTcpProxy({ host: hostname, port: Number(port || 5432) });
    notes.db = openDatabase({ url: notes.proxy.urlOf(test.url), poolSize: 4 });
  });
  afterEach(async () => {
    await notes.db.close();
    await notes.proxy.close();
  });
  afterAll(async () => {
    await notes.direct.close();
    await test.drop();
  });
  return notes;
}
