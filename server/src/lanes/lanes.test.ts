import { afterEach, describe, expect, it, vi } from 'vitest';
import { databaseError } from '../../test/fake-database.ts';
import { holdAt, nextTurn, numbersLane, range } from '../../test/numbers-lane.ts';
import { CommandDeadline, runWithDeadline } from '../deadline.ts';
import type { Refusal } from '../errors.ts';

/** Creates a lane whose `afterCommit` records the effects that are committed by then, and throws. */
function hooked() {
  const ran: unknown[] = [];
  const { db, ...rest } = numbersLane({
    async decide(tx, _key, batch) {
      for (const { command } of batch) await tx.client.query('effect', [command]);
      return {
        answers: batch.map(({ command }) => command),
        afterCommit: () => {
          ran.push([...db.effects]);
          throw new Error('the hook failed');
        },
      };
    },
  });
  return { db, ...rest, ran };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('A6 lanes batch commands', () => {
  it('A6 decides commands that arrive together in one transaction, in order of arrival', async () => {
    const { db, lane, batches, codes } = numbersLane();
    expect(await codes(range(0, 100).map((n) => lane.submit('a', n)))).toEqual(range(0, 100));
    expect(batches).toEqual([{ key: 'a', commands: range(0, 100) }]);
    expect(db.transactions).toBe(1);
    expect(db.effects).toEqual(range(0, 100));
  });

  it('A6 takes at most 256 at once', async () => {
    const { lane, batches, codes } = numbersLane();
    await codes(range(0, 600).map((n) => lane.submit('a', n)));
    expect(batches.map(({ commands }) => commands.length)).toEqual([256, 256, 88]);
    expect(batches.flatMap(({ commands }) => commands)).toEqual(range(0, 600));
  });

  it('A6 lets later commands wait while a transaction runs, and never runs two for one key', async () => {
    const { db, lane, batches, codes } = numbersLane();
    const { reached, go } = holdAt(db, 'tx-clock');
    const first = lane.submit('a', 1);
    await reached;
    const later = [lane.submit('a', 2), lane.submit('a', 3)];
    await nextTurn();
    expect(batches).toHaveLength(1);
    go();
    expect(await codes([first, ...later])).toEqual([1, 2, 3]);
    expect(batches.map(({ commands }) => commands)).toEqual([[1], [2, 3]]);
    expect(db.mostOpen).toBe(1);
  });

  it('serves keys round-robin and limits the transactions', async () => {
    const { db, lane, batches, codes } = numbersLane({ maxBatch: 10 }, 2);
    db.before = () => nextTurn().then(() => undefined);
    const all = [...range(0, 60).map((n) => lane.submit('hot', n)), lane.submit('b', 1), lane.submit('c', 2)];
    await codes(all);
    expect(db.mostOpen).toBe(2);
    const order = batches.map(({ key }) => key);
    expect(order.indexOf('b')).toBeLessThan(3);
    expect(order.indexOf('c')).toBeLessThan(3);
  });

  it('refuses one command without affecting the others', async () => {
    const { db, lane, codes } = numbersLane();
    expect(await codes([1, -1, 2].map((n) => lane.submit('a', n)))).toEqual([1, 'NOT_ENOUGH_COINS', 2]);
    expect(db.effects).toEqual([1, 2]);
  });

  it('runs afterCommit once, after the COMMIT and before any reply, and survives one that throws', async () => {
    const { db, lane, codes, ran } = hooked();
    const submitted = lane.submit('a', 5).finally(() => ran.push('reply'));
    expect(await codes([submitted])).toEqual([5]);
    expect(ran).toEqual([[5], 'reply']);
    expect(db.effects).toEqual([5]);
  });

  it('runs no afterCommit of a transaction that was rolled back', async () => {
    const { db, lane, codes, ran } = hooked();
    let isFailing = true;
    db.before = (statement) => {
      if (statement !== 'COMMIT' || !isFailing) return undefined;
      isFailing = false;
      return { error: databaseError('40P01') };
    };
    expect(await codes([lane.submit('a', 5)])).toEqual([5]);
    expect(ran).toEqual([[5]]);
  });
});

describe('A11 limits', () => {
  it('A11 never starts a command after its deadline', async () => {
    const { db, clock, lane, lanes, batches, codes } = numbersLane();
    const { reached, go } = holdAt(db, 'tx-clock');
    const first = lane.submit('a', 1);
    await reached;
    const second = lane.submit('a', 2);
    clock.nowMs += 2_000;
    go();
    expect(await codes([first, second])).toEqual([1, 'DEADLINE_PASSED']);
    await lanes.drain();
    expect(batches.flatMap(({ commands }) => commands)).toEqual([1]);
    expect(db.effects).toEqual([1]);
  });

  it('A11 refuses commands past their deadline even while the batch before them hangs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { db, clock, lane, codes } = numbersLane();
    const { reached, go } = holdAt(db, 'tx-clock');
    const first = lane.submit('a', 1);
    await reached;
    const second = lane.submit('a', 2);
    clock.nowMs += 2_001;
    vi.advanceTimersByTime(100);
    expect(await codes([second])).toEqual(['DEADLINE_PASSED']);
    go();
    expect(await codes([first])).toEqual([1]);
  });

  it('A11 counts the deadline from when the request was received', async () => {
    const { clock, lane, codes } = numbersLane();
    const late = lane.submit('a', 1, clock.nowMs - 2_000);
    const inTime = lane.submit('a', 2, clock.nowMs - 1_999);
    expect(await codes([late, inTime])).toEqual(['DEADLINE_PASSED', 2]);
  });

  it('A11 counts what a command has done before, such as the check of a PIN', async () => {
    const { lane, codes } = numbersLane();
    const late = runWithDeadline(new CommandDeadline(0), () => lane.submit('a', 1));
    const inTime = runWithDeadline(new CommandDeadline(1_000), () => lane.submit('a', 2));
    expect(await codes([late, inTime])).toEqual(['DEADLINE_PASSED', 2]);
  });

  it('A11 answers BUSY with Retry-After when the expected wait passes 250 ms', async () => {
    const { db, clock, lane, lanes, codes } = numbersLane();
    const { reached, go } = holdAt(db, 'tx-clock');
    const first = lane.submit('a', 1);
    await reached;
    clock.nowMs += 250;
    const inTime = lane.submit('a', 2);
    clock.nowMs += 1;
    const refused = await lane.submit('a', 3).catch((error: Refusal) => error);
    expect(refused).toMatchObject({ code: 'BUSY', statusCode: 503, retryAfterS: 1 });
    // Another key is not affected.
    const other = lane.submit('b', 4);
    go();
    expect(await codes([first, inTime, other])).toEqual([1, 2, 4]);
    expect(lanes.stats()).toMatchObject([{ name: 'numbers', commands: 3, refused: { BUSY: 1 } }]);
  });

  it('A11 limits the number of waiting commands', async () => {
    const { db, lane, codes } = numbersLane();
    const { reached, go } = holdAt(db, 'tx-clock');
    const first = lane.submit('a', 0);
    await reached;
    const waiting = range(0, 4_096).map((n) => lane.submit('a', n));
    expect(await codes([lane.submit('a', 9)])).toEqual(['BUSY']);
    go();
    expect((await codes([first, ...waiting])).filter((one) => typeof one !== 'number')).toEqual([]);
  });

  it('deletes idle lanes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const forgotten: string[] = [];
    const { clock, lane, lanes } = numbersLane({ forget: (key) => forgotten.push(key) });
    await Promise.all([lane.submit('a', 1), lane.submit('b', 1)]);
    clock.nowMs += 9_000;
    await lane.submit('b', 2);
    await nextTurn();
    vi.advanceTimersByTime(100);
    expect(lanes.stats()[0]?.lanes).toBe(2);
    clock.nowMs += 1_000;
    vi.advanceTimersByTime(100);
    expect(forgotten).toEqual(['a']);
    clock.nowMs += 9_000;
    vi.advanceTimersByTime(100);
    expect(lanes.stats()[0]?.lanes).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('drain() finishes waiting commands and accepts no others', async () => {
    const { db, lane, lanes, codes } = numbersLane();
    const { reached, go } = holdAt(db, 'tx-clock');
    const first = lane.submit('a', 1);
    await reached;
    const second = lane.submit('a', 2);
    let isDrained = false;
    const drained = lanes.drain().then(() => {
      isDrained = true;
    });
    expect(await codes([lane.submit('a', 3)])).toEqual(['UNAVAILABLE']);
    expect(isDrained).toBe(false);
    go();
    expect(await codes([first, second])).toEqual([1, 2]);
    await drained;
    await lanes.drain();
  });

  it('waits batchWindowMs for further commands when a kind sets it', async () => {
    const { lane, batches, codes } = numbersLane({ batchWindowMs: 5 });
    const first = lane.submit('a', 1);
    await nextTurn();
    await codes([first, lane.submit('a', 2)]);
    expect(batches).toEqual([{ key: 'a', commands: [1, 2] }]);
  });
});
