import { matchLines } from '@copup/server/features/reconciliation/match-lines.ts';
import { expect, it } from 'vitest';
import { type GeneratedStatement, hostileLines, realisticDays } from './bank-statements.ts';

/** Returns how many lines have the record that they are truly of, and those with another one. */
function judge({ lines, records, truth }: GeneratedStatement) {
  const work = matchLines(lines, records);
  let step = work.next();
  while (!step.done) step = work.next();
  const wrong = step.value.filter(({ lineId, recordId }) => truth.get(lineId) !== recordId);
  return { right: step.value.length - wrong.length, wrong };
}

it.each([1, 2, 3])(
  'W20 of 2,000 realistic lines more than 1,900 are proposed, none for a wrong record: seed %i',
  (seed) => {
    const { right, wrong } = judge(realisticDays(2_000, seed));
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(1_900);
  },
);

it.each([1, 2, 3])('W20 of 2,000 hostile lines none is proposed: seed %i', (seed) => {
  expect(judge(hostileLines(2_000, seed))).toEqual({ right: 0, wrong: [] });
});
