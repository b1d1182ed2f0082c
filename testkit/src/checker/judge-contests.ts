import { PICK_INTERVAL_MS } from '@copup/shared/card-games.ts';
import { LEADERBOARD_ROWS } from '@copup/shared/contests.ts';
import { ANSWER_AFTER_MS } from '@copup/shared/math-games.ts';
import { tapBucket } from '@copup/shared/tap-limits.ts';
import type { ContestFact, ContestFacts, ScoreFact } from './contest-facts.ts';
import { shareOf } from './prize-share.ts';

const closeGraceMs = 5_000;
const isOver = ({ status }: ContestFact) => status === 'ended' || status === 'void';
const ofContest = <Row extends { contestId: number }>(rows: readonly Row[], { id }: ContestFact): Row[] =>
  rows.filter(({ contestId }) => contestId === id);
/** Orders players by C8: the higher score first; of equal scores the one reached first. */
const byRank = (a: ScoreFact, b: ScoreFact) => b.score - a.score || a.reachedSeq - b.reachedSeq;

/** Calls `judge` for each contest; it reports each violation as a sentence. */
function eachContest(
  facts: ContestFacts,
  judge: (contest: ContestFact, report: (text: string) => void) => void,
): string[] {
  return facts.contests.flatMap((contest) => {
    const violations: string[] = [];
    judge(contest, (text) =>
      violations.push(`contest ${contest.id} (${contest.kind}, ${contest.status}): ${text}`),
    );
    return violations;
  });
}

/** Checks I3: one final row, and one prize to the best player, or none if the contest is void. */
export const judgePrizes = (facts: ContestFacts): string[] =>
  eachContest(facts, (contest, report) => {
    const ranked = ofContest(facts.scores, contest).sort(byRank);
    const prizes = ofContest(facts.contestFlows, contest).filter(({ kind }) => kind === 'prize');
    const notices = ofContest(facts.contestNotices, contest);
    if (isOver(contest) !== (contest.settledAtMs !== null))
      report(isOver(contest) ? 'has no time of settlement' : 'has a time of settlement');
    const [best] = ranked;
    const isWon = best !== undefined && best.score > 0 && ranked.length >= contest.minimumUsers;
    if (isOver(contest) && !contest.isCancelled && isWon !== (contest.status === 'ended'))
      report(`${ranked.length} players, the best score is ${best?.score ?? 0}`);
    if (contest.status !== 'ended') {
      if (prizes.length > 0) report('paid a prize');
      if (contest.winnerId !== null || notices.length > 0) report('has a winner');
      return;
    }
    if (contest.winnerId !== best?.userId) report(`${contest.winnerId} won instead of ${best?.userId}`);
    const paid = prizes.reduce((sum, { amount }) => sum + amount, 0);
    if (paid !== contest.prize) report(`paid ${paid} of a prize of ${contest.prize}`);
    const share = shareOf(contest.prize, contest.winnerId ?? '', ofContest(facts.contestEntries, contest));
    if (contest.wonAvailable !== share)
      report(`paid ${contest.wonAvailable} available coins, the fees make it ${share}`);
    for (const { account, userId, amount, transfers } of prizes) {
      const should = account === 'bonus' ? contest.wonBonus : contest.wonAvailable;
      if (userId !== contest.winnerId) report(`paid ${amount} to ${userId}, who did not win`);
      if (transfers !== 1) report(`paid its prize ${transfers} times`);
      if (amount !== should) report(`paid ${amount} to ${account}, its row has ${should}`);
    }
    if (notices.length !== 1 || notices[0]?.userId !== contest.winnerId)
      report(`${notices.length} notices of a win, one to the winner is due`);
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
    for (const { userId, paid, fee, refund, isRefunded } of ofContest(facts.contestEntries, contest)) {
      const name = `the entry of ${userId}`;
      if (paid !== contest.entryFee || fee !== paid)
        report(`${name} cost ${paid}, its postings ${fee}, the fee is ${contest.entryFee}`);
      if (contest.status === 'void' && paid > 0 && !isRefunded) report(`${name} was not refunded`);
      if (contest.status === 'ended' && isRefunded)
        report(`${name} was refunded although the contest was won`);
      if (refund !== (isRefunded ? paid : 0)) report(`${name} of ${paid} got ${refund} back`);
    }
  });

/**
 * Checks I9: no contest stays open more than 5 s after its end, or after the end of an injected fault that prevented the
 * close.
 */
export const judgeContestLateness = (facts: ContestFacts & { nowMs: number }, faultEndedAtMs = 0): string[] =>
  eachContest(facts, (contest, report) => {
    if (contest.isCancelled) return;
    const dueMs = Math.max(contest.endDateMs, faultEndedAtMs) + closeGraceMs;
    const endedMs = contest.settledAtMs ?? facts.nowMs;
    if (endedMs > dueMs)
      report(
        `${contest.settledAtMs === null ? 'is still open' : 'was settled'} ${endedMs - contest.endDateMs} ms past its end`,
      );
  });
