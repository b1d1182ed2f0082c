import type { EditContestBody, NewContestBody } from '@copup/shared/contests.ts';
import type { z } from 'zod';
import { assertEditedTimes, assertTimes } from '../../subjects/draft.ts';
import type { ContestRow } from './contests.queries.ts';

/** What an operator decides about a contest. */
export type ContestDraft = Pick<
  ContestRow,
  'title' | 'description' | 'entryFee' | 'prize' | 'minimumUsers' | 'startsAt' | 'endDate'
>;

/** A new contest as its operator described it. Throws VALIDATION_FAILED for times that are not allowed. */
export function draftNew(body: z.output<typeof NewContestBody>, now: Date): ContestDraft {
  const draft = {
    title: body.title,
    description: body.description,
    entryFee: body.entry_fee,
    prize: body.prize,
    minimumUsers: body.minimum_users,
    startsAt: body.starts_at === undefined ? now : new Date(body.starts_at),
    endDate: new Date(body.end_date),
  };
  assertTimes(draft, now);
  return draft;
}

/** The contest with the edit's fields in place of its own. */
export function draftEdit(
  row: ContestDraft,
  edit: z.output<typeof EditContestBody>,
  now: Date,
): ContestDraft {
  const draft = {
    title: edit.title ?? row.title,
    description: edit.description ?? row.description,
    entryFee: edit.entry_fee ?? row.entryFee,
    prize: edit.prize ?? row.prize,
    minimumUsers: edit.minimum_users ?? row.minimumUsers,
    startsAt: edit.starts_at === undefined ? row.startsAt : new Date(edit.starts_at),
    endDate: edit.end_date === undefined ? row.endDate : new Date(edit.end_date),
  };
  assertEditedTimes(row, draft, now);
  return draft;
}
