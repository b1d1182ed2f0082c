import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFrame, applyJoin, type RoomEntry } from './room-entry.ts';

const frame = (epoch: number, version: number, watchers = 1) => ({
  room: 'auction:1001',
  epoch,
  version,
  watchers,
  state: { price: version },
  serverTime: 0,
});

describe('the entry of a room', () => {
  it('P4 ends at the highest (epoch, version) for any order, loss and repetition of frames', () => {
    const any = fc.record({
      epoch: fc.integer({ min: 1, max: 3 }),
      version: fc.nat(20),
      isJoin: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 50 }), (frames) => {
        let entry: RoomEntry | undefined;
        for (const { epoch, version, isJoin } of frames) {
          const next = frame(epoch, version);
          entry = isJoin ? applyJoin(entry, { ok: true, ...next }) : applyFrame(entry, next);
        }
        const highest = frames.reduce((a, b) => ((b.epoch - a.epoch || b.version - a.version) > 0 ? b : a));
        expect(entry).toMatchObject({
          epoch: highest.epoch,
          version: highest.version,
          state: { price: highest.version },
        });
      }),
    );
  });

  it('R5 takes only watchers from an equal version, and ignores an older one', () => {
    const entry = applyFrame(undefined, frame(1, 5));
    expect(applyFrame(entry, { ...frame(1, 5, 9), state: 'other' })).toMatchObject({
      watchers: 9,
      state: { price: 5 },
    });
    expect(applyFrame(entry, frame(1, 4, 9))).toBe(entry);
    expect(applyFrame(entry, frame(1, 5))).toBe(entry);
  });

  it('clears its state after a refusal, and restores it with a later join', () => {
    const entry = applyJoin(undefined, { ok: true, ...frame(1, 5), recent: [1] });
    expect(entry.recent).toEqual([1]);
    const refused = applyJoin(entry, { ok: false, room: 'auction:1001', code: 'FORBIDDEN', message: 'No.' });
    expect(refused).toMatchObject({ state: undefined, recent: [], refusal: { code: 'FORBIDDEN' } });
    expect(applyJoin(refused, { ok: true, ...frame(1, 3) })).toMatchObject({
      version: 3,
      refusal: undefined,
    });
  });
});
