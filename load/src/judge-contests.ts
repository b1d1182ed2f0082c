import { createHash, createHmac } from 'node:crypto';
import type { PickCardReply } from '@copup/shared/card-games.ts';
import type { Standing } from '@copup/shared/contests.ts';
import { type Hashes, verifyCardProof } from '@copup/shared/fairness.ts';
import type { PickAnswerReply } from '@copup/shared/math-games.ts';
import type { TapCounted } from '@copup/shared/tap-contests.ts';
import { type Attempts, groupByKey, type HistoryEvent, replyOf } from '@copup/testkit/history.ts';
import type { PlayerResult, PublishedContest } from './contest-truth.ts';
import { CommandsVerdict, type Dues } from './dues.ts';

const hashes: Hashes = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmacSha256: (key, message) => createHmac('sha256', key).update(message).digest(),
};

/** The points that a player's replies give, and how many more there may be from plays that were never answered. */
interface Observed {
  acknowledged: number;
  points: number;
  mostUnknown: number;
  violations: string[];
  /** When the last point was acknowledged, and when the play that made it was sent. */
  reachedAtMs: number;
  sentAtMs: number;
}

/**
 * Compares contests with the replies to their players: each score is the sum of the acknowledged taps, draws or right
 * answers; every draw matches its proof; and the best player, by the tie rule, was paid the prize once. Adds fees and
 * prizes to the coins that are due. Pure.
 */
export function judgeContests(
  dues: Dues,
  published: readonly PublishedContest[],
  history: readonly HistoryEvent[],
): CommandsVerdict {
  const verdict = new CommandsVerdict();
  const attempts = groupByKey(history);
  const observe = observer(history, attempts);
  for (const one of published) {
    const report = (text: string) => verdict.violations.push(`contest ${one.contest.id}: ${text}`);
    const observed = new Map(one.results.map((result) => [result, observe(one.contest.id, result)]));
    for (const [result, own] of observed) {
      verdict.acknowledged += own.acknowledged;
      judgeScore(result, own, verdict, report);
      judgeProof(result, attempts, one.contest.id, report);
    }
    judgePrize(one, observed, report);
  }
  addFees(dues, published, attempts);
  return verdict;
}

function judgeScore(
  { username, score }: PlayerResult,
  { points, mostUnknown, violations }: Observed,
  verdict: CommandsVerdict,
  report: (text: string) => void,
): void {
  for (const violation of violations) report(`${username}: ${violation}`);
  if (score >= points && score <= points + mostUnknown) return;
  if (score < points) verdict.lost += points - score;
  else verdict.doubled += score - points - mostUnknown;
  report(`${username} has ${score} points, replies give ${points} and at most ${mostUnknown} more`);
}

/** Every acknowledged draw is in the published proof, and the proof verifies and gives the score. */
function judgeProof(
  { userId, username, score, proof }: PlayerResult,
  attempts: readonly Attempts[],
  contestId: number,
  report: (text: string) => void,
): void {
  if (!proof) return;
  if (proof.draws.length > 0 && !verifyCardProof(proof, hashes).isProven)
    report(`the proof of ${username} does not verify`);
  if (proof.score !== score)
    report(`the proof of ${username} gives ${proof.score} points, the result ${score}`);
  for (const attempt of attempts) {
    const { intent } = attempt;
    if (intent.command !== 'pick' || intent.args.contestId !== contestId || intent.args.userId !== userId)
      continue;
    const reply = replyOf<PickCardReply>(attempt);
    if (!reply) continue;
    const draw = proof.draws.find(({ nonce }) => nonce === reply.nonce);
    if (draw?.value !== reply.pickedCard || draw.position !== reply.position)
      report(
        `draw ${reply.nonce} of ${username} was ${reply.pickedCard}, its proof has ${draw?.value ?? 'none'}`,
      );
  }
}

/** C8: one prize, to the highest score; of equal scores to the one reached first, as far as the replies show. */
function judgePrize(
  { contest, results }: PublishedContest,
  observed: ReadonlyMap<PlayerResult, Observed>,
  report: (text: string) => void,
): void {
  if (contest.status !== 'ended' && contest.status !== 'void') report('is not settled');
  if (contest.pot !== 0) report(`its pot has ${contest.pot}`);
  const best = Math.max(0, ...results.map(({ score }) => score));
  const isWon = best > 0 && contest.players >= contest.minimum_users;
  if (isWon !== (contest.status === 'ended')) report(`is ${contest.status} with ${contest.players} players`);
  const paid = results.filter(({ won }) => won > 0);
  if (contest.status !== 'ended') {
    if (paid.length > 0) report(`paid a prize to ${paid.map(({ username }) => username).join(', ')}`);
    return;
  }
  const [winner] = paid;
  if (paid.length !== 1 || !winner) {
    report(`paid ${paid.length} prizes`);
    return;
  }
  if (winner.won !== contest.prize) report(`paid ${winner.won} of a prize of ${contest.prize}`);
  if (winner.username !== contest.winner || winner.rank !== 1)
    report(`paid ${winner.username}, its winner is ${contest.winner}`);
  if (winner.score !== best)
    report(`${winner.username} won with ${winner.score} points, ${best} were reached`);
  const own = observed.get(winner);
  for (const [other, { reachedAtMs }] of observed)
    if (other !== winner && other.score === best && own && reachedAtMs < own.sentAtMs)
      report(`${other.username} reached ${best} points before ${winner.username}`);
}

