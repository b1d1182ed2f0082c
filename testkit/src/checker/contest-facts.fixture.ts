import type { HistoryEvent, Outcome } from '../history.ts';
import { ada, bola, endMs, recordEvents, startMs } from './auction-world.fixture.ts';
import type { ContestFact, ContestFacts } from './contest-facts.ts';
import type { WatcherRecord } from './judge-watchers.ts';

export interface ContestFixture {
  facts: ContestFacts;
  history: HistoryEvent[];
  watchers: WatcherRecord[];
}

/**
 * Three contests of two players with consistent data: bola won the card game 2001 with 15 points; ada won the math
 * game 2003 by reaching its tie first; the tap contest 2002 had too few players and is void.
 */
export function soundContests(): ContestFixture {
  const shared = {
    realm: 1,
    entryFee: 5,
    minimumUsers: 2,
    startsAtMs: startMs,
    endDateMs: endMs,
    pot: 0,
    players: 2,
    isCancelled: false,
  };
  const leader = (userId: string, score: number, seq: number) => ({
    userId,
    username: userId === ada ? 'ada' : 'bola',
    profile: null,
    score,
    seq,
  });
  const won = { prize: 12, wonAvailable: 10, wonBonus: 2, settledAtMs: endMs + 20 };
  const contests: ContestFact[] = [
    {
      ...shared,
      ...won,
      id: 2001,
      kind: 'card',
      status: 'ended',
      top: [leader(bola, 15, 3), leader(ada, 5, 1)],
      seq: 3,
      version: 5,
      winnerId: bola,
    },
    {
      ...shared,
      id: 2002,
      kind: 'tap',
      status: 'void',
      prize: 30,
      minimumUsers: 3,
      top: [leader(ada, 17, 2), leader(bola, 1, 1)],
      seq: 2,
      version: 4,
      winnerId: null,
      wonAvailable: null,
      wonBonus: null,
      settledAtMs: endMs + 30,
    },
    {
      ...shared,
      ...won,
      id: 2003,
      kind: 'math',
      status: 'ended',
      top: [leader(ada, 1, 1), leader(bola, 1, 2)],
      seq: 2,
      version: 5,
      winnerId: ada,
    },
  ];
  const score = (contestId: number, userId: string, points: number, reachedSeq: number) => ({
    contestId,
    userId,
    score: points,
    reachedSeq,
    joinedAtMs: startMs + 100,
  });
  const draw = (userId: string, nonce: number, value: number) => ({
    contestId: 2001,
    userId,
    nonce,
    position: 1,
    value,
    atMs: startMs + nonce * 1_000,
  });
  const answer = (userId: string, no: number, isCorrect: boolean) => ({
    contestId: 2003,
    userId,
    no,
    questionId: `q${no} of ${userId}`,
    number1: 7,
    number2: 8,
    picked: isCorrect ? 15 : 16,
    isCorrect,
    sentAtMs: startMs + no * 1_000,
    atMs: startMs + no * 1_000 + 400,
  });
  const facts: ContestFacts = {
    contests,
    scores: [
      score(2001, ada, 5, 1),
      score(2001, bola, 15, 3),
      score(2002, ada, 17, 2),
      score(2002, bola, 1, 1),
      score(2003, ada, 1, 1),
      score(2003, bola, 1, 2),
    ],
    draws: [draw(ada, 1, 5), draw(ada, 2, 0), draw(bola, 1, 10), draw(bola, 2, 5)],
    answers: [answer(ada, 1, true), answer(bola, 1, false), answer(bola, 2, true)],
    contestEntries: contests.flatMap(({ id, status }) =>
      [ada, bola].map((userId) => ({
        contestId: id,
        userId,
        paid: 5,
        isRefunded: status === 'void',
        fee: 5,
        available: 5,
        refund: status === 'void' ? 5 : 0,
      })),
    ),
    contestFlows: [
      { contestId: 2001, kind: 'prize', account: 'available', userId: bola, amount: 10, transfers: 1 },
      { contestId: 2001, kind: 'prize', account: 'bonus', userId: bola, amount: 2, transfers: 1 },
      { contestId: 2002, kind: 'refund', account: 'available', userId: ada, amount: 5, transfers: 1 },
      { contestId: 2003, kind: 'prize', account: 'available', userId: ada, amount: 10, transfers: 1 },
      { contestId: 2003, kind: 'prize', account: 'bonus', userId: ada, amount: 2, transfers: 1 },
    ],
    contestNotices: [
      { contestId: 2001, userId: bola },
      { contestId: 2003, userId: ada },
    ],
  };
  const state = {
    status: 'ended',
    endDate: endMs,
    players: 2,
    top: [
      ['bola', 15],
      ['ada', 5],
    ],
  };
  return {
    facts,
    history: soundPlays(facts),
    watchers: [{ watcher: 'w3', room: 'card:2001', epoch: 3, version: 5 * 2 ** 20 + 2, state }],
  };
}

function soundPlays({ draws, answers, contestEntries }: ContestFacts): HistoryEvent[] {
  const { events, add } = recordEvents();
  const lost: Outcome = { type: 'unknown' };
  for (const { contestId, userId } of contestEntries)
    add(
      { command: 'join-contest', key: `join ${contestId} ${userId}`, args: { contestId, userId } },
      { type: 'ok' },
    );
  const counted = (
    batch: number,
    accepted: number,
    dropped: number,
    score: number,
    repeated = false,
  ): Outcome => ({
    type: 'ok',
    reply: { ok: true, contest: 2002, batch, accepted, dropped, repeated, score, rank: 1 },
  });
  const taps = (userId: string, batch: number, count: number) => ({
    command: 'tap' as const,
    key: `9.${batch}`,
    args: { contestId: 2002, userId, count },
  });
  add(taps(ada, 1, 20), lost, counted(1, 15, 5, 15, true));
  add(taps(ada, 2, 2), counted(2, 2, 0, 17));
  add(taps(bola, 1, 4), lost);
  const points = new Map<string, number>();
  for (const { contestId, userId, nonce, position, value } of draws) {
    const score = (points.get(userId) ?? 0) + value;
    points.set(userId, score);
    add(
      { command: 'pick', key: `pick ${nonce} ${userId}`, args: { contestId, userId, position } },
      {
        type: 'ok',
        reply: { nonce, position, pickedCard: value, cards: [0, value, 0], score, rank: 1 },
      },
    );
  }
  for (const { contestId, userId, questionId, number1, number2, picked, isCorrect } of answers) {
    const args = { contestId, userId, question: { id: questionId, number1, number2 }, picked };
    const reply = { correct: isCorrect, newQuestion: { id: 'next' }, score: 1, rank: 1 };
    add({ command: 'answer', key: `answer ${questionId}`, args }, { type: 'ok', reply });
  }
  add(
    { command: 'answer', key: 'late', args: { contestId: 2003, userId: bola, picked: 1 } },
    { type: 'fail', reply: { status: 409, code: 'CONTEST_ENDED' } },
  );
  return events;
}
