import type { AdminFixture, MatchResult } from '@copup/shared/bets.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useState } from 'react';
import { CommandDialog } from '../../../console/command-dialog.tsx';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput, TextAreaInput } from '../../../console/inputs.tsx';
import { LoadingModal } from '../../../console/loading-modal.tsx';
import { isPending, waitsText } from '../../../console/pending.ts';
import { call, callOnce } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { consequencesOf, matchName, resultName } from './match-words.ts';
import { errorsOfResult, type ResultFields, readResult } from './result-draft.ts';

const optional = { aside: 'optional', maxLength: 2 };
const empty: ResultFields = { result: '', goals_a: '', goals_b: '', reason: '' };

/** B4: the result of a match, or its correction: first the form, then what it pays. */
export function ResultForm({ fixture, onClose }: { fixture: AdminFixture; onClose: () => void }) {
  const [fields, setFields] = useState<ResultFields>(empty);
  const [isConfirming, setIsConfirming] = useState(false);
  const isCorrection = fixture.result !== null;
  if (isConfirming)
    return (
      <Confirmation
        fixture={fixture}
        fields={fields}
        onBack={() => setIsConfirming(false)}
        onClose={onClose}
      />
    );
  const hasStarted = fixture.state !== 'upcoming';
  return (
    <FormDialog<ResultFields>
      title={isCorrection ? 'Correct the result' : 'Enter the result'}
      onClose={onClose}
      defaultValues={fields}
      validate={(values) => errorsOfResult(values, isCorrection)}
      submitName="Continue"
      onSubmit={async (values) => {
        setFields(values);
        setIsConfirming(true);
        return undefined;
      }}
    >
      <p className="font-semibold wrap-anywhere">{matchName(fixture)}</p>
      {fixture.result === null ? null : (
        <p className="-mt-2 text-sm text-ink-2">
          Entered: {resultName(fixture, { ...fixture, result: fixture.result })}
        </p>
      )}
      {hasStarted ? null : (
        <p className="-mt-2 text-sm text-ink-2">
          The match has not started. Before kickoff it can only be entered as abandoned.
        </p>
      )}
      <SelectInput source="result" label="Result">
        <option value="">Choose</option>
        {hasStarted ? (
          <>
            <option value="team_a">{isolate(fixture.team_a.name)} won</option>
            <option value="team_b">{isolate(fixture.team_b.name)} won</option>
            <option value="draw">Draw</option>
          </>
        ) : null}
        <option value="abandoned">Abandoned</option>
      </SelectInput>
      {hasStarted ? (
        <div className="grid grid-cols-2 items-start gap-3">
          <NumberInput source="goals_a" label={`Goals, ${isolate(fixture.team_a.name)}`} {...optional} />
          <NumberInput source="goals_b" label={`Goals, ${isolate(fixture.team_b.name)}`} {...optional} />
        </div>
      ) : null}
      {isCorrection ? <TextAreaInput source="reason" label="Reason" required maxLength={500} /> : null}
    </FormDialog>
  );
}

interface ConfirmationProps {
  fixture: AdminFixture;
  fields: ResultFields;
  onBack: () => void;
  onClose: () => void;
}

/** What the result pays, read again when the dialog opens. */
function Confirmation({ fixture, fields, onBack, onClose }: ConfirmationProps) {
  const isCorrection = fixture.result !== null;
  const action = isCorrection ? 'correct' : 'result';
  const params = { id: fixture.id };
  const body = readResult(fields, isCorrection);
  const query = useFresh(
    ['admin-fixture', fixture.id],
    (signal) => call('GET /admin/fixtures/:id', { params, signal }),
    { gcTime: 0 },
  );
  const { data } = query;
  const entered = {
    result: fields.result as MatchResult,
    goals_a: body.goals_a ?? null,
    goals_b: body.goals_b ?? null,
  };
  const title = isCorrection ? 'Correct the result?' : 'Enter this result?';
  if (!data)
    return (
      <LoadingModal
        {...{ title, query, onClose }}
        loading="Loading the bets..."
        failed="The bets could not be read."
        className="mb-2.5 h-11"
      />
    );
  return (
    <CommandDialog
      title={title}
      actionName={isCorrection ? 'Correct and pay' : 'Enter and pay'}
      look="danger"
      send={() =>
        callOnce(`fixtures:${fixture.id}:${action}`, `POST /admin/fixtures/:id/${action}`, { params, body })
      }
      done={(reply) => {
        if (isPending(reply)) return waitsText('The result');
        return isCorrection ? 'Result corrected' : 'Result entered';
      }}
      onDone={onClose}
      onClose={onBack}
    >
      <p className="font-semibold wrap-anywhere text-ink">{matchName(fixture)}</p>
      <p className="mb-3 text-ink">{resultName(fixture, entered)}</p>
      <ul className="grid list-disc gap-2 pl-5 text-sm">
        {consequencesOf(data, entered.result).map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>Above the threshold of approvals, a second operator must confirm it first.</li>
      </ul>
    </CommandDialog>
  );
}
