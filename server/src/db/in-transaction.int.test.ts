import { skipTime } from '@copup/testkit/skip-time.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useNotesDatabase } from '../../test/notes-database.ts';
import { inTransaction, type Transaction } from './in-transaction.ts';
import { isConnectionLoss, isRetryable, sqlState } from './pg-errors.ts';
import { settleCommit } from './settle-commit.ts';

const notes = useNotesDatabase();
afterEach(() => vi.restoreAllMocks());

describe('inTransaction', () => {
  it('commits the work and reports the invalidated rooms after the commit, not after a failure', async () => {
    const invalidated: string[][] = [];
    const db = { ...notes.db, onCommit: (rooms: ReadonlySet<string>) => invalidated.push([...rooms]) };
    await inTransaction(db, async (tx) => {
      await notes.write(tx, 1);
      tx.invalidate('user:a');
      tx.invalidate('user:a');
      expect(invalidated).toEqual([]);
    });
    await expect(
      inTransaction(db, async (tx) => {
        await notes.write(tx, 2);
        tx.invalidate('user:b');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await notes.ids()).toEqual([1]);
    expect(invalidated).toEqual([['user:a']]);
  });

  it('runs a deadlocked transaction again, so that both transactions with crossed locks succeed', async () => {
    await notes.direct.pool.query('INSERT INTO notes (id) VALUES (1), (2)');
    let met = 0;
    let release = () => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    let attempts = 0;
    const cross = (first: number, second: number) =>
      inTransaction(notes.db, async (tx) => {
        attempts += 1;
        await tx.client.query("UPDATE notes SET text = text || 'x' WHERE id = $1", [first]);
        met += 1;
        if (met === 2) release();
        await both;
        await tx.client.query("UPDATE notes SET text = text || 'x' WHERE id = $1", [second]);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    const { rows } = await notes.direct.pool.query('SELECT text FROM notes');
    expect(rows).toEqual([{ text: 'xx' }, { text: 'xx' }]);
    expect(attempts).toBeGreaterThan(2);
  });

  it('runs a transaction again that the process was too busy to continue, and its COMMIT not', async () => {
    const tries: number[] = [];
    const pauseTooLong = async (tx: Transaction) => {
      await tx.client.query('SET LOCAL idle_in_transaction_session_timeout = 1');
      await new Promise((resolve) => tx.client.once('error', resolve));
    };
    await inTransaction(notes.db, async (tx) => {
      tries.push(tries.length);
      await notes.write(tx, tries.length);
      if (tries.length === 1) await pauseTooLong(tx);
      await notes.write(tx, 10 * tries.length);
    });
    expect([tries, await notes.ids()]).toEqual([
      [0, 1],
      [2, 20],
    ]);
    const late = inTransaction(notes.db, async (tx) => {
      tries.push(tries.length);
      await notes.write(tx, 3);
      // Without another statement than the COMMIT.
      await tx.clock();
      await pauseTooLong(tx);
    });
    await expect(late).rejects.toThrow();
    expect([tries.length, await notes.ids()]).toEqual([3, [2, 20]]);
  });

  it('does not retry other errors, and gives up after three retries', async () => {
    let tries = 0;
    const fail = (state: string) =>
      inTransaction(notes.db, async (tx) => {
        tries += 1;
        await tx.client.query(`DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '${state}'; END $$`);
      });
    await expect(fail('23505')).rejects.toThrow('made up');
    expect(tries).toBe(1);
    tries = 0;
    await expect(fail('40001')).rejects.toThrow('made up');
    expect(tries).toBe(4);
  });

  it('distinguishes a transaction that the database rolled back from one that it committed', async () => {
    await expect(
      inTransaction(notes.db, async (tx) => {
        await notes.write(tx, 1);
        await notes.write(tx, 1).catch(() => undefined);
      }),
    ).rejects.toThrow(/current transaction is aborted|rolled back/);
    expect(await notes.ids()).toEqual([]);
  });

  it('L5 cancels a wait for a lock after 2 s, and later transactions succeed', async () => {
    await notes.direct.pool.query('INSERT INTO notes (id) VALUES (1)');
    await inTransaction(notes.direct, async (tx) => {
      await tx.client.query('SELECT FROM notes WHERE id = 1 FOR NO KEY UPDATE');
      // Prevents the holder from being idle for too long.
      const waiting = inTransaction(notes.db, (other) =>
        other.client.query('SELECT FROM notes WHERE id = 1 FOR NO KEY UPDATE'),
      ).then(
        () => 'got it',
        (error) => sqlState(error),
      );
      await tx.client.query('SELECT pg_sleep(1.2)');
      await tx.client.query('SELECT pg_sleep(1.2)');
      expect(await waiting).toBe('55P03');
    });
    expect(await inTransaction(notes.db, (tx) => notes.write(tx, 2))).toBe(2);
  });
});

describe('A12 a COMMIT whose reply is lost', () => {
  it.each([
    ['with', true],
    ['without', false],
  ])('is known to have taken effect, %s the clock read', async (_with, readsClock) => {
    const invalidated: string[] = [];
    const db = { ...notes.db, onCommit: (rooms: ReadonlySet<string>) => invalidated.push(...rooms) };
    const cut = notes.proxy.cutOnCommit('after');
    let last: Transaction | undefined;
    const result = await inTransaction(db, async (tx) => {
      last = tx;
      if (readsClock) await tx.clock();
      tx.invalidate('user:a');
      return notes.write(tx, 1);
    });
    await cut;
    expect(result).toBe(1);
    expect(last?.wasCommitLost).toBe(true);
    expect(invalidated).toEqual(['user:a']);
    expect(await notes.ids()).toEqual([1]);
    expect(await inTransaction(notes.db, (tx) => notes.write(tx, 2))).toBe(2);
  });

  it('is refused as not executed when it never arrived, and is not run again', async () => {
    const cut = notes.proxy.cutOnCommit('before');
    let runs = 0;
    await expect(
      inTransaction(notes.db, (tx) => {
        runs += 1;
        return notes.write(tx, 1);
      }),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 1 });
    await cut;
    expect(runs).toBe(1);
    expect(await notes.ids()).toEqual([]);
  });

  it('is refused with OUTCOME_UNKNOWN when the database stays unavailable', async () => {
    const cut = notes.proxy.cutOnCommit('after').then(() => {
      notes.proxy.isRefusing = true;
      notes.proxy.cutAll();
      setTimeout(() => skipTime(3_000), 100);
    });
    await expect(inTransaction(notes.db, (tx) => notes.write(tx, 1))).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    });
    await cut;
    expect(await notes.ids()).toEqual([1]);
  });

  it('of a transaction that wrote nothing counts as success', async () => {
    const cut = notes.proxy.cutOnCommit('after');
    expect(
      await inTransaction(notes.db, async (tx) => (await tx.client.query('SELECT 7 AS x')).rows),
    ).toEqual([{ x: 7 }]);
    await cut;
  });

  it('discards a connection whose COMMIT may still be in flight', async () => {
    const cuts = Promise.all([notes.proxy.cutOnCommit('after'), notes.proxy.cutOnCommit('before')]);
    await inTransaction(notes.db, (tx) => notes.write(tx, 1));
    await inTransaction(notes.db, (tx) => notes.write(tx, 2)).catch(() => undefined);
    await cuts;
    await Promise.all([3, 4, 5, 6].map((id) => inTransaction(notes.db, (tx) => notes.write(tx, id))));
    expect(await notes.ids()).toEqual([1, 3, 4, 5, 6]);
  });

  it('is settled for all transactions when all connections are lost at once', async () => {
    const cuts = notes.proxy.cutOnCommit('after', 4);
    const ids = await Promise.all(
      [1, 2, 3, 4].map((id) => inTransaction(notes.db, (tx) => notes.write(tx, id))),
    );
    await cuts;
    expect(ids).toEqual([1, 2, 3, 4]);
    expect(await notes.ids()).toEqual([1, 2, 3, 4]);
  });

  it('is settled correctly for each of many transactions', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, async (_, id) => {
        if (id % 5 === 0) void notes.proxy.cutOnCommit(id % 2 === 0 ? 'after' : 'before');
        return inTransaction(notes.db, (tx) => notes.write(tx, id)).then(
          () => id,
          (error) => {
            expect(error).toMatchObject({ code: 'UNAVAILABLE' });
            return undefined;
          },
        );
      }),
    );
    const done = outcomes.filter((id) => id !== undefined);
    expect(done).toHaveLength(36);
    expect(await notes.ids()).toEqual(done);
  });
});

