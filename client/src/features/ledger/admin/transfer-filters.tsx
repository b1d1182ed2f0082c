import { isolate } from '@copup/shared/isolate.ts';
import { type FormEvent, useState } from 'react';
import { transferKindNames } from '../../../balance/entry-words.ts';
import { fromLocalInput, toLocalInput } from '../../../console/local-time.ts';
import { monthRange, monthsSince } from '../../../console/months.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { type FilterName, filterNames, filterOf } from './transfer-filter-names.ts';
import { useFoundUsers } from './use-ledger.ts';

type Values = Record<FilterName, string>;

interface TransferFiltersProps {
  search: URLSearchParams;
  onFilter: (filters: Readonly<Record<string, string>>) => void;
  onUser: (id: string) => void;
}

/** Months of a year: older transfers are found by their times. */
const yearAgo = () => new Date(Date.now() - 330 * 86_400_000).toISOString();

/** The times of a month as the fields have them. */
function rangeOf(month: string): { from: string; to: string } {
  const { from, to } = monthRange(month);
  return { from: toLocalInput(from), to: toLocalInput(to) };
}

export function TransferFilters({ search, onFilter, onUser }: TransferFiltersProps) {
  const [values, setValues] = useState<Values>(
    () =>
      Object.fromEntries(
        filterNames.map((name) => {
          const value = filterOf(search, name);
          return [name, (name === 'from' || name === 'to') && value ? toLocalInput(value) : value];
        }),
      ) as Values,
  );
  const months = monthsSince(yearAgo(), Date.now());
  const monthOf = ({ from, to }: Values) =>
    months.find(([month]) => from === rangeOf(month).from && to === rangeOf(month).to)?.[0] ?? '';
  const field = (name: FilterName) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    autoComplete: 'off',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { from, to, ...rest } = values;
    const times = { from: fromLocalInput(from) ?? '', to: fromLocalInput(to) ?? '' };
    onFilter(Object.fromEntries(Object.entries({ ...rest, ...times }).filter(([, value]) => value !== '')));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <UserSearch onUser={onUser} />
      <form onSubmit={submit} className="grid grid-cols-2 items-end gap-3 lg:flex lg:flex-wrap">
        <Select
          label="Kind"
          value={values.kind}
          onChange={(kind) => setValues({ ...values, kind })}
          options={[['', 'All'], ...transferKindNames]}
        />
        <Field label="Subject" placeholder="auction, payout" {...field('subject_kind')} />
        <Field label="Subject’s id" {...field('subject_id')} />
        <Field label="Realm" placeholder="0: real players" inputMode="numeric" {...field('realm')} />
        <Select
          label="Month"
          value={monthOf(values)}
          onChange={(month) => setValues({ ...values, ...(month ? rangeOf(month) : { from: '', to: '' }) })}
          options={[['', 'All'], ...months]}
        />
        <Field label="From" aside="Lagos time" type="datetime-local" {...field('from')} />
        <Field label="To" aside="Lagos time" type="datetime-local" {...field('to')} />
        <Button look="ink" type="submit" className="col-span-2">
          Search
        </Button>
      </form>
    </div>
  );
}

/** Finds a user, whose wallet is opened. */
function UserSearch({ onUser }: { onUser: (id: string) => void }) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const { data: users } = useFoundUsers(asked);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(text.trim());
      }}
      className="grid grid-cols-[minmax(0,1fr)] max-w-xl gap-2"
    >
      <div className="flex items-end gap-2.5">
        <div className="min-w-0 flex-1">
          <Field
            label="Find a user"
            placeholder="Username, name or e-mail"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button look="line" type="submit" disabled={text.trim() === ''}>
          Find
        </Button>
      </div>
      {users ? (
        <ul aria-label="Users found" className="flex flex-wrap gap-2">
          {users.map(({ id, username, full_name }) => (
            <li key={id}>
              <Button look="line" size="sm" onClick={() => onUser(id)}>
                {isolate(full_name)} ({username})
              </Button>
            </li>
          ))}
          {users.length === 0 ? <li className="text-sm text-ink-2">No user matches.</li> : null}
        </ul>
      ) : null}
    </form>
  );
}
