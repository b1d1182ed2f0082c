import type { ContestKind } from '@copup/shared/contests.ts';
import { deadlinePassed } from '../../deadline.ts';
import { Refusal } from '../../errors.ts';
import { isOver } from '../../subjects/subject-kind.ts';
import {
  contestEnded,
  contestNotActive,
  contestNotFound,
  decidedTooLate,
  notJoined,
} from './contests.errors.ts';
import type { PlayedContest } from './contests.queries.ts';
import { type Leader, mergeTop } from './leaderboard.ts';
import type { Play } from './play.ts';
import type { ScoreRow } from './scores.queries.ts';

export interface Player {
  userId: string;
  username: string;
  profile: string | null;
  realm: number;
}

/** One command of a batch, with the times that decide it. */
export interface RequestedPlay<Input> {
  player: Player;
  input: Input;
  /** In the database's time. */
  receivedMs: number;
  /** Whether its deadline has passed (A11). */
  isTooLate: boolean;
}

/** An accepted play, with the player's total after the whole batch. */
export interface Played<Result> {
  result: Result;
  score: number;
  /** The player's rank in the top; undefined below it. */
  rank: number | undefined;
  /** The batch that decided it: its rows show whether it was committed (A12). */
  batchId: string;
}

export interface DecidedPlays<Result, Record> {
  answers: (Played<Result> | Refusal)[];
  /** The changed rows of players. */
  scores: ScoreRow[];
  records: (Record & { userId: string })[];
  seq: number;
  /** The contest's sum of all points after the batch. */
  points: number;
  /** Absent when the top did not change. */
  changedTop: readonly Leader[] | undefined;
}

/** Decides a batch in order of arrival (C1, C5, C8). Pure. */
export function decidePlays<Input, Facts, Result, Record>(
  play: Play<Input, unknown, Facts, Result, Record>,
  contest: PlayedContest,
  rows: readonly ScoreRow[],
  batch: readonly RequestedPlay<Input>[],
  now: Date,
  facts: Facts,
  batchId: string,
): DecidedPlays<Result, Record> {
  const nowMs = now.getTime();
  const players = new Map<string, ScoreRow>();
  for (const row of rows) players.set(row.userId, row);
  const written = new Map<string, ScoreRow>();
  const leaders = new Map<string, Leader>();
  const records: (Record & { userId: string })[] = [];
  const isOpen = contest.status === 'active' && !isOver(contest, now);
  let { seq, points } = contest;

  const accepted = batch.map(({ player, input, receivedMs, isTooLate }): Result | Refusal => {
    const { userId, username, profile } = player;
    if (player.realm !== contest.realm) return contestNotFound(play.kind);
    if (isTooLate) return deadlinePassed();
    if (!isOpen) return refuseBySchedule(contest, receivedMs, now, play.kind);
    const row = written.get(userId) ?? players.get(userId);
    if (!row) return notJoined(play.kind);
    const judged = play.judge(input, row, nowMs, facts);
    if (judged instanceof Refusal) return judged;
    const isScored = judged.points > 0;
    if (isScored) seq += 1;
    if (isScored || judged.state !== undefined) {
      points += judged.points;
      const score = row.score + judged.points;
      const reachedSeq = isScored ? seq : row.reachedSeq;
      written.set(userId, { userId, score, reachedSeq, state: judged.state ?? row.state });
      if (isScored) leaders.set(userId, { userId, username, profile, score, seq });
    }
    if (judged.record !== undefined) records.push({ ...judged.record, userId });
    return judged.result;
  });

  const top = mergeTop(contest.top, leaders.values());
  const ranks = new Map(top.map(({ userId }, at) => [userId, at + 1]));
  return {
    answers: accepted.map((result, at) => {
      if (result instanceof Refusal) return result;
      const { userId } = (batch[at] as RequestedPlay<Input>).player;
      const score = (written.get(userId) ?? players.get(userId))?.score ?? 0;
      return { result, score, rank: ranks.get(userId), batchId };
    }),
    scores: [...written.values()],
    records,
    seq,
    points,
    changedTop: top === contest.top ? undefined : top,
  };
}

/** Refuses a play unless the contest is active: before its start, and at or after its end. */
function refuseBySchedule(contest: PlayedContest, receivedMs: number, now: Date, kind: ContestKind): Refusal {
  if (contest.status === 'pending' && !isOver(contest, now)) return contestNotActive(kind);
  const endMs = contest.endDate.getTime();
  const isCancelled = contest.cancelReason !== null;
  return receivedMs < endMs && !isCancelled
    ? decidedTooLate(kind, { receivedMs, nowMs: now.getTime(), endMs })
    : contestEnded(kind);
}
