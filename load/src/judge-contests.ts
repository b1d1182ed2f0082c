import { createHash, createHmac } from 'node:crypto';
import { type CardProof, type Hashes, verifyCardProof } from '@copup/shared/fairness.ts';
import { isWon } from '@copup/testkit/checker/judge-contests.ts';
import { judgePlays, type Played, playerKey, playsByPlayer } from '@copup/testkit/checker/judge-plays.ts';
import { CommandsVerdict } from '@copup/testkit/checker/match-rows.ts';
import { type Attempts, groupByKey, type HistoryEvent } from '@copup/testkit/history.ts';
import type { PlayerResult, PublishedContest } from './contest-truth.ts';
import type { Dues } from './dues.ts';

const hashes: Hashes = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmacSha256: (key, message) => createHmac('sha256', key).update(message).digest(),
};

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
  const players = playsByPlayer(attempts);
  for (const one of published) {
    const { contest, results } = one;
    const report = (text: string) => verdict.violations.push(`contest ${contest.id}: ${text}`);
    const played = new Map<PlayerResult, Played>();
    for (const result of results) {
      const { userId, username, score, proof } = result;
      const evidence = { score, draws: proof?.draws, source: 'proof' } as const;
      const own = judgePlays(players.get(playerKey(contest.id, userId)) ?? [], evidence);
      played.set(result, own);
      verdict.addPart(`contest ${contest.id}: ${username}`, own);
      if (proof) judgeProof(username, score, proof, report);
    }
    judgePrize(one, played, report);
  }
  addFees(dues, published, attempts);
  return verdict;
}

/** The proof verifies and gives the score. */
function judgeProof(username: string, score: number, proof: CardProof, report: (text: string) => void): void {
  if (proof.draws.length > 0 && !verifyCardProof(proof, hashes).isProven)
    report(`the proof of ${username} does not verify`);
  if (proof.score !== score)
    report(`the proof of ${username} gives ${proof.score} points, the result ${score}`);
}

/** C8: one prize, to the highest score; of equal scores to the one reached first, as far as the replies show. */
function judgePrize(
  { contest, results }: PublishedContest,
  played: ReadonlyMap<PlayerResult, Played>,
  report: (text: string) => void,
): void {
  if (contest.status !== 'ended' && contest.status !== 'void') report('is not settled');
  if (contest.pot !== 0) report(`its pot has ${contest.pot}`);
  const best = Math.max(0, ...results.map(({ score }) => score));
  const isDue = isWon(contest.players, best, contest.minimum_users);
  if (isDue !== (contest.status === 'ended')) report(`is ${contest.status} with ${contest.players} players`);
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
  const own = played.get(winner);
  for (const [other, { reachedAtMs }] of played)
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
    if (contest.status !== 'void') dues.pay(joins.get(contest.id) ?? [], contest.entry_fee);
  }
}
