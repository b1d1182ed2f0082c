import { ANSWER_AFTER_MS, MATH_MAX, MATH_OPTIONS, type MathQuestion } from '@copup/shared/math-games.ts';
import type { Refusal } from '../../../errors.ts';
import { keyReused, questionClosed, tooFast } from '../contests.errors.ts';
import type { Judged } from '../play.ts';

/** Maximum difference between a wrong option and the sum. */
const NEAR = 10;
const SMALLEST_SUM = 2;

export interface OpenQuestion extends MathQuestion {
  sentMs: number;
}

/** The stored state of a player. */
export interface MathState {
  /** Number of answered questions. */
  answered: number;
  question: OpenQuestion;
  /** The last answer with an Idempotency-Key (P6). */
  last?: { key: string; questionId: string; picked: number; isCorrect: boolean };
}

export type MathInput =
  | { requests: 'question' }
  | { requests: 'answer'; questionId: string; picked: number; key: string | undefined };

export interface MathAnswer {
  no: number;
  questionId: string;
  number1: number;
  number2: number;
  picked: number;
  isCorrect: boolean;
  sentMs: number;
}

export interface MathResult {
  question: MathQuestion;
  /** Absent when only the question was requested. */
  isCorrect?: boolean;
}

export interface Chance {
  newId: () => string;
  /** Returns a random number from 0 to below − 1. */
  below: (below: number) => number;
}

/**
 * Creates a question: both numbers from 1 to 99 and four different options, one of them the sum, in random order (C4,
 * C10).
 */
export function makeQuestion({ newId, below }: Chance): MathQuestion {
  const number1 = 1 + below(MATH_MAX);
  const number2 = 1 + below(MATH_MAX);
  const sum = number1 + number2;
  const near: number[] = [];
  for (
    let option = Math.max(SMALLEST_SUM, sum - NEAR);
    option <= Math.min(2 * MATH_MAX, sum + NEAR);
    option += 1
  )
    if (option !== sum) near.push(option);
  const options: number[] = [];
  while (options.length < MATH_OPTIONS - 1) options.push(...near.splice(below(near.length), 1));
  options.splice(below(MATH_OPTIONS), 0, sum);
  return { id: newId(), number1, number2, options };
}

/** Returns the open question, or decides its answer and returns the next one (C4). */
export function judgeMath(
  state: MathState | undefined,
  input: MathInput,
  nowMs: number,
  chance: Chance,
): Judged<MathState, MathResult, MathAnswer> | Refusal {
  const next = (): OpenQuestion => ({ ...makeQuestion(chance), sentMs: nowMs });
  if (input.requests === 'question') {
    if (state) return { points: 0, state: undefined, result: { question: toQuestion(state.question) } };
    const question = next();
    return { points: 0, state: { answered: 0, question }, result: { question: toQuestion(question) } };
  }
  const { questionId, picked, key } = input;
  if (!state) return questionClosed();
  const { last, question } = state;
  if (key !== undefined && last?.key === key) {
    if (last.questionId !== questionId || last.picked !== picked) return keyReused();
    return {
      points: 0,
      state: undefined,
      result: { question: toQuestion(question), isCorrect: last.isCorrect },
    };
  }
  if (questionId !== question.id) return questionClosed();
  // The database's clock may have stepped back: a question of the future is no reason to wait.
  const waitMs = nowMs >= question.sentMs ? question.sentMs + ANSWER_AFTER_MS - nowMs : 0;
  if (waitMs > 0) return tooFast('Too fast. Read the question first.', waitMs);
  const isCorrect = picked === question.number1 + question.number2;
  const answered = state.answered + 1;
  const following = next();
  return {
    points: isCorrect ? 1 : 0,
    state: {
      answered,
      question: following,
      ...(key !== undefined && { last: { key, questionId, picked, isCorrect } }),
    },
    result: { question: toQuestion(following), isCorrect },
    record: {
      no: answered,
      questionId,
      number1: question.number1,
      number2: question.number2,
      picked,
      isCorrect,
      sentMs: question.sentMs,
    },
  };
}

/** Removes the time: the client needs only what it shows. */
const toQuestion = ({ id, number1, number2, options }: MathQuestion): MathQuestion => ({
  id,
  number1,
  number2,
  options,
});
