import type { AdminContest } from '@copup/shared/contests.ts';
import { useState } from 'react';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput, TextAreaInput, TextInput } from '../../../console/inputs.tsx';
import { ReopenForm } from '../../../console/items/reopen-form.tsx';
import { PictureInput } from '../../../console/picture-input.tsx';
import { useSavedRecord } from '../../../console/use-saved-record.ts';
import { serverNow } from '../../../realtime/index.ts';
import { type ContestFields, errorsOfFields, readDraft, readEdit, toFields } from './contest-draft.ts';

const hourMs = 3_600_000;

/** Creates or edits a contest; the picture is uploaded after the contest was saved. */
export function ContestForm({ record: given, onClose }: { record?: AdminContest; onClose: () => void }) {
  const { record: contest, save } = useSavedRecord<AdminContest>('contests', 'contest', given);
  const [defaultValues] = useState(() => toFields(given, serverNow() + hourMs));
  const isLive = contest !== undefined && contest.status !== 'pending';
  const submit = async (fields: ContestFields): Promise<string> => {
    const done = await save((saved) => (saved ? readEdit(fields, saved) : readDraft(fields)), fields.image);
    onClose();
    return done;
  };

  return (
    <FormDialog
      title={contest ? `Edit contest ${contest.id}` : 'New contest'}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={(fields) => errorsOfFields(fields, isLive)}
      onSubmit={submit}
      submitName={contest ? 'Save' : 'Create contest'}
    >
      {isLive ? (
        <p className="text-sm text-ink-2">
          This contest is {contest.status}: only its title, description and picture can change.
        </p>
      ) : null}
      <Inputs contest={contest} hasTerms={!isLive} />
    </FormDialog>
  );
}

/** A corrected copy of a contest, which is cancelled (A14). */
export function ContestReopenForm({ record, onClose }: { record: AdminContest; onClose: () => void }) {
  const [fields] = useState(() => toFields(record, 0));
  return (
    <ReopenForm
      noun="contest"
      record={record}
      fields={fields}
      errorsOf={(values) => errorsOfFields(values, false)}
      readDraft={readDraft}
      onClose={onClose}
    >
      <Inputs contest={record} hasTerms />
    </ReopenForm>
  );
}

function Inputs({ contest, hasTerms }: { contest: AdminContest | undefined; hasTerms: boolean }) {
  return (
    <>
      <TextInput source="title" label="Title" required maxLength={120} />
      <TextAreaInput source="description" label="Description" maxLength={4000} />
      {hasTerms ? <Terms isNew={contest === undefined} /> : null}
      <PictureInput
        source="image"
        current={contest?.image ?? ''}
        name={contest?.title ?? ''}
        category="cash"
      />
    </>
  );
}

/** Fields that cannot change once the contest is active. */
function Terms({ isNew }: { isNew: boolean }) {
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        {isNew ? (
          <SelectInput source="kind" label="Game">
            <option value="tap">Tap</option>
            <option value="card">Card</option>
            <option value="math">Math</option>
          </SelectInput>
        ) : null}
        <NumberInput source="minimum_users" label="Minimum players" required />
        <NumberInput source="entry_fee" label="Entry fee (coins)" required />
        <NumberInput source="prize" label="Prize (coins)" required />
      </div>
      <p className="text-sm text-ink-2">
        A prize above the entry fee × the minimum players is subsidised: the difference moves from rewards to
        the pot at once.
      </p>
      <TextInput source="starts_at" label="Starts at" type="datetime-local" step={1} aside="empty: now" />
      <TextInput source="end_date" label="Ends at" type="datetime-local" step={1} required />
    </>
  );
}
