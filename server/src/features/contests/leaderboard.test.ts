import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLeaders, type Leader, mergeTop, rankInTop, toTopRows } from './leaderboard.ts';

const leader = (userId: string, score: number, seq: number): Leader => ({
  userId,
  username: userId,
  profile: null,
  score,
  seq,
});

describe('the leaderboard', () => {
  it('C8 a tie goes to the player who reached the score first', () => {
    const top = mergeTop([], [leader('late', 7, 9), leader('early', 7, 3), leader('best', 8, 20)]);
    expect(top.map(({ userId }) => userId)).toEqual(['best', 'early', 'late']);
    expect(rankInTop(top, 'late')).toBe(3);
    expect(rankInTop(top, 'nobody')).toBeUndefined();
  });

  it('C5 a batch below the top does not change it', () => {
    const top = mergeTop(
      [],
      Array.from({ length: 10 }, (_, at) => leader(`p${at}`, 20, at + 1)),
    );
    expect(mergeTop(top, [leader('new', 20, 11), leader('other', 3, 12)])).toBe(top);
    expect(mergeTop(top, [leader('new', 21, 11)])[0]?.userId).toBe('new');
    expect(mergeTop(top, [leader('p9', 21, 11)])).toHaveLength(10);
  });

  it('C5 the merged top is the top of all scores, for any batches', () => {
    const play = fc.record({ user: fc.nat(25), points: fc.integer({ min: 1, max: 15 }) });
    fc.assert(
      fc.property(fc.array(fc.array(play, { maxLength: 8 }), { maxLength: 30 }), (batches) => {
        const all = new Map<string, Leader>();
        let top: readonly Leader[] = [];
        let seq = 0;
        for (const batch of batches) {
          const changed = new Map<string, Leader>();
          for (const { user, points } of batch) {
            seq += 1;
            const before = all.get(`${user}`)?.score ?? 0;
            const after = leader(`${user}`, before + points, seq);
            all.set(after.userId, after);
            changed.set(after.userId, after);
          }
          top = mergeTop(top, [...changed.values()]);
        }
        expect(top).toEqual([...all.values()].sort(compareLeaders).slice(0, 10));
      }),
    );
  });

  it('C5 a row on the wire has a picture only when the user has one', () => {
    expect(toTopRows([leader('ada', 3, 1), { ...leader('tunde', 2, 2), profile: '/uploads/t' }])).toEqual([
      ['ada', 3],
      ['tunde', 2, '/uploads/t'],
    ]);
  });
});
