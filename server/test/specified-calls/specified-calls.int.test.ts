import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountCalls } from './account-calls.ts';
import { auctionCalls } from './auction-calls.ts';
import { differencesOf, unlike } from './call.ts';
import { contestCalls, playCalls } from './game-calls.ts';
import { heistCalls } from './heist-calls.ts';
import { moneyCalls } from './money-calls.ts';
import { taskCalls } from './task-calls.ts';
import { openSpecifiedWorld, type SpecifiedWorld } from './world.ts';

let world: SpecifiedWorld;
beforeAll(async () => {
  world = await openSpecifiedWorld();
});
afterAll(() => world?.close());

/** The contests are last: they move the clock, and the sweeps of heists use that of PostgreSQL. */
const areas = [accountCalls, moneyCalls, auctionCalls, playCalls, taskCalls, heistCalls, contestCalls];

describe('R2 the specified calls', () => {
  it('R2 read every specified field of a request, and reply with every specified field and its type', async () => {
    const player = await world.player();
    const differences: string[] = [];
    const called = new Set<string>();
    // In their order, since a call may change what the next one reads.
    for (const callsOf of areas) {
      for (const specified of await callsOf(world, player)) {
        called.add(specified.call);
        differences.push(...(await differencesOf(specified, player)));
      }
    }
    expect(differences).toEqual([]);
    expect(called.size).toBe(94);
  });

  it.each<[string, unknown, string[]]>([
    ['a missing field', [{}], ['reply[].name is missing']],
    ['a field of another type', [{ name: 7 }], ['reply[].name is number, not string|null']],
    ['an empty list', [], ['reply has no rows']],
    ['an object in place of a list', {}, ['reply is object, not array']],
    ['a row that is no object', ['x'], ['reply[] is string, not object']],
  ])('are reported for %s', (_what, reply, differences) => {
    expect(unlike(reply, [{ name: 'string|null' }], 'reply')).toEqual(differences);
    expect(unlike([{ name: null, more: 1 }], [{ name: 'string|null' }], 'reply')).toEqual([]);
  });
});
