import { createHash, createHmac } from 'node:crypto';
import { drawCards, toHex } from '@copup/shared/fairness.ts';
import type { HistoryEvent, Outcome } from '@copup/testkit/history.ts';
import { describe, expect, it } from 'vitest';
import type { PlayerResult, PublishedContest } from './contest-truth.ts';
import { Dues } from './dues.ts';
import { judgeContests } from './judge-contests.ts';

const players = ['ada', 'bola'];
const seed = Buffer.alloc(32, 5);
const hmac = {
  hmacSha256: (key: Uint8Array, message: Uint8Array) => createHmac('sha256', key).update(message).digest(),
};
const drawn = [1, 2].map((nonce) => drawCards({ serverSeed: seed, clientSeed: 'mine', nonce }, hmac));

/**
 * A tap contest that bola won after a tie, a card game that ada won, a math game that is void, and the replies to the
 * players.
 */
function consistentWorld() {
  const history: HistoryEvent[] = [];
  let atMs = 1_000;
  const add = (
    userId: string,
    contestId: number,
    command: HistoryEvent['command'],
    key: string,
    args: object,
    ...ends: Outcome[]
  ) => {
    const intent = { process: userId, command, key, args: { contestId, userId, ...args } };
    for (const end of ends) {
      history.push({ ...intent, type: 'invoke', atMs });
      history.push({ ...intent, ...end, atMs: atMs + 10 });
      atMs += 20;
    }
  };
  const ok = (reply: object): Outcome => ({ type: 'ok', reply });
  for (const id of [1, 2, 3])
    for (const userId of players) add(userId, id, 'join-contest', `join ${id}`, {}, ok({}));
  const counted = (accepted: number, dropped: number, score: number, repeated = false) =>
    ok({ ok: true, accepted, dropped, repeated, score, rank: 1 });
  add('ada', 1, 'tap', '1.1', { count: 4 }, counted(4, 0, 4));
  add('bola', 1, 'tap', '1.1', { count: 20 }, { type: 'unknown' }, counted(15, 5, 15, true));
  add('ada', 1, 'tap', '1.2', { count: 11 }, counted(11, 0, 15));
  for (const [at, cards] of drawn.entries())
    add(
      'ada',
      2,
      'pick',
      `p${at}`,
      { position: at },
      ok({
        nonce: at + 1,
        position: at,
        pickedCard: cards[at],
        cards,
        rank: 1,
        score: drawn.slice(0, at + 1).reduce<number>((sum, each, nth) => sum + (each[nth] ?? 0), 0),
      }),
    );
  const question = { id: 'q1', number1: 3, number2: 4 };
  add('bola', 3, 'answer', 'a1', { question, picked: 7 }, ok({ correct: true, score: 1, rank: 1 }));
  add(
    'bola',
    3,
    'answer',
    'a2',
    { question: { ...question, id: 'q2' }, picked: 8 },
    ok({ correct: false, score: 1, rank: 1 }),
  );
  const cards = drawn.reduce<number>((sum, each, at) => sum + (each[at] ?? 0), 0);
  const proof = {
    commitment: toHex(createHash('sha256').update(seed).digest()),
    server_seed: toHex(seed),
    client_seed: 'mine',
    draws: drawn.map((each, at) => ({ nonce: at + 1, position: at, cards: each, value: each[at] ?? 0 })),
    score: cards,
  };
  const result = (
    userId: string,
    score: number,
    rank: number | null,
    won = 0,
    own?: PlayerResult['proof'],
  ) => ({
    userId,
    username: userId,
    score,
    rank,
    won,
    proof: own,
  });
  const contest = (id: number, over: object, results: PlayerResult[]) =>
    ({
      contest: {
        id,
        status: 'ended',
        entry_fee: 10,
        prize: 20,
        minimum_users: 2,
        players: 2,
        pot: 0,
        ...over,
      },
      results,
    }) as PublishedContest;
  const published = [
    contest(1, { kind: 'tap', winner: 'bola' }, [result('ada', 15, 2), result('bola', 15, 1, 20)]),
    contest(2, { kind: 'card', winner: 'ada' }, [
      result('ada', cards, 1, 20, proof),
      result('bola', 0, null, 0, { ...proof, draws: [], score: 0 }),
    ]),
    contest(3, { kind: 'math', winner: null, status: 'void', minimum_users: 3 }, [
      result('ada', 0, null),
      result('bola', 1, 1),
    ]),
  ];
  const users = players.map((id) => ({ id, username: id, available: 90, held: 0, bonus: 10 }));
  return { history, published, users };
}
type World = ReturnType<typeof consistentWorld>;

