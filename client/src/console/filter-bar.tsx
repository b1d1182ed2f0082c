import { useListFilterContext } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field, Select } from '../ui/field.tsx';
import type { Filter } from './filters.ts';

type Filters = Record<string, string>;

function useFilters(): [Filters, (changed: Filters) => void] {
  const { filterValues, setFilters } = useListFilterContext();
  const filters = filterValues as Filters;
  return [filters, (changed) => setFilters({ ...filters, ...changed })];
}

/** The filters of a list, stored in the URL. Text filters apply on submit, not with each letter. */
export function FilterBar({ filters: shownFilters }: { filters: readonly Filter[] }) {
  const texts = shownFilters.filter(({ options }) => !options);
  const [filters, change] = useFilters();
  const chosen = Object.fromEntries(texts.map(({ source }) => [source, filters[source] ?? '']));
  const [typed, setTyped] = useState(chosen);
  const [shown, setShown] = useState(JSON.stringify(chosen));
  // The URL may have changed by navigation.
  if (shown !== JSON.stringify(chosen)) {
    setShown(JSON.stringify(chosen));
    setTyped(chosen);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change(Object.fromEntries(Object.entries(typed).map(([source, text]) => [source, text.trim()])));
  };
  const fieldOf = ({ source, label, inputMode, type, hint, initial }: Filter) => (
    <Field
      label={label}
      type={type ?? (inputMode ? 'text' : 'search')}
      inputMode={inputMode}
      maxLength={64}
      autoComplete="off"
      aside={hint}
      placeholder={inputMode ? (initial ?? 'All') : undefined}
      value={typed[source] ?? ''}
      onChange={(event) => setTyped({ ...typed, [source]: event.target.value })}
    />
  );
  const [first, ...others] = texts;
  return (
    <search className="contents lg:flex lg:flex-wrap lg:items-end lg:gap-3">
      {first ? (
        <form onSubmit={submit} className="contents">
          <div className="col-span-2 flex items-end gap-2.5">
            <div className="min-w-0 flex-1 lg:w-60">{fieldOf(first)}</div>
            <Button look="line" type="submit">
              Search
            </Button>
          </div>
          {others.map((text) => (
            <div key={text.source} className={text.inputMode ? 'lg:w-38' : text.type ? 'lg:w-46' : 'lg:w-56'}>
              {fieldOf(text)}
            </div>
          ))}
        </form>
      ) : null}
      {shownFilters.map(({ source, label, options }) =>
        options ? <SelectFilter key={source} source={source} label={label} options={options} /> : null,
      )}
    </search>
  );
}

type SelectFilterProps = Pick<Filter, 'source' | 'label'> & Required<Pick<Filter, 'options'>>;

/** A filter that applies as soon as an option is selected. */
function SelectFilter({ source, label, options }: SelectFilterProps) {
  const [filters, change] = useFilters();
  return (
    <div className="lg:w-44">
      <Select
        label={label}
        value={filters[source] ?? ''}
        onChange={(value) => change({ [source]: value })}
        options={[['', 'All'], ...options]}
      />
    </div>
  );
}
