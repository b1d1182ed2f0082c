import { describe, expect, it } from 'vitest';
import { FairQueue } from './passwords.ts';

function build(options: { atOnce?: number; maxWaiting?: number } = {}) {
  const queue = new FairQueue({ atOnce: 1, maxWaiting: 4, refusal: () => new Error('full'), ...options });
  const started: string[] = [];
  const refused: string[] = [];
  let running: (() => void)[] = [];
  const add = (name: string, from: string) => {
    queue
      .run(from, () => {
        started.push(name);
        return new Promise<void>((resolve) => running.push(resolve));
      })
      .catch(() => refused.push(name));
  };
  const settle = () => new Promise(setImmediate);
  const finishAll = async () => {
    await settle();
    while (running.length > 0) {
      const ended = running;
      running = [];
      for (const end of ended) end();
      await settle();
    }
  };
  return { add, started, refused, finishAll };
}

describe('S2a the password queue', () => {
  it('serves clients round-robin, regardless of how many requests one of them sends', async () => {
    const { add, started, finishAll } = build({ maxWaiting: 10 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) add(name, 'a');
    add('b1', 'b');
    add('c1', 'c');
    add('b2', 'b');
    await finishAll();
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('one client cannot fill it: a request of another client displaces the newest of the longest queue', async () => {
    const { add, started, refused, finishAll } = build();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) add(name, 'a');
    add('b1', 'b');
    add('c1', 'c');
    await finishAll();
    expect(refused).toEqual(['a6', 'a5', 'a4']);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('is bounded: when all clients wait equally, the next request is refused', async () => {
    const { add, started, refused, finishAll } = build();
    add('a0', 'a');
    for (const from of ['a', 'b', 'c', 'd']) add(`${from}1`, from);
    add('e1', 'e');
    await finishAll();
    expect(refused).toEqual(['e1']);
    expect(started).toHaveLength(5);
  });

  it('continues after work that failed', async () => {
    const queue = new FairQueue({ atOnce: 1, maxWaiting: 1, refusal: () => new Error('full') });
    const failed = queue.run('a', () => Promise.reject(new Error('broken')));
    const next = queue.run('a', async () => 'done');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
