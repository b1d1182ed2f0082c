import { expect, it } from 'vitest';
import { bulkSummary } from './bulk-summary.ts';

const done = (count: number) => `${count} approved`;
const items = [
  { id: 7, full_name: 'Ngọzi Okwuosa' },
  { id: 8, full_name: 'Musa Bello' },
];

it('O1 O3a the summary of a decision on several items is one sentence, or names each item that waits or is refused', () => {
  expect(bulkSummary(done, { decided: [7, 8], refused: [] }, items)).toEqual({
    title: '2 approved',
    lines: [],
  });
  expect(bulkSummary(done, { decided: [7], requested: [{ id: 8 }], refused: [] }, items)).toEqual({
    title: '1 approved, 1 of 2 not',
    lines: ['Musa Bello waits for approval by a second operator'],
  });
  expect(bulkSummary(done, { decided: [7], waiting: 2, refused: [] }, items)).toEqual({
    title: '1 approved, 2 of 3 not',
    lines: ['2 wait for approval by a second operator'],
  });
  const refused = [
    { id: 8, message: 'This was decided already.' },
    { id: 9, message: 'Not found.' },
  ];
  expect(bulkSummary(done, { decided: [7], refused }, items)).toEqual({
    title: '1 approved, 2 of 3 not',
    lines: ['Musa Bello: This was decided already.', 'Number 9: Not found.'],
  });
});
