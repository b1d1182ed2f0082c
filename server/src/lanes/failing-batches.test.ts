import { describe, expect, it } from 'vitest';
import { databaseError, type FakeDatabase, lostConnection } from '../../test/fake-database.ts';
import { nextTurn, numbersLane, range } from '../../test/numbers-lane.ts';
import { Refusal } from '../errors.ts';

describe('A12 failing batches', () => {
  it('A12 refuses only the poisoned command among 200', async () => {
    const { db, lane, codes, lanes } = numbersLane();
    const commands = range(0, 200).map((n) => (n === 137 ? Number.NaN : n));
    const answers = await codes(commands.map((n) => lane.submit('a', n)));
    expect(answers).toEqual(commands.map((n) => (Number.isNaN(n) ? 'INTERNAL' : n)));
    expect(db.effects).toEqual(range(0, 200).filter((n) => n !== 137));
    expect(db.transactions).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(200)) + 1);
    expect(lanes.stats()[0]?.halvings).toBeLessThanOrEqual(8);
  });

  it('A12 keeps the order of arrival while it halves', async () => {
    const { db, lane, codes } = numbersLane();
    const first = range(0, 8).map((n) => lane.submit('a', n === 2 ? Number.NaN : n));
    await nextTurn();
    const second = range(8, 12).map((n) => lane.submit('a', n));
    await codes([...first, ...second]);
    expect(db.effects).toEqual([0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it.each([
    ['a lost connection', lostConnection(), 'UNAVAILABLE'],
    ['a database that shuts down', databaseError('57P01'), 'UNAVAILABLE'],
    ['a full disk', databaseError('53100'), 'UNAVAILABLE'],
    ['a lock timeout', databaseError('55P03'), 'BUSY'],
    ['a statement timeout', databaseError('57014'), 'BUSY'],
    ['a refusal for now', new Refusal('BUSY', 'Later.'), 'BUSY'],
  ])('A12 refuses all commands, without halving, after %s', async (_what, error, code) => {
    const { db, lane, codes } = numbersLane();
    db.before = (text) => (text === 'effect' ? { error } : undefined);
    expect(await codes([1, 2, 3].map((n) => lane.submit('a', n)))).toEqual([code, code, code]);
    expect(db.transactions).toBe(1);
    expect(db.effects).toEqual([]);
  });

  it('A12 runs a deadlocked batch again, at most three times, and never halves it', async () => {
    const { db, lane, codes } = numbersLane();
    let deadlocks = 2;
    db.before = (text) => {
      if (text !== 'effect' || deadlocks === 0) return undefined;
      deadlocks -= 1;
      return { error: databaseError('40P01') };
    };
    expect(await codes([1, 2].map((n) => lane.submit('a', n)))).toEqual([1, 2]);
    expect(db.transactions).toBe(3);
    deadlocks = 100;
    expect(await codes([3, 4].map((n) => lane.submit('a', n)))).toEqual(['BUSY', 'BUSY']);
    expect(db.transactions).toBe(3 + 4);
    expect(db.effects).toEqual([1, 2]);
  });

  it('A12 answers a lost COMMIT from the rows', async () => {
    const { db, lane, lanes, codes } = numbersLane({
      recover: async (_db, _key, batch) =>
        batch.map(({ command }) => (command < 0 ? undefined : command + 1000)),
    });
    expect(await codes([lane.submit('a', 5)])).toEqual([5]);
    expect(lanes.stats()[0]?.lostCommits).toBe(0);
    db.before = (text) => (text === 'COMMIT' ? { error: lostConnection(), afterEffect: true } : undefined);
    expect(await codes([1, -1, 2].map((n) => lane.submit('a', n)))).toEqual([1001, 'NOT_ENOUGH_COINS', 1002]);
    expect(db.transactions).toBe(2);
    expect(lanes.stats()[0]?.lostCommits).toBe(1);
  });

  it('A12 answers OUTCOME_UNKNOWN for an accepted command without its row, and uses the answers in memory when rows cannot be read', async () => {
    const missing = numbersLane();
    missing.db.before = (text) =>
      text === 'COMMIT' ? { error: lostConnection(), afterEffect: true } : undefined;
    expect(await missing.codes([missing.lane.submit('a', 1)])).toEqual(['OUTCOME_UNKNOWN']);
    const away = numbersLane({ recover: () => Promise.reject(lostConnection()) });
    away.db.before = (text) =>
      text === 'COMMIT' ? { error: lostConnection(), afterEffect: true } : undefined;
    expect(await away.codes([away.lane.submit('a', 1)])).toEqual([1]);
  });

  it('A12 answers UNAVAILABLE when the COMMIT did not reach the database', async () => {
    const { db, lane, codes } = numbersLane();
    db.before = (text) => (text === 'COMMIT' ? { error: lostConnection() } : undefined);
    expect(await codes([1, 2].map((n) => lane.submit('a', n)))).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
    expect(db.effects).toEqual([]);
    expect(db.transactions).toBe(1);
  });

  it('A12 reads the rows again when the transaction’s status is unknown, and accepts all answers when one row is found', async () => {
    // After a restart of PostgreSQL a transaction cannot be looked up by its id.
    const found = numbersLane({
      recover: async (_db, _key, batch) => batch.map(({ command }) => (command < 0 ? undefined : command)),
    });
    const lose = (db: FakeDatabase) => (text: string) => {
      if (text !== 'COMMIT') return undefined;
      db.hasRestarted = true;
      return { error: lostConnection(), afterEffect: true };
    };
    found.db.before = lose(found.db);
    expect(await found.codes([1, -1].map((n) => found.lane.submit('a', n)))).toEqual([1, 'NOT_ENOUGH_COINS']);
    // Rows that a standby does not confirm may be lost with the primary.
    found.db.before = (text) =>
      text.includes('pg_logical_emit_message') ? { error: lostConnection() } : lose(found.db)(text);
    expect(await found.codes([found.lane.submit('a', 2)])).toEqual(['OUTCOME_UNKNOWN']);
    const none = numbersLane();
    none.db.before = lose(none.db);
    expect(await none.codes([1, -1].map((n) => none.lane.submit('a', n)))).toEqual([
      'OUTCOME_UNKNOWN',
      'OUTCOME_UNKNOWN',
    ]);
  });

  it('treats a kind that returns too few answers as a failure', async () => {
    const { lane, codes, db } = numbersLane({ decide: async () => ({ answers: [] }) });
    expect(await codes([1, 2].map((n) => lane.submit('a', n)))).toEqual(['INTERNAL', 'INTERNAL']);
    expect(db.effects).toEqual([]);
  });
});
