import type { Player } from '@copup/testkit/players.ts';
import { describe, expect, it } from 'vitest';
import { HeistPlayers } from './heist-players.ts';
import { acceptedOf, questionOf } from './heist-texts.ts';
import { TickCounter } from './tick-counter.ts';

const startsAtMs = 1_763_640_000_000;
const heist = { id: 3001, startsAtMs, endsAtMs: startsAtMs + 10_000 };
const frame = (text: string) => `42["room:state",{"state":{"question":"${text}"}}]`;

/** A player with a ticket, one without, and one whose second purchase, sent meanwhile, succeeds. */
async function players() {
  const counter = new TickCounter();
  const refusals = new Map([
    [1, 'HEIST_FULL'],
    [2, 'DEADLINE_PASSED'],
  ]);
  const player = (user: number) =>
    ({
      userId: `u${user}`,
      server: 0,
      sendRecorded: async () => {
        const code = refusals.get(user);
        refusals.delete(user);
        return code ? { type: 'fail', reply: { code } } : { type: 'ok', reply: {} };
      },
    }) as unknown as Player;
  const heists = new HeistPlayers({ heists: [heist], player, socketOf: () => undefined, counter });
  await Promise.all([0, 1, 2, 2].map((user) => heists.do({ do: 'ticket', user, heist: 0 }, 0)));
  const receive = (user: number, text: string, afterMs: number) =>
    heists.eventsOf(user).read?.(text, startsAtMs + afterMs);
  return { receive, tick: () => counter.take(0, []) };
}

describe('H3 the question in a frame', () => {
  it('is received by a holder after the start, and counts once', async () => {
    const { receive, tick } = await players();
    receive(0, frame(questionOf(0)), 7);
    receive(0, frame(questionOf(0)), 900);
    expect(tick()).toMatchObject({ leaks: [], receptions: [{ heistId: 3001, userId: 'u0', afterMs: 7 }] });
  });

  it('is received by a holder whose first purchase was refused', async () => {
    const { receive, tick } = await players();
    receive(2, frame(questionOf(0)), 7);
    expect(tick()).toMatchObject({ leaks: [], receptions: [{ userId: 'u2' }] });
  });

  it('has the own answer of a player who has answered', async () => {
    const { receive, tick } = await players();
    const own_answer = acceptedOf(0)[0] ?? '';
    receive(0, JSON.stringify({ answered: true, own_answer }), 100);
    receive(2, JSON.stringify({ answered: false, own_answer }), 100);
    expect(tick().leaks).toEqual(['a frame for player 2 has an answer before the end']);
  });

  it('is public once the heist has ended', async () => {
    const { receive, tick } = await players();
    receive(1, frame(questionOf(0)), 10_000);
    expect(tick().leaks).toEqual([]);
  });

  it.each([
    ['before the start', 0, questionOf(0), -100, '100 ms before its start'],
    ['without a ticket', 1, questionOf(0), 100, 'without a ticket'],
    ['with the answer before the end', 0, acceptedOf(0)[0] ?? '', 100, 'has an answer before the end'],
  ])('%s is a leak', async (_what, user, text, afterMs, leak) => {
    const { receive, tick } = await players();
    receive(user, frame(text), afterMs);
    expect(tick().leaks.join()).toContain(leak);
  });
});
