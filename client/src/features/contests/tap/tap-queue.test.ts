import type { TapAck } from '@copup/shared/tap-contests.ts';
import { describe, expect, it } from 'vitest';
import { TapQueue } from './tap-queue.ts';

const counted = (batch: number, accepted: number): TapAck => ({
  ok: true,
  contest: 7,
  batch,
  accepted,
  dropped: 0,
  repeated: false,
  score: accepted,
  rank: 1,
});
const refused = (code: 'BUSY' | 'CONTEST_ENDED'): TapAck => ({ ok: false, code, message: code });

function tapped(times: number, nowMs = 0): TapQueue {
  const queue = new TapQueue(42, nowMs);
  for (let tap = 0; tap < times; tap += 1) queue.tap(nowMs);
  return queue;
}

describe('C2 taps in numbered batches', () => {
  it('numbers batches from 1 and sends one at a time', () => {
    const queue = tapped(3);
    const first = queue.next(0);
    expect(first).toEqual({ stream: 42, batch: 1, count: 3 });
    queue.tap(0);
    expect(queue.next(0)).toEqual(first);
    expect(queue.answer({ stream: 42, batch: 1, count: 3 }, counted(1, 3))).toBe(true);
    expect(queue.next(0)).toEqual({ stream: 42, batch: 2, count: 1 });
  });

  it('resends an unacknowledged batch with the same number and count', () => {
    const queue = tapped(5);
    const first = queue.next(0);
    for (let tap = 0; tap < 4; tap += 1) queue.tap(1_000);
    expect(queue.next(60_000)).toEqual(first);
    expect(queue.pending).toBe(9);
  });

  it('keeps a batch after a temporary refusal, and discards all taps after a permanent one', () => {
    const queue = tapped(5);
    const first = queue.next(0);
    if (!first) throw new Error('no batch');
    expect(queue.answer(first, refused('BUSY'))).toBe(true);
    expect(queue.next(0)).toEqual(first);
    expect(queue.answer(first, refused('CONTEST_ENDED'))).toBe(false);
    expect(queue.pending).toBe(0);
    expect(queue.next(60_000)).toBeUndefined();
  });

  it('counts no more taps than the cap: 15 at once, 15 a second, and loses none that waited for a connection', () => {
    const capped = tapped(40);
    expect(capped.pending).toBe(15);
    for (let tap = 0; tap < 40; tap += 1) capped.tap(1_000);
    expect(capped.pending).toBe(30);
    const queue = new TapQueue(42, 0);
    for (let second = 0; second < 10; second += 1)
      for (let tap = 0; tap < 15; tap += 1) queue.tap(second * 1_000);
    expect(queue.pending).toBe(150);
    let sent = 0;
    const counts: number[] = [];
    for (let nowMs = 10_000; sent < 150 && nowMs < 40_000; nowMs += 1_000) {
      const batch = queue.next(nowMs);
      if (!batch) continue;
      counts.push(batch.count);
      sent += batch.count;
      queue.answer(batch, counted(batch.batch, batch.count));
    }
    expect(sent).toBe(150);
    expect(Math.max(...counts)).toBe(15);
  });

  it('takes over the taps of an earlier page, with their numbers', () => {
    const before = tapped(6);
    before.next(0);
    before.tap(0);
    const stored = JSON.parse(JSON.stringify(before.toStored()));
    const after = new TapQueue(43, 0);
    after.adopt(stored);
    expect(after.next(0)).toEqual({ stream: 42, batch: 1, count: 6 });
    after.answer({ stream: 42, batch: 1, count: 6 }, counted(1, 6));
    expect(after.next(0)).toEqual({ stream: 43, batch: 1, count: 1 });
  });
});
