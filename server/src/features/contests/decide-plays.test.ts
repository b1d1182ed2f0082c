import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import type { PlayedContest } from './contests.queries.ts';
import { decidePlays, type RequestedPlay } from './decide-plays.ts';
import type { Play } from './play.ts';
import type { ScoreRow } from './scores.queries.ts';

/** Adds its input to the score, and counts its plays in the state; refuses negative inputs. */
const sum: Play<number, number, string, string, { input: number }> = {
  kind: 'tap',
  batchWindowMs: 0,
  judge: (input, { state = 0 }, nowMs, facts) =>
    input < 0
      ? new Refusal('TOO_FAST', 'Too fast.')
      : { points: input, state: state + 1, result: `${facts} ${nowMs}`, record: { input } },
};
const now = new Date('2026-01-01T12:00:00Z');
const endDate = new Date('2026-01-01T13:00:00Z');
const contest = {
  id: 1,
  kind: 'tap',
  realm: 0,
  status: 'active',
  endDate,
  cancelReason: null,
  seq: 7,
  points: 20,
};
const open = {
  ...contest,
  top: [{ userId: 'ada', username: 'ada', profile: null, score: 5, seq: 3 }],
} as unknown as PlayedContest;
const rowOf = (userId: string, score = 0, reachedSeq = 0): ScoreRow => ({
  userId,
  score,
  reachedSeq,
  state: undefined,
});
const rows = [rowOf('ada', 5, 3), rowOf('bola'), rowOf('chi', 2, 2)];
const by = (
  userId: string,
  input: number,
  over: Partial<RequestedPlay<number>> = {},
): RequestedPlay<number> => ({
  player: { userId, username: userId, profile: null, realm: 0 },
  input,
  receivedMs: now.getTime(),
  isTooLate: false,
  ...over,
});
const decide = (batch: RequestedPlay<number>[], of: Partial<PlayedContest> = {}, at = now, play = sum) =>
  decidePlays(play, { ...open, ...of }, rows, batch, at, 'facts', 'batch-1');
const codeOf = (answer: unknown) => (answer instanceof Refusal ? answer.code : answer);

describe('a batch of plays', () => {
  it('C1, C5, C8 counts in the order of arrival; the number of a score decides between equal ones', () => {
    const decided = decide([by('bola', 2), by('chi', 3), by('bola', 3)]);
    const result = `facts ${now.getTime()}`;
    expect(decided.answers).toEqual([
      { result, score: 5, rank: 3, batchId: 'batch-1' },
      { result, score: 5, rank: 2, batchId: 'batch-1' },
      { result, score: 5, rank: 3, batchId: 'batch-1' },
    ]);
    expect(decided.scores).toEqual([
      { userId: 'bola', score: 5, reachedSeq: 10, state: 2 },
      { userId: 'chi', score: 5, reachedSeq: 9, state: 1 },
    ]);
    expect([decided.seq, decided.points]).toEqual([10, 28]);
    expect(decided.changedTop?.map(({ userId, seq }) => [userId, seq])).toEqual([
      ['ada', 3],
      ['chi', 9],
      ['bola', 10],
    ]);
    expect(decided.records).toEqual([
      { userId: 'bola', input: 2 },
      { userId: 'chi', input: 3 },
      { userId: 'bola', input: 3 },
    ]);
  });

  it('C8 keeps the moment of a score in a play without points, which is stored but not ranked', () => {
    const decided = decide([by('chi', 0), by('bola', 0)]);
    expect(decided.scores).toEqual([
      { userId: 'chi', score: 2, reachedSeq: 2, state: 1 },
      { userId: 'bola', score: 0, reachedSeq: 0, state: 1 },
    ]);
    expect([decided.seq, decided.points, decided.changedTop]).toEqual([7, 20, undefined]);
    expect(decided.answers.map((answer) => (answer instanceof Refusal ? answer : answer.rank))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('stores nothing for a play without points, state and record', () => {
    const idle = { ...sum, judge: () => ({ points: 0, state: undefined, result: '' }) } as typeof sum;
    expect(decide([by('ada', 1)], {}, now, idle)).toMatchObject({ scores: [], records: [], seq: 7 });
  });

  it('C1 refuses a player of another realm, one who has not joined, a play after its deadline, and what the play refuses', () => {
    const stranger = { userId: 'ada', username: 'ada', profile: null, realm: 1 };
    const decided = decide([
      by('ada', 1, { player: stranger }),
      by('dayo', 1),
      by('ada', 1, { isTooLate: true }),
      by('ada', -1),
    ]);
    expect(decided.answers.map(codeOf)).toEqual([
      'CONTEST_NOT_FOUND',
      'NOT_JOINED',
      'DEADLINE_PASSED',
      'TOO_FAST',
    ]);
    expect([decided.scores, decided.seq]).toEqual([[], 7]);
  });

  it.each([
    ['before the start', { status: 'pending' }, 'CONTEST_NOT_ACTIVE', now, now],
    ['pending at its end', { status: 'pending' }, 'CONTEST_ENDED', endDate, endDate],
    ['received at the end', {}, 'CONTEST_ENDED', endDate, endDate],
    ['received in time and decided at the end', {}, 'DECIDED_TOO_LATE', now, endDate],
    [
      'of a contest that was cancelled meanwhile',
      { status: 'cancelled', cancelReason: 'x' },
      'CONTEST_ENDED',
      now,
      now,
    ],
  ])('P7 refuses a play %s', (_, of, code, received, decidedAt) => {
    const batch = [by('ada', 1, { receivedMs: received.getTime() })];
    expect(decide(batch, of as Partial<PlayedContest>, decidedAt).answers.map(codeOf)).toEqual([code]);
  });
});
