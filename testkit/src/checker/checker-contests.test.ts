import { describe, expect, it } from 'vitest';
import type { HistoryEvent } from '../history.ts';
import { ada, bola } from './auction-world.fixture.ts';
import { judge } from './checker.ts';
import { consistentWorld, type Fixture } from './facts.fixture.ts';

/** The row that fits; never undefined, so that a fixture that lost it fails. */
function find<Row>(rows: readonly Row[], fits: (row: Row) => boolean): Row {
  const row = rows.find(fits);
  if (row === undefined) throw new Error('no such row');
  return row;
}
const contest = ({ facts }: Fixture, id: number) => find(facts.contests, (row) => row.id === id);
const score = ({ facts }: Fixture, id: number, userId: string) =>
  find(facts.scores, (row) => row.contestId === id && row.userId === userId);
const entry = ({ facts }: Fixture, id: number) =>
  find(facts.contestEntries, ({ contestId }) => contestId === id);
const prize = ({ facts }: Fixture) => find(facts.contestFlows, ({ kind }) => kind === 'prize');
const draw = ({ facts }: Fixture, nonce: number) => find(facts.draws, (row) => row.nonce === nonce);
const answer = ({ facts }: Fixture, no: number) => find(facts.answers, (row) => row.no === no);
const reply = <Reply>({ history }: Fixture, command: HistoryEvent['command']): Reply =>
  find(history, (event) => event.command === command && event.type === 'ok').reply as Reply;

/** By the invariant that each damage violates. */
const damages: Record<string, Record<string, (world: Fixture) => unknown>> = {
  I3: {
    'a prize that was not paid': ({ facts }) => facts.contestFlows.splice(0, 1),
    'a prize that was paid twice': (world) => (prize(world).transfers = 2),
    'a prize of another amount': (world) => (prize(world).amount = 9),
    'a prize of another player': (world) => (prize(world).userId = ada),
    'a prize of a void contest': ({ facts }) =>
      facts.contestFlows.push({ ...prize({ facts } as Fixture), contestId: 2002 }),
    'a winner with fewer points': (world) => (contest(world, 2001).winnerId = ada),
    'a tie that went to the second player': (world) => (contest(world, 2003).winnerId = bola),
    'a win with too few players': (world) => (contest(world, 2001).minimumUsers = 3),
    'a void contest that should have been won': (world) => (contest(world, 2002).minimumUsers = 2),
    'X7 available coins for a fee in bonus coins': (world) => (entry(world, 2001).available = 0),
    'a winner without a notice': ({ facts }) => facts.contestNotices.pop(),
    'no time of settlement': (world) => (contest(world, 2001).settledAtMs = null),
  },
  I4: {
    'an acknowledged tap that is not counted': (world) => (score(world, 2002, ada).score = 16),
    'a tap that is counted twice': (world) => (score(world, 2002, ada).score = 18),
    'more taps than were sent without an answer': (world) => (score(world, 2002, bola).score = 5),
    'an acknowledged draw that is not stored': ({ facts }) => facts.draws.pop(),
    'a draw of another value': (world) => (draw(world, 1).value = 0),
    'a draw that was not requested': ({ facts }) =>
      facts.draws.push({ ...draw({ facts } as Fixture, 2), nonce: 3, value: 0 }),
    'a score that is not the sum of its draws': (world) => (score(world, 2001, bola).score = 25),
    'an acknowledged answer that is not stored': ({ facts }) => facts.answers.splice(1, 1),
    'an answer stored with another option': (world) => (answer(world, 1).picked = 16),
    'a score that is not the count of right answers': (world) => (score(world, 2003, bola).score = 2),
    'a join without an entry': ({ facts }) => facts.contestEntries.splice(0, 1),
    'a top that is not that of the rows': (world) => contest(world, 2001).top.reverse(),
    'a wrong count of players': (world) => (contest(world, 2001).players = 3),
  },
  I5: {
    'a draw before the start': (world) => (draw(world, 1).atMs = contest(world, 2001).startsAtMs - 1),
    'a draw at the end': (world) => (draw(world, 2).atMs = contest(world, 2001).endDateMs),
    'two draws within a second': (world) => (draw(world, 2).atMs -= 1),
    'an answer before 400 ms': (world) => (answer(world, 1).atMs -= 1),
    'a question that was answered twice': ({ facts }) =>
      (find(facts.answers, ({ no }) => no === 2).questionId = `q1 of ${bola}`),
    'a wrong answer that counts as right': (world) => (answer(world, 1).number1 = 9),
    'more taps than the cap allows': (world) =>
      Object.assign(score(world, 2002, ada), { score: 16, joinedAtMs: contest(world, 2002).endDateMs }),
  },
  I6: {
    'a pot that is not empty': (world) => (contest(world, 2001).pot = 1),
    'a fee that was not refunded': (world) => (entry(world, 2002).isRefunded = false),
    'a refund that was too small': (world) => (entry(world, 2002).refund = 4),
    'a refund of a contest that was won': (world) =>
      Object.assign(entry(world, 2001), { isRefunded: true, refund: 5 }),
    'a fee of another amount': (world) => (entry(world, 2001).paid = 4),
  },
  I7: {
    'a watcher of a contest at an older version': ({ watchers }) =>
      (find(watchers, ({ room }) => room === 'card:2001').version -= 1),
    'a watcher with another top': ({ watchers }) =>
      (find(watchers, ({ room }) => room === 'card:2001').state = {}),
  },
  I8: {
    'two replies to one pick': (world) =>
      world.history.push({
        ...find(world.history, ({ command, type }) => command === 'pick' && type === 'ok'),
        reply: { ...reply<object>(world, 'pick'), pickedCard: 0 },
      }),
    'two replies to one batch of taps': (world) =>
      world.history.push({
        ...find(world.history, ({ command, type }) => command === 'tap' && type === 'ok'),
        reply: { ...reply<object>(world, 'tap'), accepted: 20 },
      }),
  },
  I9: {
    'a contest still open': (world) =>
      Object.assign(contest(world, 2001), { status: 'active', settledAtMs: null }),
    'a contest closed too late': (world) =>
      (contest(world, 2001).settledAtMs = contest(world, 2001).endDateMs + 5_001),
  },
};

describe('X7: the checker on contests', () => {
  it.each(Object.entries(damages))('%s is violated by each damage to consistent data', (id, all) => {
    for (const [what, damage] of Object.entries(all)) {
      const world = consistentWorld();
      expect(judge(world.facts, world).flatMap(({ violations }) => violations)).toEqual([]);
      damage(world);
      const found = judge(world.facts, world).filter(({ violations }) => violations.length > 0);
      expect(
        found.map((verdict) => verdict.id),
        what,
      ).toContain(id);
    }
  });
});
