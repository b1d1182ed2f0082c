import type { PickCardReply } from '@copup/shared/card-games.ts';
import type { Standing } from '@copup/shared/contests.ts';
import type { PickAnswerReply } from '@copup/shared/math-games.ts';
import type { TapCounted } from '@copup/shared/tap-contests.ts';
import { type Attempts, groupByKey, type HistoryEvent } from '../history.ts';
import type { AnswerFact, ContestFacts, DrawFact, ScoreFact } from './contest-facts.ts';
import { CommandsVerdict, matchRows } from './match-rows.ts';

/** The result of a player in a contest; a list that cannot be read is undefined. */
interface PlayEvidence extends Pick<ScoreFact, 'score'> {
  draws?: readonly Pick<DrawFact, 'nonce' | 'position' | 'value'>[] | undefined;
  answers?: readonly Pick<AnswerFact, 'questionId' | 'picked' | 'isCorrect'>[];
  /** Where the draws are, as violations name it. */
  source: 'row' | 'proof';
}

/** The points that a player's replies give, and how many more there may be from plays that were never answered. */
export class Played extends CommandsVerdict {
  points = 0;
  mostUnknown = 0;
  /** When the last point was acknowledged, and when the play that made it was sent. */
  reachedAtMs = Number.POSITIVE_INFINITY;
  sentAtMs = 0;
}

export const playerKey = (contestId: number | undefined, userId: string | undefined) =>
  `${contestId} ${userId}`;

const plays = new Set<string>(['tap', 'pick', 'answer']);
/** The taps, picks and answers of each player in each contest. */
export const playsByPlayer = (attempts: readonly Attempts[]): Map<string, Attempts[]> =>
  Map.groupBy(
    attempts.filter(({ intent }) => plays.has(intent.command)),
    ({ intent: { args } }) => playerKey(args.contestId, args.userId),
  );

/**
 * Checks I4 for contests: an acknowledged join, tap, draw or answer is in PostgreSQL once, one that was never answered
 * once or not at all, and nothing is there that was not requested. Only players whose plays the history has are judged.
 */
export function judgeAcknowledgedPlays(facts: ContestFacts, history: readonly HistoryEvent[]): string[] {
  const attempts = groupByKey(history).filter(({ intent }) => intent.args.contestId !== undefined);
  const verdict = new CommandsVerdict();
  const players = playsByPlayer(attempts);
  const keyOf = ({ contestId, userId }: { contestId: number; userId: string }) =>
    playerKey(contestId, userId);
  const draws = Map.groupBy(facts.draws, keyOf);
  const answers = Map.groupBy(facts.answers, keyOf);
  for (const { contestId, userId, score } of facts.scores) {
    const key = playerKey(contestId, userId);
    const evidence = { score, draws: draws.get(key) ?? [], answers: answers.get(key) ?? [] };
    const own = players.get(key);
    if (own)
      verdict.addPart(`contest ${contestId}, ${userId}`, judgePlays(own, { ...evidence, source: 'row' }));
  }
  return [...judgeJoins(facts, attempts), ...verdict.violations];
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

/**
 * I4: the score of a player is the sum of the acknowledged taps, draws or right answers, and of some of those that were
 * never answered; and each of these is what its reply says. Pure.
 */
export function judgePlays(
  attempts: readonly Attempts[],
  { score, source, ...stored }: PlayEvidence,
): Played {
  const played = new Played();
  for (const attempt of attempts) addPlay(played, attempt);
  const { points, mostUnknown } = played;
  const range = `has ${score} points, replies give ${points} and at most ${mostUnknown} more`;
  if (score < points) played.addLost(range, points - score);
  if (score > points + mostUnknown) played.addDoubled(range, score - points - mostUnknown);
  // The points are already counted above.
  const rows = new CommandsVerdict();
  const { draws, answers } = stored;
  if (draws) matchDraws(rows, attempts, { draws, source });
  if (answers) matchAnswers(rows, attempts, answers);
  played.violations.push(...rows.violations);
  return played;
}

function addPlay(played: Played, attempt: Attempts): void {
  const { command, key } = attempt.intent;
  const end = attempt.ends.find(({ type }) => type === 'ok');
  if (!end) {
    if (attempt.verdict === 'unknown') played.mostUnknown += mostOf(attempt);
    return;
  }
  played.acknowledged += 1;
  const points = pointsOf(attempt, end, played.violations);
  played.points += points;
  if (points === 0) return;
  played.reachedAtMs = end.atMs;
  played.sentAtMs = attempt.sentAtMs;
  const { score, repeated } = end.reply as Standing & Partial<TapCounted>;
  if (played.mostUnknown === 0 && score !== played.points && repeated !== true)
    played.violations.push(`${command} ${key} has ${score} points, replies give ${played.points}`);
}

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

function matchDraws(
  verdict: CommandsVerdict,
  attempts: readonly Attempts[],
  { draws = [], source }: Pick<PlayEvidence, 'draws' | 'source'>,
): void {
  const picks = attempts.filter(({ intent }) => intent.command === 'pick');
  matchRows(verdict, picks, draws, {
    nameOf: ({ nonce }) => String(nonce),
    namedBy: (_, { nonce }: PickCardReply) => String(nonce),
    requestOf: ({ args }) => String(args.position),
    requestFor: ({ position }) => String(position),
    isAsReplied: ({ pickedCard }, { value }) => pickedCard === value,
    lost: (_, { nonce, pickedCard }, row) =>
      `draw ${nonce} was ${pickedCard}, its ${source} has ${row?.value ?? 'none'}`,
    doubled: ({ nonce }) => `draw ${nonce} belongs to no request`,
  });
}

function matchAnswers(
  verdict: CommandsVerdict,
  attempts: readonly Attempts[],
  rows: NonNullable<PlayEvidence['answers']>,
): void {
  const given = attempts.filter(({ intent }) => intent.command === 'answer');
  matchRows(verdict, given, rows, {
    requestOf: ({ args }) => `${args.question?.id} ${args.picked}`,
    requestFor: ({ questionId, picked }) => `${questionId} ${picked}`,
    isAsReplied: ({ correct }: PickAnswerReply, { isCorrect }) => correct === isCorrect,
    lost: ({ args }, { correct }, row) =>
      `the answer ${args.picked} (${correct}) is stored as ${row?.isCorrect ?? 'nothing'}`,
    doubled: ({ questionId, picked }) => `the answer ${picked} to ${questionId} belongs to no request`,
  });
}
