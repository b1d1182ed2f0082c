import { MAX_AMOUNT } from '@copup/shared/coins.ts';
import type { AdminContest, NewContestBody } from '@copup/shared/contests.ts';
import { type SubjectField, subjectDraft } from '../../../console/items/subject-draft.ts';

const fields = {
  kind: { type: 'choice', initial: 'tap' },
  title: { type: 'text', error: 'Enter a title.' },
  description: { type: 'text' },
  entry_fee: { type: 'whole', min: 0, max: MAX_AMOUNT },
  prize: { type: 'whole', min: 1, max: MAX_AMOUNT },
  minimum_users: { type: 'whole', min: 1, max: 1_000_000 },
  starts_at: { type: 'moment' },
  end_date: { type: 'moment', afterMs: 0 },
} as const satisfies Partial<Record<keyof NewContestBody, SubjectField>>;

export const contestDraft = subjectDraft({
  fields,
  texts: ['title', 'description'],
  hasOpenTerms: ({ status }: AdminContest) => status === 'pending',
});
