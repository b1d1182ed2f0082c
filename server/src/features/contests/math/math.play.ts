import type { Deps } from '../../../deps.ts';
import type { Play } from '../play.ts';
import { judgeMath, type MathAnswer, type MathInput, type MathResult, type MathState } from './math-rules.ts';

const WORDS = 2 ** 32;

/** The play of math: each right answer is a point (C4). */
export const mathPlay = ({
  newId,
  randomBytes,
}: Pick<Deps, 'newId' | 'randomBytes'>): Play<MathInput, MathState, undefined, MathResult, MathAnswer> => ({
  kind: 'math',
  batchWindowMs: 0,
  judge: (input, { state }, nowMs) =>
    judgeMath(state, input, nowMs, {
      newId,
      // The modulo bias of 2^32 over at most 99 numbers is below 10^-7.
      below: (below) => Math.floor((randomBytes(4).readUInt32BE() / WORDS) * below),
    }),
  writeRecords(tx, contestId, answers, now) {
    tx.writeLast({
      name: 'math-answers-write',
      text: `INSERT INTO math_answers (contest_id, user_id, no, question_id, number1, number2, picked, is_correct, sent_at, at)
        SELECT $1::int, user_id, no, question_id, number1, number2, picked, is_correct, sent_at, $2::timestamptz
        FROM unnest($3::uuid[], $4::int[], $5::uuid[], $6::smallint[], $7::smallint[], $8::int[], $9::boolean[], $10::timestamptz[])
          AS a (user_id, no, question_id, number1, number2, picked, is_correct, sent_at)`,
      values: [
        contestId,
        now,
        answers.map(({ userId }) => userId),
        answers.map(({ no }) => no),
        answers.map(({ questionId }) => questionId),
        answers.map(({ number1 }) => number1),
        answers.map(({ number2 }) => number2),
        answers.map(({ picked }) => picked),
        answers.map(({ isCorrect }) => isCorrect),
        answers.map(({ sentMs }) => new Date(sentMs)),
      ],
    });
  },
});
