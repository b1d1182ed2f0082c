import { z } from 'zod';
import { Contest, OwnResult, Standing, TimeLeft } from './contests.ts';
import { Message, Uuid } from './wire.ts';

/** C4: milliseconds after the server sent the question before which an answer is refused. */
export const ANSWER_AFTER_MS = 400;
/** C10: both numbers of a question are from 1 to this number. */
export const MATH_MAX = 99;
export const MATH_OPTIONS = 4;

export const MathGame = Contest;
export const MathGameDetail = MathGame.extend(OwnResult.shape);
export type MathGameDetail = z.infer<typeof MathGameDetail>;
export const MathCountdown = TimeLeft;

export const MathQuestion = z.object({
  id: Uuid,
  number1: z.int(),
  number2: z.int(),
  /** Four different numbers, one of which is the sum. */
  options: z.array(z.int()).length(MATH_OPTIONS),
});
export type MathQuestion = z.infer<typeof MathQuestion>;

export const PickAnswerBody = z.object({
  gameId: z.int().min(1).max(999_999_999),
  questionId: Uuid,
  pickedOption: z.int().min(-1_000_000).max(1_000_000),
});
export const PickAnswerReply = Message.extend(Standing.shape).extend({
  success: z.literal(true),
  correct: z.boolean(),
  newQuestion: MathQuestion,
});
export type PickAnswerReply = z.infer<typeof PickAnswerReply>;

export const TopMathUser = z.object({ username: z.string(), points: z.int(), profile: z.string() });