function judge({ published, users, history }: World) {
  const dues = new Dues(100);
  const verdict = judgeContests(dues, published, history);
  const coins = dues.judge(users);
  return { ...verdict, ...coins, violations: [...verdict.violations, ...coins.violations] };
}
const resultOf = ({ published }: World, id: number, userId: string): PlayerResult => {
  const found = published
    .find(({ contest }) => contest.id === id)
    ?.results.find((one) => one.userId === userId);
  if (!found) throw new Error('no such result');
  return found;
};
const proofOf = (world: World): object => resultOf(world, 2, 'ada').proof ?? {};
const contestOf = ({ published }: World, id: number) => {
  const found = published.find(({ contest }) => contest.id === id);
  if (!found) throw new Error('no such contest');
  return found.contest;
};
const replyTo = ({ history }: World, key: string, userId = 'ada'): { [field: string]: unknown } =>
  history.find((event) => event.key === key && event.process === userId && event.type === 'ok')?.reply as {
    [field: string]: unknown;
  };

const damages: Record<string, [damage: (world: World) => unknown, found: string]> = {
  'C2 an acknowledged tap that does not count': [
    (world) => (resultOf(world, 1, 'ada').score = 14),
    'replies give 15',
  ],
  'C2 a tap that counts twice': [(world) => (resultOf(world, 1, 'ada').score = 16), 'replies give 15'],
  'C2 a batch of which a part is neither counted nor dropped': [
    (world) => (replyTo(world, '1.1', 'bola').dropped = 4),
    'of 20 taps',
  ],
  'C2 an acknowledgement with another total': [
    (world) => (replyTo(world, '1.2').score = 16),
    'has 16 points',
  ],
  'C9 a score that is not the sum of the draws': [
    (world) => (resultOf(world, 2, 'ada').score += 5),
    'replies give',
  ],
  'F1 a draw that the proof lacks': [
    (world) => Object.assign(proofOf(world), { draws: [] }),
    'its proof has none',
  ],
  'F1 a proof that does not verify': [
    (world) => Object.assign(proofOf(world), { client_seed: 'other' }),
    'does not verify',
  ],
  'C3 a card that does not lie where it was picked': [
    (world) => (replyTo(world, 'p0').cards = [1, 2, 3]),
    'position 0',
  ],
  'C4 a right answer that was refused the point': [
    (world) => (replyTo(world, 'a1', 'bola').correct = false),
    '3 + 4',
  ],
  'C4 a wrong answer that counts': [(world) => (resultOf(world, 3, 'bola').score = 2), 'replies give 1'],
  'P3 a prize that was not paid': [(world) => (resultOf(world, 1, 'bola').won = 0), 'paid 0 prizes'],
  'P3 two prizes': [(world) => (resultOf(world, 1, 'ada').won = 20), 'paid 2 prizes'],
  'P3 a prize of another amount': [(world) => (resultOf(world, 1, 'bola').won = 19), 'of a prize of 20'],
  'C8 a tie that went to the player who reached it later': [
    (world) => {
      Object.assign(resultOf(world, 1, 'ada'), { won: 20, rank: 1 });
      Object.assign(resultOf(world, 1, 'bola'), { won: 0, rank: 2 });
      contestOf(world, 1).winner = 'ada';
    },
    'before ada',
  ],
  'C8 a winner with fewer points': [
    (world) => {
      resultOf(world, 1, 'ada').score = 16;
      replyTo(world, '1.2').accepted = 12;
    },
    'won with 15 points',
  ],
  'C8 a void contest that should have been won': [
    (world) => (contestOf(world, 3).minimum_users = 2),
    'is void',
  ],
  'C1 a contest that is not settled': [(world) => (contestOf(world, 1).status = 'active'), 'not settled'],
  'X6 coins left in the pot': [(world) => (contestOf(world, 1).pot = 1), 'pot has 1'],
  'P2 coins that no receipt explains': [
    ({ users }) => Object.assign(users[0] as object, { available: 97 }),
    'has 107 coins',
  ],
  'C8 a fee that was not refunded': [
    ({ users }) => Object.assign(users[1] as object, { available: 80 }),
    'has 90 coins',
  ],
};

describe('the verdict on contests', () => {
  it('finds no violation in consistent data', () => {
    const world = consistentWorld();
    expect(judge(world)).toEqual({ acknowledged: 7, lost: 0, doubled: 0, unbalanced: 0, violations: [] });
  });

  it.each(Object.entries(damages))('detects %s', (_what, [damage, text]) => {
    const world = consistentWorld();
    damage(world);
    expect(judge(world).violations.join('\n')).toContain(text);
  });

  it('P1 accepts an unanswered play as counted or not counted', () => {
    const world = consistentWorld();
    const lost = {
      process: 'ada',
      command: 'tap' as const,
      key: '1.3',
      args: { contestId: 1, userId: 'ada', count: 2 },
      atMs: 9_000,
    };
    world.history.push({ ...lost, type: 'invoke' }, { ...lost, type: 'unknown' });
    expect(judge(world).violations).toEqual([]);
    Object.assign(resultOf(world, 1, 'ada'), { score: 17, rank: 1, won: 20 });
    Object.assign(resultOf(world, 1, 'bola'), { rank: 2, won: 0 });
    contestOf(world, 1).winner = 'ada';
    Object.assign(world.users[0] as object, { available: 110 });
    Object.assign(world.users[1] as object, { available: 70 });
    expect(judge(world).violations).toEqual([]);
    resultOf(world, 1, 'ada').score = 18;
    expect(judge(world)).toMatchObject({ doubled: 1 });
  });
});
