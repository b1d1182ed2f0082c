import type { CorrectResultBody, MatchResult, ResultBody } from '@copup/shared/bets.ts';
import { errorOfNumber, reasonError } from '../../../console/draft.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';

/** The form of a result: every field is text. The goals are optional. */
export type ResultFields = Record<'result' | 'goals_a' | 'goals_b' | 'reason', string>;

const goals = { min: 0, max: 99 };

/** Returns the errors of the fields. A correction needs a reason. */
export function errorsOfResult(fields: ResultFields, needsReason: boolean): Partial<ResultFields> {
  const errors: Partial<ResultFields> = {};
  if (fields.result === '') errors.result = 'Choose the result.';
  const [a, b] = [fields.goals_a.trim(), fields.goals_b.trim()];
  for (const [name, text, other] of [
    ['goals_a', a, b],
    ['goals_b', b, a],
  ] as const) {
    const error = text === '' && other === '' ? undefined : errorOfNumber(text, goals);
    if (error) errors[name] = error;
  }
  if (
    a !== '' &&
    b !== '' &&
    !errors.goals_a &&
    !errors.goals_b &&
    !agrees(fields.result, Number(a), Number(b))
  )
    errors.goals_a = 'The goals do not agree with the result.';
  const reason = needsReason ? reasonError(fields.reason) : undefined;
  if (reason) errors.reason = reason;
  return errors;
}

function agrees(result: string, a: number, b: number): boolean {
  if (result === 'abandoned' || result === '') return true;
  return result === 'draw' ? a === b : result === 'team_a' ? a > b : b > a;
}

/** Converts the form, which must be valid, to a request. */
export function readResult(fields: ResultFields, needsReason: boolean): ResultBody | CorrectResultBody {
  return {
    result: fields.result as MatchResult,
    goals_a: parseWholeNumber(fields.goals_a) ?? null,
    goals_b: parseWholeNumber(fields.goals_b) ?? null,
    ...(needsReason && { reason: fields.reason.trim() }),
  };
}
