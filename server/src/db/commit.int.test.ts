import { describe, expect, it } from 'vitest';
import { useNotesDatabase } from '../../test/notes-database.ts';
import { inTransaction, type Transaction } from './in-transaction.ts';

const notes = useNotesDatabase();

function noteLast(tx: Transaction, id: number, explain?: (error: unknown) => unknown): number {
  tx.writeLast({ name: 'note', text: 'INSERT INTO notes (id) VALUES ($1)', values: [id], explain });
  return id;
}

describe('writes sent with the COMMIT', () => {
  it('are committed in the order given, after earlier writes', async () => {
    const result = await inTransaction(notes.db, async (tx) => {
      tx.writeLast({ name: 'move', text: 'UPDATE notes SET id = id + $1', values: [10] });
      noteLast(tx, 2);
      await tx.client.query('INSERT INTO notes (id) VALUES (1)');
      return 'done';
    });
    expect(result).toBe('done');
    expect(await notes.ids()).toEqual([2, 11]);
  });

  it.each([0, 1, 2])('P3 are rolled back together when number %i of three fails', async (bad) => {
    await notes.direct.pool.query('INSERT INTO notes (id) VALUES (7)');
    const invalidated: string[] = [];
    const db = { ...notes.db, onCommit: (rooms: ReadonlySet<string>) => invalidated.push(...rooms) };
    let runs = 0;
    const failing = inTransaction(db, async (tx) => {
      runs += 1;
      tx.invalidate('user:a');
      for (const nth of [0, 1, 2]) noteLast(tx, nth === bad ? 7 : nth);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(runs).toBe(1);
    expect(invalidated).toEqual([]);
    expect(await notes.ids()).toEqual([7]);
    // The connection returns to the pool outside of any transaction.
    expect(await inTransaction(notes.db, async (tx) => noteLast(tx, 8))).toBe(8);
  });

  it('fail with the error that the writer maps the database’s error to', async () => {
    await notes.direct.pool.query('INSERT INTO notes (id) VALUES (7)');
    const failing = inTransaction(notes.db, async (tx) => noteLast(tx, 7, () => new Error('seven is taken')));
    await expect(failing).rejects.toThrow('seven is taken');
  });

  it('are run again after one of them deadlocks', async () => {
    let runs = 0;
    await inTransaction(notes.db, async (tx) => {
      runs += 1;
      noteLast(tx, runs);
      if (runs === 1)
        tx.writeLast({
          name: 'deadlock',
          text: `SELECT set_config('copup.x', NULL, true), 1 / 0`,
          values: [],
          explain: (error) => Object.assign(error as Error, { code: '40P01' }),
        });
    });
    expect(await notes.ids()).toEqual([2]);
  });

  it('A12 are not run again when they took effect and their result could not be read', async () => {
    let runs = 0;
    const unread = inTransaction(notes.db, async (tx) => {
      runs += 1;
      tx.writeLast({
        name: 'note-size',
        text: 'INSERT INTO notes (id, size) VALUES ($1, 9007199254740993) RETURNING size',
        values: [1],
      });
    });
    await expect(unread).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(runs).toBe(1);
    expect(await notes.ids()).toEqual([1]);
  });

  it('A12 are not committed when the connection is lost between them and the COMMIT', async () => {
    const cut = notes.proxy.cutOnCommit('before');
    const refused = inTransaction(notes.db, async (tx) => noteLast(tx, 1));
    await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await cut;
    expect(await notes.ids()).toEqual([]);
  });

  it.each([true, false])(
    'A12 are known to be committed when the replies are lost (clock read: %s)',
    async (readsClock) => {
      const cut = notes.proxy.cutOnCommit('after');
      let last: Transaction | undefined;
      const id = await inTransaction(notes.db, async (tx) => {
        last = tx;
        if (readsClock) await tx.clock();
        return noteLast(tx, 1);
      });
      await cut;
      expect(id).toBe(1);
      expect(last?.wasCommitLost).toBe(true);
      expect(await notes.ids()).toEqual([1]);
    },
  );

  it('A12 that fail are known to be rolled back when the replies are lost', async () => {
    await notes.direct.pool.query('INSERT INTO notes (id) VALUES (7)');
    const cut = notes.proxy.cutOnCommit('after');
    const failing = inTransaction(notes.db, async (tx) => noteLast(tx, 7));
    await expect(failing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await cut;
    expect(await notes.ids()).toEqual([7]);
  });
});

describe('the open callback sent with the BEGIN', () => {
  it('runs inside the transaction and passes its result to the work', async () => {
    const same = await inTransaction(
      notes.db,
      async (tx, opened: { xid: string }) => {
        const { rows } = await tx.client.query('SELECT pg_current_xact_id()::text AS xid');
        return rows[0].xid === opened.xid;
      },
      async (tx) => (await tx.client.query('SELECT pg_current_xact_id()::text AS xid')).rows[0],
    );
    expect(same).toBe(true);
  });

  it('prevents the work from running when it fails', async () => {
    let hasWorked = false;
    const failing = inTransaction(
      notes.db,
      async () => {
        hasWorked = true;
      },
      (tx) => tx.client.query('SELECT 1 / 0'),
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(hasWorked).toBe(false);
    expect(await inTransaction(notes.db, async (tx) => noteLast(tx, 1))).toBe(1);
  });
});
