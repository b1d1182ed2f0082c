import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdAt, nextTurn, numbersLane, range } from '../../test/numbers-lane.ts';
import type { Refusal } from '../errors.ts';
import { MovedTo } from './lane-kind.ts';

type Numbers = ReturnType<typeof numbersLane>;
const refusalOf = (submitted: Promise<unknown>): Promise<Refusal> =>
  submitted.then(
    () => expect.fail('accepted'),
    (refusal: Refusal) => refusal,
  );

/** Gives the moving averages a batch of one second: 5 ms and a fifth of the difference are 204 ms. */
async function slowDown({ db, clock, lane }: Numbers): Promise<void> {
  db.before = (statement) => {
    if (statement === 'effect') clock.nowMs += 1_000;
    return undefined;
  };
  await lane.submit('slow', 0);
  db.before = () => undefined;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('A6 transactions at once', () => {
  it.each([
    ['as many as are allowed', 3, 8, 3],
    ['by default all of the pool but four', undefined, 8, 4],
    ['at least one of a small pool', undefined, 4, 1],
  ])('are %s', async (_, maxConcurrent, poolSize, most) => {
    const { db, lane, codes } = numbersLane({}, maxConcurrent, poolSize);
    db.before = () => nextTurn().then(() => undefined);
    await codes(range(0, 12).map((n) => lane.submit(`key ${n}`, n)));
    expect([db.mostOpen, db.effects.length]).toEqual([most, 12]);
  });

  it.each([
    [1, 1],
    [2, 1],
    [4, 2],
    [5, 2],
  ])('L5 are of %i at most %i that wait for locks, and the others run meanwhile', async (all, most) => {
    const running = { waiting: 0, most: 0 };
    const { db, lane, codes } = numbersLane(
      {
        waitsForLocks: (key) => key.startsWith('waiting'),
        async decide(tx, key, batch) {
          const isWaiting = key.startsWith('waiting') ? 1 : 0;
          running.waiting += isWaiting;
          running.most = Math.max(running.most, running.waiting);
          await tx.clock();
          for (const { command } of batch) await tx.client.query('effect', [command]);
          running.waiting -= isWaiting;
          return { answers: batch.map(({ command }) => command) };
        },
      },
      all,
    );
    db.before = () => nextTurn().then(() => undefined);
    const waiting = range(0, 8).map((n) => lane.submit(`waiting ${n}`, n));
    await codes([...waiting, ...range(8, 16).map((n) => lane.submit(`key ${n}`, n))]);
    expect([running.most, db.mostOpen, db.effects.length]).toEqual([most, all, 16]);
  });

  it('L5 begin with those that wait for no lock', async () => {
    const { db, lane, batches, codes } = numbersLane({ waitsForLocks: (key) => key === 'waiting' }, 1);
    const { reached, go } = holdAt(db, 'tx-clock');
    const first = lane.submit('a', 1);
    await reached;
    const later = [lane.submit('waiting', 2), lane.submit('b', 3)];
    await nextTurn();
    go();
    await codes([first, ...later]);
    expect(batches.map(({ key }) => key)).toEqual(['a', 'b', 'waiting']);
  });
});

describe('A11 the expected wait', () => {
  it.each([
    [1, 2, 'BUSY'],
    [2, 3, 'BUSY'],
    [2, 2, 'accepted'],
    [3, 3, 'accepted'],
  ])('of a lane that needs one of %i transactions, with %i lanes ahead: %s', async (all, ahead, expected) => {
    const numbers = numbersLane({}, all);
    const { db, lane, codes } = numbers;
    await slowDown(numbers);
    const { go } = holdAt(db, 'tx-clock');
    const before = range(0, all).map((n) => lane.submit(`running ${n}`, n));
    await nextTurn();
    await nextTurn();
    for (const n of range(0, ahead)) {
      before.push(lane.submit(`ahead ${n}`, n));
      if (n === 0) await nextTurn();
    }
    await nextTurn();
    const last = lane.submit('last', 9);
    // The lane of a running batch already has its transaction: 204 ms for that batch.
    const own = lane.submit('running 0', 9);
    go();
    expect(await codes([last])).toEqual([expected === 'BUSY' ? 'BUSY' : 9]);
    expect(await codes([...before, own])).not.toContain('BUSY');
  });

  it('is in Retry-After, rounded up to seconds', async () => {
    const { db, clock, lane, codes } = numbersLane();
    const { reached, go } = holdAt(db, 'tx-clock');
    const first = lane.submit('a', 1);
    await reached;
    clock.nowMs += 1_001;
    expect(await refusalOf(lane.submit('a', 2))).toMatchObject({ code: 'BUSY', retryAfterS: 2 });
    clock.nowMs += 999;
    expect(await refusalOf(lane.submit('a', 2))).toMatchObject({ code: 'BUSY', retryAfterS: 2 });
    go();
    await codes([first]);
  });
});

describe('A11 commands that wait', () => {
  it('are 50,000 at most, counted exactly after failed batches, passed deadlines and moves', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { db, clock, lane, codes } = numbersLane({
      maxBatch: 4_096,
      async decide(tx, key, batch) {
        await tx.clock();
        if (batch.some(({ command }) => Number.isNaN(command))) throw new Error('poisoned');
        return {
          answers: batch.map(({ command }) => (key === 'from' ? new MovedTo('to') : command)),
        };
      },
    });
    await codes([1, Number.NaN, 2].map((n) => lane.submit('a', n)));
    expect(await codes([lane.submit('from', 3)])).toEqual([3]);
    const { reached, go } = holdAt(db, 'tx-clock');
    const first = lane.submit('a', 4);
    await reached;
    const late = [lane.submit('a', 5), lane.submit('a', 6)];
    clock.nowMs += 2_001;
    vi.advanceTimersByTime(100);
    expect(await codes(late)).toEqual(['DEADLINE_PASSED', 'DEADLINE_PASSED']);
    go();
    await codes([first]);

    const all = range(0, 50_000).map((n) => lane.submit(`key ${n % 20}`, n));
    expect(await refusalOf(lane.submit('another', 1))).toMatchObject({ code: 'BUSY', retryAfterS: 1 });
    expect((await codes(all)).filter((answer) => typeof answer !== 'number')).toEqual([]);
    expect(await codes([lane.submit('another', 1)])).toEqual([1]);
  });

  it('are refused when they move to a full lane', async () => {
    const { db, lane, codes } = numbersLane({
      async decide(tx, key, batch) {
        await tx.client.query(key);
        return { answers: batch.map(({ command }) => (key === 'from' ? new MovedTo('to') : command)) };
      },
    });
    const { reached, go } = holdAt(db, 'to');
    const first = lane.submit('to', 0);
    await reached;
    const others = range(0, 4_095).map((n) => lane.submit('to', n));
    const moved = [lane.submit('from', 1), lane.submit('from', 2)];
    expect(await refusalOf(moved[1] as Promise<number>)).toMatchObject({ code: 'BUSY', retryAfterS: 1 });
    go();
    expect((await codes([first, moved[0] as Promise<number>, ...others])).slice(0, 2)).toEqual([0, 1]);
  });
});

