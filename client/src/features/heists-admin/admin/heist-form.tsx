import type { AdminHeist } from '@copup/shared/heists.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';
import { categories } from '../../../console/filters.ts';
import { MomentInput, NumberInput, SelectInput, TextAreaInput, TextInput } from '../../../console/inputs.tsx';
import type { SubjectFormKind } from '../../../console/items/subject-form.tsx';
import { heistDraft } from './heist-draft.ts';

export const heistForm: SubjectFormKind<AdminHeist> = {
  noun: 'heist',
  draft: heistDraft,
  nameOf: ({ name }) => name,
  looks: {
    waiting: 'brand',
    available: 'ok',
    on_hold: 'ok',
    started: 'hot',
    completed: 'plain',
    cancelled: 'warn',
  },
  isOpen: ({ status }) => status !== 'completed' && status !== 'cancelled',
  fixedText: () =>
    'The terms of this heist are fixed: only its name, story, prize in words and picture can change.',
  pictureOf: (heist) => ({
    current: heist?.prize_image ?? '',
    name: heist?.prize_name ?? '',
    category: heist?.category ?? 'product',
  }),
  texts: (
    <>
      <TextInput source="name" label="Name" required maxLength={120} />
      <TextAreaInput source="story" label="Story" maxLength={4000} />
      <TextInput source="prize_name" label="Prize in words" required maxLength={120} />
    </>
  ),
  terms: () => (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectInput source="category" label="Category" options={categories} />
        <SelectInput source="winner_rule" label="Winner">
          <option value="earliest">Earliest correct answer</option>
          <option value="draw">Draw among correct answers</option>
        </SelectInput>
        <NumberInput source="prize" label="Prize (coins)" required />
        <NumberInput source="ticket_price" label="Ticket price (coins)" required />
        <NumberInput source="capacity" label="Capacity" required />
        <NumberInput source="minimum_users" label="Minimum tickets" required />
        <NumberInput source="target_users" label="Affiliate goal (users)" placeholder="0" />
        <NumberInput source="reward_bid_points" label="Affiliate reward" placeholder="0" />
      </div>
      <p className="text-sm text-ink-2">
        A cash prize above the ticket price × the minimum is subsidised: the difference moves from rewards to
        the pot at once. If rewards are too low,{' '}
        <Link to={operatorPath(operatorPaths.approvals)} className="font-semibold text-brand underline">
          fund them in Approvals
        </Link>
        .
      </p>
      <TextAreaInput source="question" label="Question" required maxLength={500} />
      <TextAreaInput
        source="answers"
        label="Accepted answers"
        aside="one a line"
        hint="The first is shown at the end. Case, accents, punctuation and extra spaces make no difference."
        required
        maxLength={4_100}
      />
      <MomentInput
        source="opens_at"
        label="Opens at"
        aside="empty: now"
        hint="Until then tickets are sold only with the unlock code."
      />
      <MomentInput source="starts_at" label="Starts at" required />
      <MomentInput source="end_date" label="Ends at" required />
    </>
  ),
};
