import type { AdminContest } from '@copup/shared/contests.ts';
import { choices } from '../../../console/filters.ts';
import { MomentInput, NumberInput, SelectInput, TextAreaInput, TextInput } from '../../../console/inputs.tsx';
import type { SubjectFormKind } from '../../../console/items/subject-form.tsx';
import { contestDraft } from './contest-draft.ts';

export const contestForm: SubjectFormKind<AdminContest> = {
  noun: 'contest',
  draft: contestDraft,
  nameOf: ({ title }) => title,
  looks: { pending: 'brand', active: 'ok', ended: 'plain', void: 'warn' },
  isOpen: ({ status }) => status === 'pending' || status === 'active',
  fixedText: ({ status }) => `This contest is ${status}: only its title, description and picture can change.`,
  pictureOf: (contest) => ({ current: contest?.image ?? '', name: contest?.title ?? '', category: 'cash' }),
  texts: (
    <>
      <TextInput source="title" label="Title" required maxLength={120} />
      <TextAreaInput source="description" label="Description" maxLength={4000} />
    </>
  ),
  terms: (isNew) => (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        {isNew ? <SelectInput source="kind" label="Game" options={choices(['tap', 'card', 'math'])} /> : null}
        <NumberInput source="minimum_users" label="Minimum players" required />
        <NumberInput source="entry_fee" label="Entry fee (coins)" required />
        <NumberInput source="prize" label="Prize (coins)" required />
      </div>
      <p className="text-sm text-ink-2">
        A prize above the entry fee × the minimum players is subsidised: the difference moves from rewards to
        the pot at once.
      </p>
      <MomentInput source="starts_at" label="Starts at" aside="empty: now" />
      <MomentInput source="end_date" label="Ends at" required />
    </>
  ),
};
