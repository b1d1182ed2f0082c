import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { TimelineEntry } from '@copup/shared/timeline.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { entryIcon } from '../../balance/entry-icon.ts';
import { entryAmount, entryTitle } from '../../balance/entry-words.ts';
import { useBalanceHidden } from '../../balance/use-balance.ts';
import { formatTime } from '../../lib/format-time.ts';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { hiddenAmount } from '../../ui/money.tsx';

/** The balances of the two columns: coins that can be bid, and bonus coins (L6). */
const columns = [
  { part: 'available', name: 'To bid', dot: 'bg-brand' },
  { part: 'bonus', name: 'Entries', dot: 'bg-ok' },
] as const;
type Part = (typeof columns)[number]['part'];

interface DayTableProps {
  day: string;
  /** The newest first. */
  entries: readonly TimelineEntry[];
  hasLegend: boolean;
  /** Whether the first row has the balances now, and the last row those before all entries. */
  withNow: boolean;
  withBefore: boolean;
}

/** The moves of a day, each with what was there after it, so that both columns add up from the last row to the first. */
export function DayTable({ day, entries, hasLegend, withNow, withBefore }: DayTableProps) {
  const [newest, oldest] = [entries[0], entries.at(-1)];
  return (
    <section aria-label={day} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <header className="flex items-baseline justify-between gap-3 px-3.5 text-sm text-ink-2">
        <h2 className="font-sans text-sm font-semibold tracking-normal">{day}</h2>
        {hasLegend ? (
          <span aria-hidden="true" className="flex gap-3 font-semibold">
            {columns.map(({ name, dot }) => (
              <span key={name}>
                <span className={classNames(dot, 'mr-1.5 inline-block size-2.5 rounded-sm')} />
                {name}
              </span>
            ))}
          </span>
        ) : null}
      </header>
      <div className="overflow-hidden rounded-lg bg-surface shadow-2">
        <table className="w-full table-fixed border-collapse [&_tr]:border-b [&_tr]:border-line [&_tr:last-child]:border-0">
          <colgroup>
            <col />
            <col span={2} className="w-[22%]" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              {['Move', ...columns.map(({ name }) => name)].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {withNow && newest ? <Sum name="You have now" of={(part) => newest.balance[part]} /> : null}
            {entries.map((entry) => (
              <EntryRow key={entry.seq} entry={entry} />
            ))}
            {withBefore && oldest ? (
              <Sum name="Before that" of={(part) => oldest.balance[part] - oldest.change[part]} />
            ) : null}
          </tbody>
        </table>
      </div>
    </section>
  );
}

// The numbers grow with the text only as far as the columns of a phone do.
const cell = 'py-2.5 pr-3 text-right align-middle text-[min(0.875rem,4.2vw)] wrap-anywhere';

/** Formats a balance, which may be hidden. */
function useBalanceText(): (coins: number) => string {
  const isHidden = useBalanceHidden((choice) => choice.isHidden);
  return isHidden ? () => hiddenAmount : formatNumber;
}

function Sum({ name, of }: { name: string; of: (part: Part) => number }) {
  const text = useBalanceText();
  return (
    <tr className="bg-sunken font-semibold">
      <th scope="row" className="px-3.5 py-3 text-left">
        {name}
      </th>
      {columns.map(({ part }) => (
        <td key={part} className={cell}>
          {text(of(part))}
        </td>
      ))}
    </tr>
  );
}

/** One entry, linked to the page of its subject. */
function EntryRow({ entry }: { entry: TimelineEntry }) {
  const { kind, counterpart, subject_name: subject, change, balance } = entry;
  const { sign } = entryAmount(entry);
  const [Icon, look] = entryIcon(kind, sign);
  const named = subject ? `${entryTitle(entry)}, ${subject}` : entryTitle(entry);
  const title = counterpart ? `${change.available > 0 ? 'From' : 'To'} @${counterpart}` : named;
  const note = [elsewhere(entry), formatTime(Date.parse(entry.at))].filter(Boolean).join(', ');
  return (
    <tr>
      <th scope="row" className="text-left font-normal">
        <Frame path={entry.path}>
          <span className={classNames('grid size-10 shrink-0 place-items-center rounded-full', look)}>
            <Icon size={20} aria-hidden />
          </span>
          <span className="min-w-0 leading-snug">
            <span className="line-clamp-2 font-semibold wrap-anywhere">{title}</span>
            <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
              {change.bonus === 0 ? null : <Chip look="ok">bonus</Chip>}
              {note}
            </span>
          </span>
        </Frame>
      </th>
      {columns.map(({ part }) => (
        <td key={part} className={cell}>
          <Move coins={change[part]} after={balance[part]} />
        </td>
      ))}
    </tr>
  );
}

/** What happened in the parts of the wallet that have no column: held coins and task coins. */
function elsewhere({ change: { available, held, task } }: TimelineEntry): string {
  if (held !== 0) return `${formatNumber(Math.abs(held))} ${heldWord(available, held)}`;
  if (task === 0) return '';
  return `${task > 0 ? '+' : '−'}${inCoins(Math.abs(task), 'task')}`;
}

function heldWord(available: number, held: number): string {
  if (held > 0) return 'held';
  return available > 0 ? 'back' : 'from held coins';
}

/** A change and, below it, the balance after it. */
function Move({ coins, after }: { coins: number; after: number }) {
  const text = useBalanceText();
  const isLong = formatNumber(Math.max(Math.abs(coins), after)).length > 7;
  return (
    <span className={isLong ? 'text-[0.8em]' : undefined}>
      {coins === 0 ? (
        <span className="sr-only">unchanged, </span>
      ) : (
        <span className={classNames('block text-[1.1em] font-semibold', coins > 0 && 'text-ok')}>
          <span className="sr-only">{coins > 0 ? 'plus' : 'minus'} </span>
          <span aria-hidden="true">{coins > 0 ? '+' : '−'}</span>
          {formatNumber(Math.abs(coins))}
          <span className="sr-only">, </span>
        </span>
      )}
      <span className="text-ink-2">
        {text(after)}
        <span className="sr-only"> after</span>
      </span>
    </span>
  );
}

function Frame({ path, children }: { path: string | null; children: ReactNode }) {
  const look = 'flex min-h-16 items-center gap-3 py-2.5 pl-3.5 pr-2';
  return path ? (
    <Link to={path} className={classNames(look, 'hover:bg-sunken')}>
      {children}
    </Link>
  ) : (
    <div className={look}>{children}</div>
  );
}
