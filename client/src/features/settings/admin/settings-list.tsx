import type { Setting } from '@copup/shared/admin.ts';
import { settingValue } from '@copup/shared/setting-words.ts';
import { Search as SearchIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ExportButton } from '../../../console/export-button.tsx';
import { showTime } from '../../../console/local-time.ts';
import { useMayChange } from '../../../console/may-change.tsx';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { useAsked } from '../../../console/use-asked.ts';
import { useLiveList } from '../../../console/use-live-list.ts';
import { call } from '../../../lib/calls.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { useChoices } from '../../../lib/use-choices.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { SpinToday, WelcomeGiven } from './budgets.tsx';
import { findSettings, isDefault } from './find-settings.ts';
import { SettingForm } from './setting-form.tsx';

/** What is spent of the budgets of a group. */
const budgets: Readonly<Record<string, ReactNode>> = { Spin: <SpinToday />, Rewards: <WelcomeGiven /> };

/** O1: all settings by group, found by any word of them; search and choices are in the address. */
export function Page() {
  const query = useFresh(['settings'], (signal) => call('GET /admin/settings', { signal }));
  useLiveList('settings', () => void query.refetch());
  const [choices, change] = useChoices();
  const [asked, ask] = useAsked();
  const refusal = useMayChange()('PUT /admin/settings/:id');
  if (!query.data)
    return <NotLoaded query={query} failed="The settings could not be read." count={8} className="h-16" />;
  const choose = (name: string, value: string) =>
    change((before) => {
      before.delete(name);
      if (value !== '') before.set(name, value);
      return before;
    });
  const [text = '', group = '', which = ''] = ['q', 'group', 'which'].map((name) => choices.get(name) ?? '');
  const found = findSettings(query.data, { text, group, which });
  const groups = [...groupBy(query.data, (setting) => setting.group).keys()];
  const opened = refusal === undefined ? query.data.find(({ id }) => id === asked) : undefined;
  return (
    <>
      <Search {...{ text, group, which, groups, choose }} />
      <p role="status" className="text-sm text-ink-2">
        {found.length === query.data.length ? `${found.length} settings` : `${found.length} found`}
      </p>
      {refusal === undefined ? null : <p className="text-sm">{refusal} to change a setting</p>}
      {found.length === 0 ? (
        <EmptyState
          title="Nothing matches"
          action={
            <Button look="line" size="sm" onClick={() => change({})}>
              Show all
            </Button>
          }
        />
      ) : null}
      {[...groupBy(found, (setting) => setting.group)].map(([name, settings]) => (
        <section key={name} aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
          <h2 className="text-ctl">{name}</h2>
          {budgets[name]}
          <Card>
            <ul className="divide-y divide-line">
              {settings.map((setting) => (
                <Row
                  key={setting.id}
                  setting={setting}
                  onChange={refusal === undefined ? () => ask(setting.id) : undefined}
                />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      {opened ? <SettingForm setting={opened} onClose={() => ask(null)} /> : null}
    </>
  );
}

interface SearchProps {
  text: string;
  group: string;
  which: string;
  groups: readonly string[];
  choose: (name: string, value: string) => void;
}

function Search({ text, group, which, groups, choose }: SearchProps) {
  return (
    <search className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-end gap-3 lg:flex">
      <div className="col-span-2 lg:w-72">
        <Field
          label="Find a setting"
          type="search"
          icon={<SearchIcon size={18} aria-hidden />}
          autoComplete="off"
          maxLength={64}
          value={text}
          onChange={(event) => choose('q', event.target.value)}
        />
      </div>
      <Select
        label="Group"
        value={group}
        onChange={(value) => choose('group', value)}
        options={[['', 'All'], ...groups.map((name) => [name, name] as const)]}
      />
      <Select
        label="Value"
        value={which}
        onChange={(value) => choose('which', value)}
        options={[
          ['', 'All'],
          ['changed', 'Not the default'],
        ]}
      />
      <div className="lg:ml-auto">
        <ExportButton path="/admin/export/settings?" filename="copup-settings.csv" />
      </div>
    </search>
  );
}

function Row({ setting, onChange }: { setting: Setting; onChange: (() => void) | undefined }) {
  const { id, name, rule, description, unit, value, default_value, updated_at } = setting;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3">
      <div className="min-w-0 flex-[1_1_18rem]">
        <h3 className="text-sm">
          {name} <span className="ml-1 text-xs font-normal text-ink-3">{rule}</span>
        </h3>
        {/* A text may be long; the form shows all of it. */}
        <p className="line-clamp-3 text-sm wrap-anywhere text-ink-2">{description}.</p>
        <p className="line-clamp-2 text-xs wrap-anywhere text-ink-3">
          {id} · default {settingValue(default_value, unit)} ·{' '}
          {updated_at ? `last change ${showTime(updated_at)}` : 'never changed'}
        </p>
      </div>
      {isDefault(setting) ? null : <Chip look="brand">Not the default</Chip>}
      <span className="max-w-40 truncate text-sm font-semibold">{settingValue(value, unit)}</span>
      {onChange ? (
        <Button look="line" size="sm" aria-label={`Change ${name}`} onClick={onChange}>
          Change
        </Button>
      ) : null}
    </li>
  );
}
