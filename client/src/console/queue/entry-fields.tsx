import { useState } from 'react';
import { Field, TextArea } from '../../ui/field.tsx';
import { Radios } from '../../ui/radios.tsx';
import type { Entered } from './decision.ts';

const OTHER = 'Other…';

interface Entry {
  /** What was entered; '' if nothing. */
  value: string;
  /** Whether all is entered that the decision needs. */
  isReady: boolean;
  /** The reason that is chosen; `OTHER` for one that is typed. */
  choice: string;
  choose: (choice: string) => void;
  typed: string;
  type: (text: string) => void;
}

/** What an operator enters with a decision: the bank's reference or a reason. */
export function useEntry({ needs, reasons = [] }: Entered): Entry {
  const [choice, choose] = useState(reasons.length === 0 ? OTHER : '');
  const [typed, type] = useState('');
  const value = needs === 'reason' && choice !== OTHER ? choice : typed.trim();
  return { value, isReady: needs === undefined || value !== '', choice, choose, typed, type };
}

interface EntryFieldsProps {
  decision: Entered;
  entry: Entry;
  error?: string | undefined;
}

/** The fields of an entry. A reason is one of those to choose from, or another that is typed. */
export function EntryFields({ decision: { needs, reasons = [] }, entry, error }: EntryFieldsProps) {
  const { choice, choose, typed, type } = entry;
  if (needs === undefined) return null;
  if (needs === 'bank_reference')
    return (
      <Field
        label="Bank reference"
        hint="As on your bank statement"
        autoComplete="off"
        maxLength={64}
        value={typed}
        error={error}
        onChange={(event) => type(event.target.value)}
      />
    );
  return (
    <>
      {reasons.length > 0 ? (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Reason</legend>
          <Radios
            options={[...reasons, OTHER].map((reason) => ({ value: reason, name: reason }))}
            value={choice}
            onChange={choose}
            className="inline-flex min-h-tap items-center rounded-full px-3.5 text-sm font-semibold"
            chosenClass="bg-ink text-on-ink"
            otherClass="ctl-line"
          />
        </fieldset>
      ) : null}
      {choice === OTHER ? (
        <TextArea
          label="Reason"
          rows={2}
          maxLength={500}
          value={typed}
          error={error}
          onChange={(event) => type(event.target.value)}
        />
      ) : null}
    </>
  );
}
