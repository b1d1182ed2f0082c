import { useState } from 'react';
import { Field, TextArea } from '../../ui/field.tsx';
import { Radios } from '../../ui/radios.tsx';
import { fromLocalInput, toLocalInput } from '../local-time.ts';
import { nairaError, parseNaira, showNaira } from '../naira-field.ts';
import type { Entered } from './decision.ts';

const OTHER = 'Other…';

interface Entry {
  /** What is sent; undefined if nothing. */
  body: object | undefined;
  /** Whether all is entered that the decision needs. */
  isReady: boolean;
  /** The reason that is chosen; `OTHER` for one that is typed. */
  choice: string;
  choose: (choice: string) => void;
  typed: string;
  type: (text: string) => void;
  /** Of a transfer that arrived. */
  transfer: Transfer;
  change: (change: Partial<Transfer>) => void;
}

interface Transfer {
  amount: string;
  sender: string;
  /** As the input has it, in Lagos. */
  arrived: string;
}

/** What an operator enters with a decision: the bank's reference or a reason. */
export function useEntry({ needs, reasons = [], sends }: Entered): Entry {
  const [choice, choose] = useState(reasons.length === 0 ? OTHER : '');
  const [typed, type] = useState('');
  const [transfer, setTransfer] = useState<Transfer>(() => ({
    ...{ amount: '', sender: '', arrived: toLocalInput(new Date().toISOString()) },
  }));
  const value = needs === 'reason' && choice !== OTHER ? choice : typed.trim();
  const arrived = { amount: parseNaira(transfer.amount), arrived_at: fromLocalInput(transfer.arrived) };
  const isWhole = Boolean(arrived.amount && arrived.arrived_at && transfer.sender.trim());
  return {
    body:
      needs === 'transfer'
        ? { ...arrived, sender: transfer.sender.trim(), bank_reference: value }
        : needs
          ? { [needs]: value }
          : sends,
    isReady: needs === undefined || (value !== '' && (needs !== 'transfer' || isWhole)),
    ...{ choice, choose, typed, type, transfer },
    change: (change) => setTransfer((before) => ({ ...before, ...change })),
  };
}

interface EntryFieldsProps {
  decision: Entered;
  entry: Entry;
  error?: string | undefined;
}

/** The fields of an entry. A reason is one of those to choose from, or another that is typed. */
export function EntryFields({ decision, entry, error }: EntryFieldsProps) {
  const { needs, reasons = [] } = decision;
  const { choice, choose, typed, type } = entry;
  if (needs === undefined) return null;
  if (needs === 'transfer') return <TransferFields {...{ decision, entry, error }} />;
  if (needs === 'bank_reference') return <ReferenceField {...{ entry, error }} />;
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

const ReferenceField = ({ entry: { typed, type }, error }: Omit<EntryFieldsProps, 'decision'>) => (
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

/** What arrived, by the bank's statement (W2a). */
function TransferFields({ decision: { outcome }, entry, error }: EntryFieldsProps) {
  const { transfer, change } = entry;
  const naira = parseNaira(transfer.amount);
  return (
    <>
      <Field
        label="Amount in naira"
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        value={transfer.amount}
        hint={naira ? `${showNaira(naira)}: ${outcome?.(naira)}` : 'What the bank shows'}
        error={transfer.amount ? nairaError(transfer.amount) : undefined}
        onChange={(event) => change({ amount: event.target.value })}
      />
      <Field
        label="From"
        hint="Name and bank, as the bank shows them: money goes back only there"
        autoComplete="off"
        maxLength={120}
        value={transfer.sender}
        onChange={(event) => change({ sender: event.target.value })}
      />
      <ReferenceField {...{ entry, error }} />
      <Field
        label="Arrived (Lagos time)"
        type="datetime-local"
        step={1}
        value={transfer.arrived}
        onChange={(event) => change({ arrived: event.target.value })}
      />
    </>
  );
}
