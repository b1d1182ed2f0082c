import { type FormEvent, useState } from 'react';
import { ExportButton } from '../../../console/export-button.tsx';
import { showDay, toLocalInput } from '../../../console/local-time.ts';
import { CommandButton } from '../../../console/may-change.tsx';
import { useCommand } from '../../../console/use-command.ts';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { counted } from './bank-words.ts';
import { type Statement, StatementImport } from './statement-import.tsx';
import { useLiveReconciliation } from './use-reconciliation.ts';

const DAY_MS = 86_400_000;
const settling = 'POST /admin/reconciliation/settlements';
/** The day in Lagos, so many days ago. */
const dayBack = (days: number) =>
  toLocalInput(new Date(Date.now() - days * DAY_MS).toISOString()).slice(0, 'yyyy-mm-dd'.length);

/** W20: imports statements of banks and settlements of the provider, and exports both sides for the accountant. */
export function Page() {
  useLiveReconciliation();
  const [statement, setStatement] = useState<Statement>();
  const [nth, setNth] = useState(0);
  const read = (chosen: Statement) => {
    setStatement(chosen);
    setNth(nth + 1);
  };
  return (
    <>
      <ChooseFile onRead={read} />
      {statement ? <StatementImport key={nth} statement={statement} /> : null}
      <SomeDays />
    </>
  );
}

function ChooseFile({ onRead }: { onRead: (statement: Statement) => void }) {
  const { data: banks = [] } = useFresh(['reconciliation', 'banks'], (signal) =>
    call('GET /admin/reconciliation/banks', { signal }),
  );
  const [bank, setBank] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const isReady = bank.trim() !== '' && file !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file && isReady) onRead({ bank: bank.trim(), file });
  };
  return (
    <form
      onSubmit={submit}
      aria-label="Import a statement"
      className="grid grid-cols-[minmax(0,1fr)] items-center gap-3 rounded-lg border border-line bg-surface p-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <Field
        label="Account"
        hint="The same name each time: its columns are kept"
        autoComplete="off"
        maxLength={60}
        list="statement-banks"
        value={bank}
        onChange={(event) => setBank(event.target.value)}
      />
      <datalist id="statement-banks">
        {banks.map((each) => (
          <option key={each.bank} value={each.bank} />
        ))}
      </datalist>
      <Field
        label="Statement"
        hint="CSV or CAMT.053, at most 10 MB"
        type="file"
        accept=".csv,.txt,.xml"
        className="[&>input]:py-3"
        onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
      />
      <Button look="ink" type="submit" disabled={!isReady}>
        {isReady ? 'Read the file' : 'Choose a file first'}
      </Button>
      <p className="text-sm text-ink-2 empty:hidden lg:col-span-full">
        {banks
          .map((each) => `${each.bank}: imported until ${each.last_day ? showDay(each.last_day) : 'no day'}`)
          .join('. ')}
      </p>
    </form>
  );
}

/** Reads the provider's settlements of some days, and exports both sides of them. */
function SomeDays() {
  const [from, setFrom] = useState(() => dayBack(30));
  const [to, setTo] = useState(() => dayBack(0));
  const { run, isBusy } = useCommand((body: { from: string; to: string }) => call(settling, { body }), {
    done: ({ lines, added }) => `${counted(lines, 'settlement')}, ${added} new`,
    showsErrors: true,
  });
  return (
    <section
      aria-label="Some days"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] items-end gap-3"
    >
      <Field label="First day" type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      <Field label="Last day" type="date" value={to} onChange={(event) => setTo(event.target.value)} />
      <CommandButton command={settling} busy={isBusy} onClick={() => run({ from, to })}>
        Read settlements
      </CommandButton>
      <ExportButton
        path={`/admin/reconciliation/export?${new URLSearchParams({ from, to })}`}
        filename={`copup-reconciliation-${from}-${to}.csv`}
        name="Export both sides"
      />
    </section>
  );
}
