import { coinWord, formatNumber } from '@copup/shared/coins.ts';
import type { TimelineEntry } from '@copup/shared/timeline.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { entryIcon } from '../../balance/entry-icon.ts';
import { entryAmount, entryCause, entryTitle } from '../../balance/entry-words.ts';
import { formatMoment } from '../../lib/format-time.ts';
import { classNames } from '../../ui/class-names.ts';

/** One entry, linked to the page of its subject. */
export function EntryRow({ entry }: { entry: TimelineEntry }) {
  const { coins, sign } = entryAmount(entry);
  const [Icon, look] = entryIcon(entry.kind, sign);
  const cause = entryCause(entry);
  const time = formatMoment(Date.parse(entry.at), Date.now());
  return (
    <li className="border-b border-line last:border-0">
      <Frame path={entry.path}>
        <span className={classNames('grid size-10 shrink-0 place-items-center rounded-full', look)}>
          <Icon size={20} aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-ctl font-semibold">{entryTitle(entry)}</span>
          <span className="block truncate text-sm text-ink-2">{cause ? `${cause} · ${time}` : time}</span>
        </span>
        <span className="grid shrink-0 justify-items-end">
          <span
            className={classNames('font-semibold', sign === '+' ? 'text-ok' : sign === '' && 'text-ink-2')}
          >
            {sign}
            {formatNumber(coins)}
            <span className="sr-only"> {coinWord(coins)}, </span>
          </span>
          <span className="text-sm text-ink-2">
            {formatNumber(entry.balance.available)}
            <span className="sr-only"> available after</span>
          </span>
        </span>
      </Frame>
    </li>
  );
}

function Frame({ path, children }: { path: string | null; children: ReactNode }) {
  const look = 'flex min-h-16 items-center gap-3 px-3.5 py-2.5';
  return path ? (
    <Link to={path} className={classNames(look, 'hover:bg-sunken')}>
      {children}
    </Link>
  ) : (
    <div className={look}>{children}</div>
  );
}
