import type { AdminHeist, HeistResult } from '@copup/shared/heists.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import { describe, expect, it } from 'vitest';
import { Dues } from './dues.ts';
import type { HeistView, PublishedHeist } from './heist-truth.ts';
import { judgeHeists } from './judge-heists.ts';

type End = 'ok' | 'unknown' | 'fail';
let nth = 0;

function command(
  name: 'buy-ticket' | 'submit-answer',
  userId: string,
  type: End,
  reply: unknown,
  text?: string,
): HistoryEvent[] {
  nth += 1;
  const args = { heistId: 3001, userId, ...(text !== undefined && { text }) };
  const intent = { process: userId, command: name, key: String(nth), args };
  return [
    { ...intent, type: 'invoke', atMs: 0 },
    { ...intent, type, reply, atMs: 1 },
  ];
}
const ticket = (userId: string, no: number, type: End = 'ok') =>
  command('buy-ticket', userId, type, { ticket_no: no, paid_available: 10, paid_bonus: 0 });
const answer = (userId: string, text: string, second: number, type: End = 'ok') =>
  command('submit-answer', userId, type, { answered_at: `2026-01-01T12:00:0${second}.000Z` }, text);
const full = (userId: string) => command('buy-ticket', userId, 'fail', { code: 'HEIST_FULL' });

const result = (own_answer: string | null, more: Partial<HeistResult> = {}): HeistResult => ({
  winner: 'bola',
  winner_profile: '',
  heist: {} as HeistResult['heist'],
  own_answer,
  won: false,
  won_available: null,
  won_bonus: null,
  ...more,
});
const view = (userId: string, own: string | null, more: Partial<HeistView> = {}): HeistView => ({
  userId,
  username: userId,
  joined: own !== null,
  answered: own !== null,
  question: 'Which word?',
  result: result(own),
  ...more,
});
const winning = { won: true, won_available: 20, won_bonus: 5 };

/** Ada and Bola had the two spots at 10 coins each; Bola's answer was the earlier of two correct ones. */
function world() {
  const heist = {
    id: 3001,
    status: 'completed',
    category: 'cash',
    prize: 25,
    ticket_price: 10,
    winner_rule: 'earliest',
    question: 'Which word?',
    answers: ['Load answer 0'],
    capacity: 2,
    minimum_users: 2,
    participant_count: 2,
    winner: 'bola',
    pot: 0,
  } as AdminHeist;
  const bola = view('bola', 'load answer 0', { result: result('load answer 0', winning) });
  const views = [view('ada', 'Lóad ànswer 0'), bola, view('chi', null)];
  const published: PublishedHeist = { heist, views };
  const coins = (id: string, available: number, bonus = 0) => ({
    id,
    username: id,
    available,
    held: 0,
    bonus,
  });
  return {
    published: [published],
    users: [coins('ada', 90), coins('bola', 110, 5), coins('chi', 100)],
    history: [
      ...ticket('ada', 1),
      ...ticket('bola', 2),
      ...full('chi'),
      ...answer('bola', 'load answer 0', 1),
      ...answer('ada', 'Lóad ànswer 0', 2),
    ],
    receptions: ['ada', 'bola'].map((userId) => ({ heistId: 3001, userId, afterMs: 5 })),
  };
}
type World = ReturnType<typeof world>;
const only = ({ published: [one] }: World) => one as PublishedHeist;

function judge({ users, ...given }: World) {
  const dues = new Dues(100);
  const verdict = judgeHeists({ ...given, dues });
  const coins = dues.judge(users);
  return { ...verdict, ...coins, violations: [...verdict.violations, ...coins.violations] };
}

const damages: Record<string, [damage: (given: World) => unknown, found: string]> = {
  'H2 a ticket sold twice': [({ history }) => history.push(...ticket('chi', 2)), 'not as the only one'],
  'H2 a ticket beyond the capacity': [({ history }) => history.push(...ticket('chi', 3)), 'ticket 3 of 2'],
  'H2 a lost ticket': [
    (given) => Object.assign(only(given).views[0] ?? {}, { joined: false }),
    'does not exist',
  ],
  'H2 a ticket that was not bought': [
    (given) => Object.assign(only(given).views[2] ?? {}, { joined: true }),
    'did not buy',
  ],
  'H2 a wrong count': [(given) => Object.assign(only(given).heist, { participant_count: 1 }), 'counts 1'],
  'H2 a refusal with spots left': [
    (given) => Object.assign(only(given).heist, { capacity: 3 }),
    'refused a ticket',
  ],
  'H3 a holder without the question': [({ receptions }) => receptions.pop(), '1 of 2 holders'],
  'H3 a lost answer': [
    (given) => Object.assign(only(given).views[0] ?? {}, { result: result(null) }),
    'is stored as nothing',
  ],
  'H4 a later winner': [
    (given) => {
      const { views, heist } = only(given);
      Object.assign(views[0] ?? {}, { result: result('Lóad ànswer 0', winning) });
      Object.assign(views[1] ?? {}, { result: result('load answer 0') });
      Object.assign(heist, { winner: 'ada' });
    },
    '1000 ms after the earliest',
  ],
  'H4 two winners': [
    (given) => Object.assign(only(given).views[0] ?? {}, { result: result('Lóad ànswer 0', winning) }),
    '2 players won',
  ],
  'H4 no winner': [
    (given) => {
      Object.assign(only(given).views[1] ?? {}, { result: result('load answer 0') });
      Object.assign(only(given).heist, { winner: null });
    },
    '2 correct answers, and no winner',
  ],
  'H4 another prize': [
    (given) => Object.assign(only(given).heist, { prize: 30 }),
    'paid 25 of a prize of 30',
  ],
  'H9 a pot that is not empty': [(given) => Object.assign(only(given).heist, { pot: 1 }), 'its pot has 1'],
  'H1 a completed heist with too few tickets': [
    (given) => Object.assign(only(given).heist, { minimum_users: 3 }),
    'is completed with 2 of 3',
  ],
  'a coin too many': [({ users }) => Object.assign(users[2] ?? {}, { available: 101 }), 'chi has 101 coins'],
};

describe('heists against the replies to their players', () => {
  it('agree', () => {
    const verdict = judge(world());
    expect(verdict).toEqual({ acknowledged: 4, lost: 0, doubled: 0, unbalanced: 0, violations: [] });
  });

  it.each(Object.entries(damages))('%s is found', (_what, [damage, found]) => {
    const given = world();
    damage(given);
    expect(judge(given).violations.join('\n')).toContain(found);
  });

  it('accept a ticket and an answer whose replies were lost, in either outcome', () => {
    const given = world();
    given.history.splice(-2, 2, ...answer('ada', 'Lóad ànswer 0', 2, 'unknown'));
    expect(judge(given).violations).toEqual([]);
    const sold = world();
    sold.history.splice(0, 2, ...ticket('ada', 1, 'unknown'));
    expect(judge(sold).violations).toEqual([]);
  });

  it('H1 expect every coin back after a cancelled heist', () => {
    const given = world();
    const { heist, views } = only(given);
    Object.assign(heist, { status: 'cancelled', minimum_users: 3, winner: null });
    for (const each of views) Object.assign(each, { answered: false, result: undefined, question: null });
    given.history.splice(-4);
    const users = given.users.map((user) => ({ ...user, available: 100, bonus: 0 }));
    expect(judge({ ...given, users, receptions: [] }).violations).toEqual([]);
  });
});
