import type { AdminContest } from '@copup/shared/contests.ts';
import { describe, expect, it } from 'vitest';
import { fromLocalInput } from '../../../console/local-time.ts';
import { contestDraft } from './contest-draft.ts';

const { errorsOfFields, readDraft, readEdit, toFields } = contestDraft;

const fields = {
  ...toFields(undefined, Date.parse('2030-01-02T03:04:05Z')),
  title: ' Friday Taps ',
  entry_fee: '20',
  prize: '1,000',
  minimum_users: '4',
  end_date: '2030-01-02T03:04:05',
};
const contest = {
  id: 3,
  kind: 'tap',
  status: 'pending',
  title: 'Friday Taps',
  description: '',
  entry_fee: 20,
  prize: 900,
  minimum_users: 4,
  starts_at: '2030-01-01T03:04:05.600Z',
  end_date: fromLocalInput('2030-01-02T03:04:05'),
} as AdminContest;

describe('O3 the form of a contest', () => {
  it('is converted to the body of the request, and validated', () => {
    expect(errorsOfFields(fields, false)).toEqual({});
    expect(readDraft(fields)).toMatchObject({
      kind: 'tap',
      title: 'Friday Taps',
      entry_fee: 20,
      prize: 1_000,
      minimum_users: 4,
      starts_at: undefined,
    });
    const wrong = { ...fields, title: ' ', prize: '0', starts_at: '2030-01-02T03:04:05' };
    expect(Object.keys(errorsOfFields(wrong, false)).sort()).toEqual(['end_date', 'prize', 'title']);
    expect(Object.keys(errorsOfFields(wrong, true))).toEqual(['title']);
  });

  it('C1 sends only changed fields, and only texts once the contest is active', () => {
    const edited = { ...toFields(contest, 0), prize: '1000', title: 'Saturday Taps' };
    expect(readEdit(edited, contest)).toEqual({ title: 'Saturday Taps', prize: 1_000 });
    expect(readEdit(edited, { ...contest, status: 'active' })).toEqual({ title: 'Saturday Taps' });
  });
});
