import { PICK_INTERVAL_MS } from '@copup/shared/card-games.ts';
import { LEADERBOARD_ROWS } from '@copup/shared/contests.ts';
import { ANSWER_AFTER_MS } from '@copup/shared/math-games.ts';
import { tapBucket } from '@copup/shared/tap-limits.ts';
import type { ContestFact, ContestFacts, ScoreFact } from './contest-facts.ts';
import {
  describeLateness,
  judgeEach,
  judgeFee,
  judgeFinalRow,
  judgeNotices,
  judgePrize,
} from './judge-pots.ts';

const isOver = ({ status }: ContestFact) => status === 'ended' || status === 'void';
const ofContest = <Row extends { contestId: number }>(rows: readonly Row[], { id }: ContestFact): Row[] =>
  rows.filter(({ contestId }) => contestId === id);
/** Orders players by C8: the higher score first; of equal scores the one reached first. */
const byRank = (a: ScoreFact, b: ScoreFact) => b.score - a.score || a.reachedSeq - b.reachedSeq;

const eachContest = (
  { contests }: Pick<ContestFacts, 'contests'>,
  judge: (contest: ContestFact, report: (text: string) => void) => void,
) => judgeEach(contests, ({ id, kind, status }) => `contest ${id} (${kind}, ${status})`, judge);

/** C8: whether a contest is won, not void. */
export const isWon = (players: number, bestScore: number, minimumUsers: number): boolean =>
  bestScore > 0 && players >= minimumUsers;

/** Checks I3: one final row, and one prize to the best player, or none if the contest is void. */
export const judgePrizes = (facts: ContestFacts): string[] =>
  eachContest(facts, (contest, report) => {
    const ranked = ofContest(facts.scores, contest).sort(byRank);
    const prizes = ofContest(facts.contestFlows, contest).filter(({ kind }) => kind === 'prize');
    const notices = ofContest(facts.contestNotices, contest);
    judgeFinalRow(isOver(contest), contest, report);
    const [best] = ranked;
    const isDue = isWon(ranked.length, best?.score ?? 0, contest.minimumUsers);
    if (isOver(contest) && !contest.isCancelled && isDue !== (contest.status === 'ended'))
      report(`${ranked.length} players, the best score is ${best?.score ?? 0}`);
    if (contest.status !== 'ended') {
      if (prizes.length > 0) report('paid a prize');
      if (contest.winnerId !== null || notices.length > 0) report('has a winner');
      return;
    }
    if (contest.winnerId !== best?.userId) report(`${contest.winnerId} won instead of ${best?.userId}`);
    judgePrize(contest, { prizes, fees: ofContest(facts.contestEntries, contest), payers: 'fees' }, report);
    judgeNotices(contest, notices, report);
  });

/** Checks I4: each score is the sum of the draws or right answers, and the top and the counts are those of the rows. */
export const judgeScores = (facts: ContestFacts): string[] =>
  eachContest(facts, (contest, report) => {
    const scores = ofContest(facts.scores, contest);
    const draws = Map.groupBy(ofContest(facts.draws, contest), ({ userId }) => userId);
    const answers = Map.groupBy(ofContest(facts.answers, contest), ({ userId }) => userId);
    if (contest.players !== scores.length) report(`counts ${contest.players} of ${scores.length} players`);
    for (const { userId, score } of scores) {
      const drawn = (draws.get(userId) ?? []).reduce((sum, { value }) => sum + value, 0);
      const right = (answers.get(userId) ?? []).filter(({ isCorrect }) => isCorrect).length;
      if (contest.kind === 'card' && score !== drawn)
        report(`${userId} has ${score} points, draws of ${drawn}`);
      if (contest.kind === 'math' && score !== right)
        report(`${userId} has ${score} points, ${right} right answers`);
    }
    const players = new Set(scores.map(({ userId }) => userId));
    for (const userId of [...draws.keys(), ...answers.keys()])
      if (!players.has(userId)) report(`${userId} played without joining`);
    const top = scores
      .filter(({ score }) => score > 0)
      .sort(byRank)
      .slice(0, LEADERBOARD_ROWS)
      .map(({ userId, score, reachedSeq }) => `${userId} ${score} ${reachedSeq}`);
    const shown = contest.top.map(({ userId, score, seq }) => `${userId} ${score} ${seq}`);
    if (top.join() !== shown.join()) report(`its top is ${shown.join()}, the rows give ${top.join()}`);
    const last = Math.max(0, ...scores.map(({ reachedSeq }) => reachedSeq));
    if (contest.seq !== last)
      report(`counts ${contest.seq} plays with points, the last reached score is ${last}`);
  });