/** Adds the fees of contests that were won, and the prizes. */
function addFees(dues: Dues, published: readonly PublishedContest[], attempts: readonly Attempts[]): void {
  const joins = Map.groupBy(
    attempts.filter(({ intent }) => intent.command === 'join-contest'),
    ({ intent }) => intent.args.contestId,
  );
  for (const { contest, results } of published) {
    for (const { userId, won } of results) dues.add(userId, won);
    if (contest.status === 'void') continue;
    for (const { intent, verdict } of joins.get(contest.id) ?? []) {
      const { userId = '' } = intent.args;
      if (verdict === 'ok') dues.add(userId, -contest.entry_fee);
      if (verdict === 'unknown') dues.mayAdd(userId, -contest.entry_fee);
    }
  }
}

/** Adds up a player's replies in one contest. */
function observer(history: readonly HistoryEvent[], attempts: readonly Attempts[]) {
  const name = (contestId: number | undefined, userId: string | undefined) => `${contestId} ${userId}`;
  const byPlayer = Map.groupBy(attempts, ({ intent: { args } }) => name(args.contestId, args.userId));
  const sent = new Map<string, number>();
  for (const { type, key, args, atMs } of history)
    if (type === 'invoke') sent.set(`${name(args.contestId, args.userId)} ${key}`, atMs);
  return (contestId: number, { userId }: PlayerResult): Observed => {
    const observed: Observed = {
      acknowledged: 0,
      points: 0,
      mostUnknown: 0,
      violations: [],
      reachedAtMs: Number.POSITIVE_INFINITY,
      sentAtMs: 0,
    };
    for (const attempt of byPlayer.get(name(contestId, userId)) ?? []) {
      const { key } = attempt.intent;
      if (attempt.intent.command === 'join-contest') continue;
      const end = attempt.ends.find(({ type }) => type === 'ok');
      if (!end) {
        if (attempt.verdict === 'unknown') observed.mostUnknown += mostOf(attempt);
        continue;
      }
      observed.acknowledged += 1;
      const points = pointsOf(attempt, end, observed.violations);
      observed.points += points;
      if (points === 0) continue;
      observed.reachedAtMs = end.atMs;
      observed.sentAtMs = sent.get(`${name(contestId, userId)} ${key}`) ?? 0;
      const { score } = end.reply as Standing;
      if (observed.mostUnknown === 0 && score !== observed.points && !isRepeated(end))
        observed.violations.push(
          `${attempt.intent.command} ${key} has ${score} points, replies give ${observed.points}`,
        );
    }
    return observed;
  };
}

const isRepeated = ({ reply }: HistoryEvent): boolean => (reply as Partial<TapCounted>).repeated === true;

function mostOf({ intent: { command, args } }: Attempts): number {
  if (command === 'tap') return args.count ?? 0;
  return command === 'pick' ? 10 : 1;
}

function pointsOf(
  { intent: { command, args } }: Attempts,
  { reply }: HistoryEvent,
  violations: string[],
): number {
  if (command === 'tap') {
    const { accepted, dropped } = reply as TapCounted;
    if (accepted + dropped !== args.count)
      violations.push(`of ${args.count} taps ${accepted} count and ${dropped} do not`);
    return accepted;
  }
  if (command === 'pick') {
    const { pickedCard, cards, position } = reply as PickCardReply;
    if (cards[position] !== pickedCard || position !== args.position)
      violations.push(`position ${args.position} of ${cards.join()} was ${pickedCard}`);
    return pickedCard;
  }
  const { correct } = reply as PickAnswerReply;
  const { question, picked } = args;
  const isRight = question !== undefined && question.number1 + question.number2 === picked;
  if (correct !== isRight)
    violations.push(`the answer ${picked} to ${question?.number1} + ${question?.number2} was ${correct}`);
  return isRight ? 1 : 0;
}