describe('drain()', () => {
  it('waits for every lane, and ends the timers', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { db, lane, lanes, codes } = numbersLane();
    const { reached, go } = holdAt(db, 'tx-clock');
    const first = lane.submit('a', 1);
    await reached;
    db.before = () => undefined;
    let isDrained = false;
    const second = lane.submit('b', 2);
    const drained = lanes.drain().then(() => {
      isDrained = true;
    });
    await codes([second]);
    await nextTurn();
    expect([isDrained, vi.getTimerCount()]).toEqual([false, 1]);
    go();
    await codes([first]);
    await drained;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends at once when nothing waits', async () => {
    const { lane, lanes } = numbersLane();
    await lane.submit('a', 1);
    await nextTurn();
    await lanes.drain();
  });
});

describe('a batch window', () => {
  it('delays only the first batch: neither the halves of a failed one nor what is left while draining', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { db, lane, lanes, batches, codes } = numbersLane({ batchWindowMs: 60_000 });
    const poisoned = [1, Number.NaN].map((n) => lane.submit('a', n));
    await nextTurn();
    expect(batches).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(await codes(poisoned)).toEqual([1, 'INTERNAL']);
    await nextTurn();

    const { reached, go } = holdAt(db, 'tx-clock');
    const first = lane.submit('a', 2);
    vi.advanceTimersByTime(60_000);
    await reached;
    const second = lane.submit('a', 3);
    const drained = lanes.drain();
    go();
    expect(await codes([first, second])).toEqual([2, 3]);
    await drained;
  });

  it('is none by default', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { lane, codes } = numbersLane();
    expect(await codes([lane.submit('a', 1)])).toEqual([1]);
  });
});
