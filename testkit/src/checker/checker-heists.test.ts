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
const heist = ({ facts }: Fixture, id: number) => find(facts.heists, (row) => row.id === id);
const ticket = ({ facts }: Fixture, id: number, no: number) =>
  find(facts.tickets, (row) => row.heistId === id && row.no === no);
const answer = ({ facts }: Fixture, id: number, seq: number) =>
  find(facts.heistAnswers, (row) => row.heistId === id && row.seq === seq);
const prize = ({ facts }: Fixture) => find(facts.heistFlows, ({ kind }) => kind === 'prize');
const acknowledged = ({ history }: Fixture, command: HistoryEvent['command']) =>
  find(history, (event) => event.command === command && event.type === 'ok');
const watcher = ({ watchers }: Fixture, name: string) => find(watchers, ({ room }) => room === name);

/** By the invariant that each damage violates. */
const damages: Record<string, Record<string, (world: Fixture) => unknown>> = {
  I3: {
    'a prize that was not paid': ({ facts }) => facts.heistFlows.splice(0, 1),
    'a prize that was paid twice': (world) => (prize(world).transfers = 2),
    'a prize of another amount': (world) => (prize(world).amount = 9),
    'a prize of another user': (world) => (prize(world).userId = ada),
    'a prize of a cancelled heist': (world) =>
      world.facts.heistFlows.push({ ...prize(world), heistId: 3002 }),
    'a winner whose answer is wrong': (world) => (heist(world, 3001).winnerId = ada),
    'a winner who was not the earliest': (world) => (heist(world, 3003).winnerRule = 'earliest'),
    'a correct answer without a winner': (world) => (heist(world, 3001).winnerId = null),
    'an accepted near miss that did not win': (world) => (answer(world, 3001, 1).isAccepted = true),
    'a heist completed with too few tickets': (world) => (heist(world, 3001).minimumUsers = 3),
    'a product that is in no cart': ({ facts }) => facts.heistCartItems.pop(),
    'a product that is in two carts': ({ facts }) =>
      facts.heistCartItems.push({ heistId: 3003, userId: ada }),
    'X7 available coins for a ticket in bonus coins': (world) => (ticket(world, 3001, 2).available = 0),
    'a winner without a notice': ({ facts }) => facts.heistNotices.pop(),
    'no time of settlement': (world) => (heist(world, 3001).settledAtMs = null),
  },
  I4: {
    'an acknowledged ticket that does not exist': ({ facts }) => facts.tickets.pop(),
    'a ticket with another number': (world) => (ticket(world, 3001, 2).no = 3),
    'a number sold twice': (world) => (ticket(world, 3001, 2).no = 1),
    'more tickets than the capacity': (world) =>
      Object.assign(heist(world, 3001), { capacity: 1, minimumUsers: 1 }),
    'a wrong count of tickets': (world) => (heist(world, 3001).participants = 1),
    'a ticket that was not requested': (world) =>
      world.facts.tickets.push({ ...ticket(world, 3002, 1), userId: bola, no: 2 }),
    'an acknowledged answer that does not exist': ({ facts }) => facts.heistAnswers.pop(),
    'an answer stored with another text': (world) => (answer(world, 3001, 1).answer = 'Kano'),
    'an answer stored with another time': (world) => (answer(world, 3001, 1).answeredAtMs += 1),
    'an answer without a ticket': (world) => (ticket(world, 3001, 1).userId = 'chi'),
  },
  I5: {
    'an answer before the start': (world) => (answer(world, 3001, 1).answeredAtMs = 0),
    'an answer at the end': (world) => (answer(world, 3001, 2).answeredAtMs = heist(world, 3001).endDateMs),
    'answers out of order': (world) => (answer(world, 3001, 1).answeredAtMs += 5_000),
    'a ticket sold after the start': (world) =>
      (ticket(world, 3001, 2).joinedAtMs = heist(world, 3001).startsAtMs),
  },
  I6: {
    'a pot that is not empty': (world) => (heist(world, 3001).pot = 1),
    'a ticket that was not refunded': (world) => (ticket(world, 3002, 1).isRefunded = false),
    'a refund that was too small': (world) => (ticket(world, 3002, 1).refund = 4),
    'a refund of a heist that was won': (world) =>
      Object.assign(ticket(world, 3001, 1), { isRefunded: true, refund: 5 }),
    'a ticket at another price': (world) => (ticket(world, 3001, 1).paid = 4),
  },
  I7: {
    'a watcher of a heist at an older version': (world) => (watcher(world, 'heist:3001').version -= 1),
    'a holder without the question': (world) => (watcher(world, 'vault:3001').state = {}),
  },
  I8: {
    'two replies to one ticket': (world) =>
      world.history.push({
        ...acknowledged(world, 'buy-ticket'),
        reply: { ...(acknowledged(world, 'buy-ticket').reply as object), paid_available: 4 },
      }),
  },
  I9: {
    'a heist still open': (world) =>
      Object.assign(heist(world, 3001), { status: 'started', settledAtMs: null }),
    'a heist that has not started': (world) =>
      Object.assign(heist(world, 3001), { status: 'on_hold', settledAtMs: null }),
    'a heist closed too late': (world) =>
      (heist(world, 3001).settledAtMs = heist(world, 3001).endDateMs + 5_001),
  },
};

describe('H2, H3, H4, X7: the checker on heists', () => {
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