/** Checks I5: no play before the start, at or after the end, or faster than the rules allow (C2, C3, C4). */
export const judgePlayTimes = (facts: ContestFacts & { nowMs: number }): string[] =>
  eachContest(facts, (contest, report) => {
    const isInTime = (atMs: number) => atMs >= contest.startsAtMs && atMs < contest.endDateMs;
    const draws = Map.groupBy(ofContest(facts.draws, contest), ({ userId }) => userId);
    const answers = Map.groupBy(ofContest(facts.answers, contest), ({ userId }) => userId);
    for (const score of ofContest(facts.scores, contest)) {
      const own = draws.get(score.userId) ?? [];
      for (const [at, { nonce, atMs }] of own.entries()) {
        const name = `draw ${nonce} of ${score.userId}`;
        const before = own[at - 1];
        if (nonce !== at + 1) report(`${name} follows draw ${before?.nonce ?? 0}`);
        if (!isInTime(atMs)) report(`${name} is outside the contest's time`);
        if (before && atMs - before.atMs < PICK_INTERVAL_MS)
          report(`${name} is ${atMs - before.atMs} ms after its predecessor`);
      }
      const given = answers.get(score.userId) ?? [];
      for (const [at, { no, sentAtMs, atMs, number1, number2, picked, isCorrect }] of given.entries()) {
        const name = `answer ${no} of ${score.userId}`;
        if (no !== at + 1) report(`${name} follows answer ${given[at - 1]?.no ?? 0}`);
        if (!isInTime(atMs)) report(`${name} is outside the contest's time`);
        if (atMs - sentAtMs < ANSWER_AFTER_MS)
          report(`${name} came ${atMs - sentAtMs} ms after its question`);
        if (isCorrect !== (number1 + number2 === picked)) report(`${name} is judged wrongly`);
      }
      if (new Set(given.map(({ questionId }) => questionId)).size !== given.length)
        report(`${score.userId} answered a question twice`);
      if (contest.kind !== 'tap') continue;
      const fromMs = Math.max(score.joinedAtMs ?? contest.startsAtMs, contest.startsAtMs);
      const seconds = Math.max(0, Math.min(contest.endDateMs, facts.nowMs) - fromMs) / 1_000;
      const cap = tapBucket.burst + Math.floor(seconds * tapBucket.perSecond);
      if (score.score > cap) report(`${score.userId} has ${score.score} taps, the cap allows ${cap}`);
    }
  });

/** Checks I6: pots are empty once the contest is over, and every fee is spent or refunded. */
export const judgePots = (facts: ContestFacts): string[] =>
  eachContest(facts, (contest, report) => {
    if (isOver(contest) && contest.pot !== 0) report(`its pot has ${contest.pot}`);
    const due = { price: contest.entryFee, priceName: 'fee', subject: 'contest' };
    const isEnded = contest.status === 'ended';
    for (const fee of ofContest(facts.contestEntries, contest)) {
      const name = `the entry of ${fee.userId}`;
      judgeFee(fee, { ...due, name, isWon: isEnded, isRefunding: contest.status === 'void' }, report);
    }
  });

/**
 * Checks I9: no contest stays open more than 5 s after its end, or after the end of an injected fault that prevented the
 * close.
 */
export const judgeContestLateness = (facts: ContestFacts & { nowMs: number }, faultEndedAtMs = 0): string[] =>
  eachContest(facts, (contest, report) => {
    const late = contest.isCancelled ? undefined : describeLateness(contest, facts.nowMs, faultEndedAtMs);
    if (late !== undefined) report(late);
  });
