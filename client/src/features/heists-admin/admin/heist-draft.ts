import { MAX_AMOUNT } from '@copup/shared/coins.ts';
import type { AdminHeist, EditHeistBody, NewHeistBody } from '@copup/shared/heists.ts';
import { changedFields, errorOfEnd, errorOfNumber } from '../../../console/draft.ts';
import { fromLocalInput, toLocalInput } from '../../../console/local-time.ts';
import { errorOfPicture } from '../../../console/picture-rules.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';

/** Bounds of the whole numbers in the form. An empty optional one is 0. */
const numbers = {
  prize: { min: 1, max: MAX_AMOUNT, isOptional: false },
  ticket_price: { min: 0, max: MAX_AMOUNT, isOptional: false },
  capacity: { min: 1, max: 100_000, isOptional: false },
  minimum_users: { min: 1, max: 100_000, isOptional: false },
  target_users: { min: 0, max: 1_000_000, isOptional: true },
  reward_bid_points: { min: 0, max: MAX_AMOUNT, isOptional: true },
} as const;
type NumberName = keyof typeof numbers;
const numberNames = Object.keys(numbers) as NumberName[];
const MAX_ANSWERS = 20;

/** The form of a heist: every field is text. `answers` has one accepted answer a line. */
export type HeistFields = Record<
  | NumberName
  | 'name'
  | 'story'
  | 'prize_name'
  | 'category'
  | 'winner_rule'
  | 'question'
  | 'answers'
  | 'opens_at'
  | 'starts_at'
  | 'end_date',
  string
> & { image: File | null };
type FieldErrors = Partial<Record<keyof HeistFields, string>>;

/** Whether the terms may still change: before the first ticket, and before the heist is on hold. */
export const hasOpenTerms = ({ status, participant_count }: AdminHeist): boolean =>
  participant_count === 0 && (status === 'waiting' || status === 'available');

/** Returns the initial form: the heist, or an empty one that starts at `firstStartMs` and takes answers for an hour. */
export function toFields(heist: AdminHeist | undefined, firstStartMs: number): HeistFields {
  const textOf = (name: NumberName) => (heist ? String(heist[name]) : '');
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    name: heist?.name ?? '',
    story: heist?.story ?? '',
    prize: textOf('prize'),
    prize_name: heist?.prize_name ?? '',
    ticket_price: textOf('ticket_price'),
    category: heist?.category ?? 'product',
    winner_rule: heist?.winner_rule ?? 'earliest',
    question: heist?.question ?? '',
    answers: heist?.answers.join('\n') ?? '',
    capacity: textOf('capacity'),
    minimum_users: textOf('minimum_users'),
    target_users: textOf('target_users'),
    reward_bid_points: textOf('reward_bid_points'),
    opens_at: heist ? toLocalInput(heist.opens_at) : '',
    starts_at: toLocalInput(heist?.starts_at ?? iso(firstStartMs)),
    end_date: toLocalInput(heist?.end_date ?? iso(firstStartMs + 3_600_000)),
    image: null,
  };
}

const answersIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the errors of the fields. Without `hasTerms` only texts and picture are checked. */
export function errorsOfFields(fields: HeistFields, hasTerms: boolean): FieldErrors {
  const errors: FieldErrors = {};
  if (fields.name.trim() === '') errors.name = 'Enter a name.';
  if (fields.prize_name.trim() === '') errors.prize_name = 'Enter the prize in words.';
  const pictureError = errorOfPicture(fields.image);
  if (pictureError) errors.image = pictureError;
  return hasTerms ? { ...errors, ...errorsOfTerms(fields) } : errors;
}

function errorsOfTerms(fields: HeistFields): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of numberNames) {
    const text = fields[name].trim();
    const error = text === '' && numbers[name].isOptional ? undefined : errorOfNumber(text, numbers[name]);
    if (error) errors[name] = error;
  }
  if (
    !errors.minimum_users &&
    !errors.capacity &&
    numberOf(fields, 'minimum_users') > numberOf(fields, 'capacity')
  )
    errors.minimum_users = 'The minimum must not exceed the capacity.';
  if (fields.question.trim() === '') errors.question = 'Enter the question.';
  const { length } = answersIn(fields.answers);
  if (length === 0 || length > MAX_ANSWERS) errors.answers = `Enter 1 to ${MAX_ANSWERS} answers, one a line.`;
  const [opening, start] = [fromLocalInput(fields.opens_at), fromLocalInput(fields.starts_at)];
  if (start === undefined) errors.starts_at = 'Enter the start.';
  else if (opening !== undefined && Date.parse(opening) > Date.parse(start))
    errors.opens_at = 'The opening must not be after the start.';
  const endError = errorOfEnd(fields);
  if (endError) errors.end_date = endError;
  return errors;
}

const numberOf = (fields: HeistFields, name: NumberName): number => parseWholeNumber(fields[name]) ?? 0;

/** Converts the form, which must be valid, to a request. */
export function readDraft(fields: HeistFields): NewHeistBody {
  return {
    name: fields.name.trim(),
    story: fields.story.trim(),
    prize: numberOf(fields, 'prize'),
    prize_name: fields.prize_name.trim(),
    ticket_price: numberOf(fields, 'ticket_price'),
    category: fields.category as NewHeistBody['category'],
    winner_rule: fields.winner_rule as NonNullable<NewHeistBody['winner_rule']>,
    question: fields.question.trim(),
    answers: answersIn(fields.answers),
    capacity: numberOf(fields, 'capacity'),
    minimum_users: numberOf(fields, 'minimum_users'),
    target_users: numberOf(fields, 'target_users'),
    reward_bid_points: numberOf(fields, 'reward_bid_points'),
    opens_at: fromLocalInput(fields.opens_at),
    starts_at: fromLocalInput(fields.starts_at) ?? '',
    end_date: fromLocalInput(fields.end_date) ?? '',
  };
}

/** Returns only changed fields; once the terms are fixed only the texts can change (H3). */
export function readEdit(fields: HeistFields, heist: AdminHeist): EditHeistBody {
  const draft = readDraft(fields);
  const { name, story, prize_name } = draft;
  return changedFields(hasOpenTerms(heist) ? draft : { name, story, prize_name }, { ...heist });
}
