import type { EditContestBody, NewContestBody } from '@copup/shared/contests.ts';
import type { z } from 'zod';
import { assertEditedTimes, assertTimes } from '../../subjects/draft.ts';
import type { ContestRow } from './contests.queries.ts';

/** The facts of a contest that an operator decides. */
export type ContestDraft = Pick<
  ContestRow,
  'title' | 'description' | 'entryFee' | 'prize' | 'minimumUsers' | 'startsAt' | 'endDate'
>;

/** Builds a new contest from an operator's request. Throws VALIDATION_FAILED for invalid times. */
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

/** Builds the contest with the edit's fields in place of its own. */
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
