import { expect, it } from 'vitest';
import { createIds, pooledRandomBytes } from './random-ids.ts';

it('R4 ids are UUIDv7s that ascend, also within one millisecond and when the clock goes back', () => {
  let nowMs = 1_795_000_000_000;
  const newId = createIds(() => nowMs);
  const ids = Array.from({ length: 3_000 }, (_, nth) => {
    if (nth % 1_000 === 999) nowMs += nth === 999 ? 1 : -5;
    return newId();
  });
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
  expect(Number.parseInt(ids[0]?.slice(0, 13).replace('-', '') ?? '', 16)).toBe(1_795_000_000_000);
});

it('random bytes are never handed out twice', () => {
  const draw = pooledRandomBytes(12);
  const drawn = Array.from({ length: 2_000 }, () => draw().toString('hex'));
  expect(new Set(drawn).size).toBe(2_000);
});
