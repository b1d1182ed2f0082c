import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../errors.ts';
import { type Chance, judgeMath, type MathInput, type MathState, makeQuestion } from './math-rules.ts';

const START_MS = 1_000_000;
function chanceOf(numbers: readonly number[]): Chance {
  let at = 0;
  return {
    newId: () => `q${++at}`,
    below: (below) => Math.floor(((numbers[at++ % numbers.length] ?? 0) % 1) * below),
  };
}
const chance = chanceOf([0.1, 0.5, 0.9, 0.3]);
const judge = (state: MathState | undefined, input: MathInput, nowMs: number) =>
  judgeMath(state, input, nowMs, chance);
function accepted(judged: ReturnType<typeof judge>) {
  if (judged instanceof Refusal) throw judged;
  return judged;
}
const opened = accepted(judge(undefined, { requests: 'question' }, START_MS)).state as MathState;
const { question } = opened;
const sum = question.number1 + question.number2;
const answer = (picked: number, key?: string, questionId = question.id) =>
  ({ requests: 'answer', questionId, picked, key }) as const;

describe('questions', () => {
  it('C10 have numbers from 1 to 99 and four different options, one of which is the sum', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1 }), (numbers) => {
        const { number1, number2, options } = makeQuestion(chanceOf(numbers));
        for (const number of [number1, number2]) {
          expect(number).toBeGreaterThanOrEqual(1);
          expect(number).toBeLessThanOrEqual(99);
        }
        expect(new Set(options).size).toBe(4);
        expect(options).toContain(number1 + number2);
        for (const option of options) {
          expect(option).toBeGreaterThanOrEqual(2);
          expect(option).toBeLessThanOrEqual(198);
        }
      }),
    );
  });

  it('C10 the open question stays until it is answered', () => {
    const again = accepted(judge(opened, { requests: 'question' }, START_MS + 9_000));
    expect(again).toMatchObject({ points: 0, state: undefined, result: { question: { id: question.id } } });
  });
});

describe('answers', () => {
  it('C4 a right one scores a point and returns the next question', () => {
    const judged = accepted(judge(opened, answer(sum), START_MS + 400));
    expect(judged).toMatchObject({ points: 1, result: { isCorrect: true }, record: { no: 1, picked: sum } });
    expect(judged.result.question.id).not.toBe(question.id);
    expect(judged.state?.question.sentMs).toBe(START_MS + 400);
  });

  it('C10 a wrong one costs no points', () => {
    const judged = accepted(judge(opened, answer(sum + 1), START_MS + 400));
    expect(judged).toMatchObject({ points: 0, result: { isCorrect: false } });
  });

  it('C4 one before 400 ms is refused, and the question stays open', () => {
    expect(judge(opened, answer(sum), START_MS + 399)).toMatchObject({
      code: 'TOO_FAST',
      details: { retryAfterMs: 1 },
    });
  });

  it('C4 waits for no question of the future after the clock has stepped back', () => {
    const first = accepted(judge(opened, answer(sum), START_MS - 30_000));
    expect(first).toMatchObject({ points: 1, state: { question: { sentMs: START_MS - 30_000 } } });
  });

  it('C4 one to another question, or before any was sent, is refused', () => {
    expect(judge(opened, answer(sum, undefined, 'other'), START_MS + 500)).toMatchObject({
      code: 'QUESTION_CLOSED',
    });
    expect(judge(undefined, answer(sum), START_MS)).toMatchObject({ code: 'QUESTION_CLOSED' });
    const { state } = accepted(judge(opened, answer(sum), START_MS + 500));
    expect(judge(state, answer(sum), START_MS + 1_500)).toMatchObject({ code: 'QUESTION_CLOSED' });
  });

  it('P6 the key of the last answer returns its reply again', () => {
    const first = accepted(judge(opened, answer(sum, 'k'), START_MS + 500));
    const again = accepted(judge(first.state, answer(sum, 'k'), START_MS + 501));
    expect(again).toEqual({ points: 0, state: undefined, result: first.result });
    expect(judge(first.state, answer(sum + 1, 'k'), START_MS + 501)).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });
});
