import type { PickCardReply } from '@copup/shared/card-games.ts';
import type { PickAnswerReply } from '@copup/shared/math-games.ts';
import type { TapCounted } from '@copup/shared/tap-contests.ts';
import { type Attempts, groupByKey, type HistoryEvent, replyOf } from '../history.ts';
import type { ContestFacts, ScoreFact } from './contest-facts.ts';

const isPlay = ({ intent: { command } }: Attempts) =>
  command === 'tap' || command === 'pick' || command === 'answer';
const playerKey = (contestId: number | undefined, userId: string | undefined) => `${contestId} ${userId}`;

/**
 * Checks I4 for contests: an acknowledged join, tap, draw or answer is in PostgreSQL once, one that was never answered
 * once or not at all, and nothing is there that was not requested. Only players whose plays the history has are judged.
 */
export function judgeAcknowledgedPlays(facts: ContestFacts, history: readonly HistoryEvent[]): string[] {
  const attempts = groupByKey(history).filter(({ intent }) => intent.args.contestId !== undefined);
  const violations = judgeJoins(facts, attempts);
  const plays = Map.groupBy(attempts.filter(isPlay), ({ intent: { args } }) =>
    playerKey(args.contestId, args.userId),
  );
  const kinds = new Map(facts.contests.map(({ id, kind }) => [id, kind]));
  for (const score of facts.scores) {
    const own = plays.get(playerKey(score.contestId, score.userId));
    if (!own) continue;
    const judge = { tap: judgeTaps, card: judgeDraws, math: judgeAnswers }[
      kinds.get(score.contestId) ?? 'tap'
    ];
    for (const text of judge(score, own, facts))
      violations.push(`contest ${score.contestId}, ${score.userId}: ${text}`);
  }
  return violations;
}

function judgeJoins({ contestEntries }: ContestFacts, attempts: readonly Attempts[]): string[] {
  const entered = new Set(contestEntries.map(({ contestId, userId }) => playerKey(contestId, userId)));
  const joins = attempts.filter(({ intent }) => intent.command === 'join-contest');
  return joins.flatMap(({ intent: { args, process }, verdict }) =>
    verdict === 'ok' && !entered.has(playerKey(args.contestId, args.userId))
      ? [`${process} joined contest ${args.contestId} and has no entry`]
      : [],
  );
}

function judgeTaps({ score }: ScoreFact, attempts: readonly Attempts[]): string[] {
  let acknowledged = 0;
  let unknown = 0;
  for (const attempt of attempts) {
    const reply = replyOf<TapCounted>(attempt);
    if (reply) acknowledged += reply.accepted;
    else if (attempt.verdict === 'unknown') unknown += attempt.intent.args.count ?? 0;
  }
  return score >= acknowledged && score <= acknowledged + unknown
    ? []
    : [`${score} taps are counted, ${acknowledged} were acknowledged and ${unknown} never answered`];
}

function judgeDraws(
  { contestId, userId }: ScoreFact,
  attempts: readonly Attempts[],
  { draws }: ContestFacts,
): string[] {
  const own = draws.filter((draw) => draw.contestId === contestId && draw.userId === userId);
  const violations: string[] = [];
  const acknowledged = new Set<number>();
  for (const attempt of attempts) {
    const reply = replyOf<PickCardReply>(attempt);
    if (!reply) continue;
    const row = own.find(({ nonce }) => nonce === reply.nonce);
    if (row?.value !== reply.pickedCard || row.position !== reply.position)
      violations.push(`draw ${reply.nonce} of ${reply.pickedCard} is stored as ${row?.value ?? 'nothing'}`);
    if (acknowledged.has(reply.nonce)) violations.push(`draw ${reply.nonce} was acknowledged under two keys`);
    acknowledged.add(reply.nonce);
  }
  return [...violations, ...judgeCount('draws', own.length, acknowledged.size, attempts)];
}

function judgeAnswers(
  { contestId, userId }: ScoreFact,
  attempts: readonly Attempts[],
  { answers }: ContestFacts,
): string[] {
  const own = answers.filter((answer) => answer.contestId === contestId && answer.userId === userId);
  const violations: string[] = [];
  let acknowledged = 0;
  for (const attempt of attempts) {
    const reply = replyOf<PickAnswerReply>(attempt);
    if (!reply) continue;
    acknowledged += 1;
    const { question, picked } = attempt.intent.args;
    const row = own.find(({ questionId }) => questionId === question?.id);
    if (row?.picked !== picked || row?.isCorrect !== reply.correct)
      violations.push(
        `the answer ${picked} (${reply.correct}) is stored as ${row ? `${row.picked} (${row.isCorrect})` : 'nothing'}`,
      );
  }
  return [...violations, ...judgeCount('answers', own.length, acknowledged, attempts)];
}

function judgeCount(
  what: string,
  stored: number,
  acknowledged: number,
  attempts: readonly Attempts[],
): string[] {
  const unknown = attempts.filter(({ verdict }) => verdict === 'unknown').length;
  return stored >= acknowledged && stored <= acknowledged + unknown
    ? []
    : [`${stored} ${what} are stored, ${acknowledged} were acknowledged and ${unknown} never answered`];
}
