import { expect, it } from 'vitest';
import { LatestStates } from './latest-states.ts';
import type { Known } from './room-view.ts';

/** Rows with a version that the test increments; reads wait until `answer`. */
function world() {
  let nowMs = 0;
  let version = 1;
  let live: Known | undefined;
  const reads: (() => void)[] = [];
  const known = (of: number): Known => ({ epoch: 1, version: of, state: { seq: of } });
  const latest = new LatestStates({
    live: () => live,
    read: () => {
      const read = known(version);
      return new Promise((resolve) => reads.push(() => resolve(read)));
    },
    nowMs: () => nowMs,
  });
  return {
    latest,
    reads,
    known,
    commit: () => known(++version),
    pass: (ms: number) => {
      nowMs += ms;
    },
    setLive: (now: Known | undefined) => {
      live = now;
    },
  };
}

it('a live room is returned at once and needs no read', () => {
  const { latest, reads, known, setLive } = world();
  setLive(known(7));
  expect(latest.get('auction:1')).toEqual(known(7));
  expect(reads).toHaveLength(0);
});

it('calls within 250 ms share one read, and later ones read again', async () => {
  const { latest, reads, known, commit, pass } = world();
  const first = latest.get('auction:1');
  pass(249);
  commit();
  const second = latest.get('auction:1');
  expect(reads).toHaveLength(1);
  pass(1);
  const third = latest.get('auction:1');
  expect(reads).toHaveLength(2);
  for (const answer of reads) answer();
  expect(await Promise.all([first, second, third])).toEqual([known(1), known(1), known(2)]);
});

it('a commit of this server is returned at once, also to calls that share an earlier read', async () => {
  const { latest, reads, known, commit } = world();
  const before = latest.get('auction:1');
  latest.note('auction:1', commit());
  const after = latest.get('auction:1');
  expect(reads).toHaveLength(1);
  reads[0]?.();
  expect(await Promise.all([before, after])).toEqual([known(2), known(2)]);
  latest.note('auction:1', known(1));
  expect(await latest.get('auction:1')).toEqual(known(2));
});

it('a failed read is not shared with later calls', async () => {
  let reads = 0;
  const latest = new LatestStates({
    live: () => undefined,
    read: () => {
      reads += 1;
      return reads === 1 ? Promise.reject(new Error('away')) : Promise.resolve(undefined);
    },
    nowMs: () => 0,
  });
  await expect(latest.get('auction:1')).rejects.toThrow('away');
  expect(await latest.get('auction:1')).toBeUndefined();
});
