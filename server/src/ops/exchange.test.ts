import { describe, expect, it } from 'vitest';
import type { RedisConnections } from '../redis.ts';
import { Exchange } from './exchange.ts';
import { emptyWindow, type ServerReport } from './report.ts';

const report = (id: string, tick = 1): ServerReport => ({
  ...{
    id,
    tick,
    elapsedMs: 1_000,
    cpu: 0,
    loop: 0,
    sockets: 1,
    reopened: 0,
    commands: 0,
    commandsRefused: 0,
  },
  ...{ guardStops: 0, total: emptyWindow(), rooms: [], roomCount: 0 },
});

/** An exchange whose Redis has the report of another server, and refuses the commands named in `failing`. */
function exchange(failing: Set<string>) {
  let ticks = 0;
  const command = (name: string, reply?: () => unknown) => async () => {
    if (failing.has(name)) throw new Error('Command timed out');
    return reply?.();
  };
  const commands = {
    get: command('get'),
    set: command('set'),
    hset: command('hset'),
    pexpire: command('pexpire'),
    hgetall: command('hgetall', () => ({ other: JSON.stringify(report('other', ticks)) })),
  };
  const redis = { prefix: 'test', commands, isReady: () => true, close: () => undefined };
  const shared = new Exchange(redis as unknown as RedisConnections, 'own');
  const tick = async () => {
    ticks += 1;
    await shared.tick(
      true,
      () => report('own'),
      () => ({ seconds: [], minutes: [] }),
    );
    return { isAway: shared.isAway, others: shared.others.map(({ id }) => id) };
  };
  return tick;
}

describe('O2 the figures of other servers', () => {
  it('are not missing for one late reply of Redis, only from the second on, and return with its replies', async () => {
    const failing = new Set<string>();
    const tick = exchange(failing);
    const whole = { isAway: false, others: ['other'] };
    expect(await tick()).toEqual(whole);
    failing.add('hgetall');
    expect(await tick()).toEqual(whole);
    failing.clear();
    expect(await tick()).toEqual(whole);
    failing.add('hgetall');
    await tick();
    expect(await tick()).toEqual({ isAway: true, others: [] });
    failing.clear();
    expect(await tick()).toEqual(whole);
  });

  it('do not wait for the history of a day, which may take longer', async () => {
    const failing = new Set(['pexpire']);
    const tick = exchange(failing);
    // The first tick stores reports and history; the report is refused once.
    await tick();
    failing.clear();
    expect(await tick()).toEqual({ isAway: false, others: ['other'] });
  });
});