describe('settleCommit after a restart of PostgreSQL', () => {
  // An id that was not assigned yet stands for an id from before a crash.
  const lost = { xid: '900000000000', run: 'an earlier start' };

  it('A12 decides by rows only', async () => {
    expect(await settleCommit(notes.db, { ...lost, proof: async () => true })).toBe('committed');
    expect(await settleCommit(notes.db, { ...lost, proof: async () => false })).toBe('aborted');
    expect(await settleCommit(notes.db, { ...lost, proof: undefined })).toBe('unknown');
  });

  it('A12 reads the rows again when the first read fails', async () => {
    let reads = 0;
    const proof = async () => {
      reads += 1;
      if (reads === 1) throw new Error('away');
      return true;
    };
    expect(await settleCommit(notes.db, { ...lost, proof })).toBe('committed');
  });
});

describe('an error of PostgreSQL', () => {
  it('is retryable when the transaction was rolled back for others or for a pause', async () => {
    const stateOf = (state: string) =>
      notes.direct.pool
        .query(`DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '${state}'; END $$`)
        .catch((error: unknown) => error);
    expect(isRetryable(await stateOf('40P01'))).toBe(true);
    expect(isRetryable(await stateOf('40001'))).toBe(true);
    expect(isRetryable(await stateOf('25P03'))).toBe(true);
    expect(isRetryable(await stateOf('55P03'))).toBe(false);
    expect(isConnectionLoss(await stateOf('57P01'))).toBe(true);
    expect(isConnectionLoss(await stateOf('57014'))).toBe(false);
  });
});
