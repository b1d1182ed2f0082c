import { MAX_AMOUNT } from '@copup/shared/coins.ts';
import type { AdminContest, EditContestBody, NewContestBody } from '@copup/shared/contests.ts';
import { changedFields, errorOfEnd, errorOfNumber } from '../../../console/draft.ts';
import { fromLocalInput, toLocalInput } from '../../../console/local-time.ts';
import { errorOfPicture } from '../../../console/picture-rules.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';

const numbers = {
  entry_fee: { min: 0, max: MAX_AMOUNT },
  prize: { min: 1, max: MAX_AMOUNT },
  minimum_users: { min: 1, max: 1_000_000 },
} as const;
type NumberName = keyof typeof numbers;
const numberNames = Object.keys(numbers) as NumberName[];

/** The form of a contest: every field is text. */
export type ContestFields = Record<
  NumberName | 'kind' | 'title' | 'description' | 'starts_at' | 'end_date',
  string
> & { image: File | null };
type FieldErrors = Partial<Record<keyof ContestFields, string>>;

/** Returns the initial form: the contest, or an empty one that ends at `firstEndMs`. */
export function toFields(contest: AdminContest | undefined, firstEndMs: number): ContestFields {
  const textOf = (name: NumberName) => (contest ? String(contest[name]) : '');
  return {
    kind: contest?.kind ?? 'tap',
    title: contest?.title ?? '',
    description: contest?.description ?? '',
    entry_fee: textOf('entry_fee'),
    prize: textOf('prize'),
    minimum_users: textOf('minimum_users'),
    starts_at: contest ? toLocalInput(contest.starts_at) : '',
    end_date: toLocalInput(contest?.end_date ?? new Date(firstEndMs).toISOString()),
    image: null,
  };
}

/** Returns the errors of the fields. With `isLive` only texts and picture are checked. */
export function errorsOfFields(fields: ContestFields, isLive: boolean): FieldErrors {
  const errors: FieldErrors = {};
  if (fields.title.trim() === '') errors.title = 'Enter a title.';
  const pictureError = errorOfPicture(fields.image);
  if (pictureError) errors.image = pictureError;
  if (isLive) return errors;
  for (const name of numberNames) {
    const error = errorOfNumber(fields[name].trim(), numbers[name]);
    if (error) errors[name] = error;
  }
  const endError = errorOfEnd(fields);
  if (endError) errors.end_date = endError;
  return errors;
}

/** Converts the form, which must be valid, to a request. */
export function readDraft(fields: ContestFields): NewContestBody {
  const numberOf = (name: NumberName) => parseWholeNumber(fields[name]) ?? 0;
  return {
    kind: fields.kind as NewContestBody['kind'],
    title: fields.title.trim(),
    description: fields.description.trim(),
    entry_fee: numberOf('entry_fee'),
    prize: numberOf('prize'),
    minimum_users: numberOf('minimum_users'),
    starts_at: fromLocalInput(fields.starts_at),
    end_date: fromLocalInput(fields.end_date) ?? '',
  };
}

/** Returns only changed fields; once a contest is active only its texts can change. */
export function readEdit(fields: ContestFields, contest: AdminContest): EditContestBody {
  const { kind: _, ...draft } = readDraft(fields);
  const { title, description } = draft;
  return changedFields(contest.status === 'pending' ? draft : { title, description }, { ...contest });
}
