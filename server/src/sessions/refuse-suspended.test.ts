import { expect, it } from 'vitest';
import { refuseSuspended } from './refuse-suspended.ts';

const at = (wallMs: number) => ({ wallMs: () => wallMs });

it('S10 a suspension ends at its end, by the database’s time, also for a cached session', () => {
  const untilMs = Date.parse('2026-12-13T18:52:07.000Z');
  expect(() => refuseSuspended({ suspendedUntilMs: untilMs }, at(untilMs - 1))).toThrow(
    'Your account is suspended until 2026-12-13 19:52:07 in Lagos.',
  );
  expect(() => refuseSuspended({ suspendedUntilMs: untilMs }, at(untilMs))).not.toThrow();
  expect(() => refuseSuspended({ suspendedUntilMs: null }, at(0))).not.toThrow();
});
