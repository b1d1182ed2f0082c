import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { BankRecord, ReconciliationFacts, StatementLine } from '@copup/shared/reconciliation.ts';
import { useRef, useState } from 'react';
import { showDay } from '../../../console/local-time.ts';
import { ReadError } from '../../../console/not-loaded.tsx';
import { KeysDialog } from '../../../console/queue/keys-dialog.tsx';
import { usePageKeys } from '../../../console/queue/use-page-keys.ts';
import { useDialog } from '../../../console/use-dialog.ts';
import { useChoices } from '../../../lib/use-choices.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { daysPast } from './bank-words.ts';
import { Column } from './column.tsx';
import { Proposals } from './proposals.tsx';
import { OpenLine, OpenRecord } from './rows.tsx';
import { useFacts, useLines, useLiveReconciliation, useRecords } from './use-reconciliation.ts';

const STEP = 50;
const MOST = 500;

const keys = {
  j: 'Next proposal',
  k: 'Previous proposal',
  x: 'Select the proposal, if its reference is exact',
  e: 'Explain its line',
  '?': 'Show the keys',
} as const;

/** W20: lines of the bank without a record, proposals, and records without a line. On a phone one of them at a time. */
export function Page() {
  const reload = useLiveReconciliation();
  const facts = useFacts();
  const [choices, change] = useChoices();
  const choose = (name: string, value: string) =>
    change((before) => ({ ...Object.fromEntries(before), [name]: value }));
  const [day = '', q = '', shown = ''] = ['day', 'q', 'show'].map((name) => choices.get(name) ?? '');
  const [count, setCount] = useState(STEP);
  const proposed = useLines({ day, q, state: 'proposed' }, count);
  const open = useLines({ day, q, state: 'open' }, count);
  const records = useRecords(day, Math.min(count, MOST));
  const place = useRef<HTMLDivElement>(null);
  const more = () => setCount(count + STEP);
  const tabs = [
    { value: '', name: `Proposals ${proposed.data?.total ?? ''}` },
    { value: 'bank', name: `Bank only ${open.data?.total ?? ''}` },
    { value: 'records', name: `Copup only ${records.data?.total ?? ''}` },
  ];
  const shownOf = (value: string) => (value === shown ? '' : 'max-lg:hidden');
  return (
    <>
      <Head facts={facts.data} place={place} />
      <ReadError query={facts} failed="What is open could not be read." />
      <div className="grid grid-cols-2 items-end gap-3 lg:flex">
        <Field
          label="Find in the bank"
          type="search"
          autoComplete="off"
          maxLength={120}
          value={q}
          onChange={(event) => choose('q', event.target.value)}
        />
        <Field label="Day" type="date" value={day} onChange={(event) => choose('day', event.target.value)} />
        <div className="col-span-2 lg:hidden">
          <Tabs label="Columns" value={shown} onChange={(value) => choose('show', value)} tabs={tabs} />
        </div>
      </div>
      <div
        ref={place}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,4.5fr)_minmax(0,3fr)]"
      >
        <Column title="In the bank, no record" query={open} className={shownOf('bank')} onMore={more}>
          {(lines: readonly StatementLine[]) => (
            <ul aria-label="In the bank, no record">
              {lines.map((line) => (
                <OpenLine key={line.id} line={line} />
              ))}
            </ul>
          )}
        </Column>
        <Column title="Proposals" query={proposed} className={shownOf('')} onMore={more}>
          {(lines: readonly StatementLine[]) => <Proposals lines={lines} onDone={reload} />}
        </Column>
        <Column title="Record, no bank line" query={records} className={shownOf('records')} onMore={more}>
          {(items: readonly BankRecord[]) => (
            <ul aria-label="Record, no bank line">
              {items.map((record) => (
                <OpenRecord key={`${record.kind}-${record.id}`} record={record} />
              ))}
            </ul>
          )}
        </Column>
      </div>
    </>
  );
}

interface HeadProps {
  facts: ReconciliationFacts | undefined;
  place: { current: HTMLElement | null };
}

/** What is open and since when, and where statements are imported and days are closed. */
function Head({ facts, place }: HeadProps) {
  const nowMs = useServerNow(60_000);
  const [dialog, show] = useDialog();
  const showKeys = () => show((onClose) => <KeysDialog keys={keys} onClose={onClose} />);
  usePageKeys(keys, (key) => (key === '?' ? showKeys() : pressOn(place.current, key)));
  const { last_closed_day: closed = null, next_day: next = null, oldest_day: oldest } = facts ?? {};
  const day = next ?? closed;
  return (
    <>
      {dialog}
      <p role="status" className="-mt-3 text-sm text-ink-2">
        {closed ? `Closed until ${showDay(closed)}. ` : ''}
        {oldest ? `The oldest open day is ${showDay(oldest)} (${daysPast(oldest, nowMs)}).` : ''}
      </p>
      <div className="flex flex-wrap gap-2.5">
        {day ? (
          <ButtonLink to={`${operatorPath(operatorPaths.reconciliation)}/${day}`} size="sm">
            {next ? `Close ${showDay(day)}` : 'Closed days'}
          </ButtonLink>
        ) : null}
        <ButtonLink to={operatorPath(operatorPaths.statements)} look="line" size="sm">
          Import a statement
        </ButtonLink>
        <Button size="sm" onClick={showKeys} className="max-lg:hidden">
          Keys
        </Button>
      </div>
    </>
  );
}

/** J and K move between the proposals; Enter then presses the button that has the focus. */
function pressOn(place: HTMLElement | null, key: 'j' | 'k' | 'x' | 'e'): void {
  const rows = [...(place?.querySelectorAll('[data-proposals] [data-line]') ?? [])];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const find = (row: Element | undefined, target: string) => row?.querySelector<HTMLElement>(target);
  if (key === 'x' || key === 'e') {
    find(rows[at], key === 'x' ? 'input' : '[data-explain]')?.click();
    return;
  }
  const next = rows[Math.min(Math.max(at + (key === 'j' ? 1 : -1), 0), rows.length - 1)];
  (find(next, '[data-main]:enabled') ?? find(next, 'a, button'))?.focus();
}
