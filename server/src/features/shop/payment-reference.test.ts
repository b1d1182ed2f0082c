import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createReference } from './payment-reference.ts';

it('W2 references have letters and digits that are not confused, each equally often', () => {
  const counts = new Map<string, number>();
  for (let nth = 0; nth < 5_000; nth += 1) {
    const reference = createReference(randomBytes);
    expect(reference).toMatch(/^CP-[2-9A-HJKMNP-Z]{6}$/);
    for (const letter of reference.slice(3)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(31);
  for (const count of counts.values()) expect(Math.abs(count - 30_000 / 31)).toBeLessThan(250);
});

it('skips bytes that would favour the first letters', () => {
  const bytes = [Buffer.from([248, 255, 250, 249, 251, 252]), Buffer.from([0, 30, 247, 1, 2, 3])];
  expect(createReference(() => bytes.shift() ?? Buffer.alloc(6))).toBe('CP-2ZZ345');
});
