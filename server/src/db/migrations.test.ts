import { expect, it } from 'vitest';
import { readMigrations } from './migrations.ts';

it('uses each number once, and keeps the times that migrated databases have', () => {
  const migrations = readMigrations();
  const numbers = migrations.map(({ tag }) => tag.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
  const times = new Map(migrations.map(({ tag, when }) => [tag, when]));
  expect(times.get('0072_newest_auctions')).toBe(1_763_640_072_000);
});
